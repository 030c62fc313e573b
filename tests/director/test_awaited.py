"""Whom tables wait for, from the tables themselves."""

import pytest
import trio
from trio.testing import MockClock

from arena.director.awaited import LONG, LOOK, WINDOW, Wait, Waits, watch_waits
from arena.match.clock import TimeControl
from arena.server.lobby import Lobby
from arena.server.player import Player
from tests.support.tables import TestTable, dealt

UNLIMITED = TimeControl(None, 0.0, None)


def looked(waits: Waits, test: TestTable) -> list[Wait]:
    """Looks at the one table."""
    players = [bot.player for bot in test.bots]
    return waits.look(players, trio.current_time())


async def test_a_bot_that_is_long_at_an_answer_is_named(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=UNLIMITED)
    async with test.playing() as nursery:
        slow = test.asked()
        slow.read()
        await trio.sleep(LONG - 0.1)
        assert looked(Waits(), test) == []
        await trio.sleep(1.1)
        (wait,) = looked(Waits(), test)
        assert wait == Wait(slow.player.name, LONG + 1, 1, 0.0)
        nursery.cancel_scope.cancel()


async def test_nobody_waits_for_a_bot_whose_prompt_has_not_left(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=UNLIMITED)
    async with test.playing() as nursery:
        await trio.sleep(60)
        assert looked(Waits(), test) == []
        nursery.cancel_scope.cancel()


async def test_a_bot_is_named_that_is_slow_at_all_its_answers_and_never_long(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=UNLIMITED, forced_passes=False)
    async with test.playing() as nursery:
        slow, waits = test.asked().player.name, Waits()
        seen: list[Wait] = []
        while not seen:
            prompt = test.asked().prompt()
            assert prompt is not None
            if test.asked().player.name == slow:
                for _ in range(3):
                    await trio.sleep(LOOK)
                    seen = looked(waits, test)
            test.answer(prompt.legal_plays[0], trio.current_time())
        assert trio.current_time() >= WINDOW
        assert [wait.entrant for wait in seen] == [slow]
        assert seen[0].seconds < LONG
        assert seen[0].share == 1.0
        assert not seen[0].overdue
        nursery.cancel_scope.cancel()
    assert looked(waits, test) == [], "it has risen from its table"


async def test_a_bot_that_is_away_is_waited_for_since_it_left(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=UNLIMITED)
    async with test.playing() as nursery:
        gone = test.asked()
        gone.disconnect()
        await trio.sleep(7)
        (wait,) = looked(Waits(), test)
        assert (wait.entrant, wait.seconds) == (gone.player.name, 7.0)
        nursery.cancel_scope.cancel()


async def test_a_bot_is_waited_for_that_is_silent_after_its_time_was_up(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(3.0, 0.0, None), cards=dealt(deals=2))
    async with test.playing() as nursery:
        silent = test.asked().player
        test.asked().read()
        fallen = trio.current_time() + 3
        while silent.overdue_until is None:
            await trio.sleep(0.1)
        # The deal goes on without it; it is missed only where it is asked again.
        while test.asked().player is not silent:
            assert looked(Waits(), test) == []
            await test.answer_first()
        await trio.sleep(LONG)
        (wait,) = looked(Waits(), test)
        assert (wait.entrant, wait.tables) == (silent.name, 1)
        assert wait.overdue
        assert wait.seconds == pytest.approx(trio.current_time() - fallen)
        nursery.cancel_scope.cancel()


async def test_whoever_wants_to_know_is_told_every_so_often(
    autojump_clock: MockClock,
) -> None:
    class Watching(Lobby):
        """A lobby with the players of a table."""

        def players(self) -> list[Player]:
            """Gives them."""
            return [bot.player for bot in test.bots]

    test = TestTable(control=UNLIMITED)
    lobby = Watching("spring", None)  # type: ignore[arg-type]  # nobody comes or goes
    told: list[list[str]] = []
    async with test.playing() as nursery:
        slow = test.asked()
        slow.read()
        nursery.start_soon(
            watch_waits,
            lobby,
            lambda waits: told.append([wait.entrant for wait in waits]),
        )
        await trio.sleep(LONG + LOOK + 0.1)
        nursery.cancel_scope.cancel()
    assert told == [[], [], [], [slow.player.name], [slow.player.name]]
