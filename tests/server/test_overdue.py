"""A bot that lets its time run out is not asked more until it is heard of again."""

import pytest
import trio
from trio.testing import MockClock

from arena.match.clock import TimeControl
from arena.match.termination import Termination
from arena.server.backlog import watching
from arena.server.player import PATIENCE
from arena.server.table import ABSENCE
from tests.support.busy_loop import BusyLoop
from tests.support.tables import SeatedBot, TestTable, dealt, first_play


async def _silenced(test: TestTable) -> SeatedBot:
    """Lets the first flag of a session fall, and has that seat lead the next deal."""
    silent = test.asked()
    silent.read()
    while not test.forfeits:
        await trio.sleep(0.1)
    while test.match.deal_number == 0 or test.asked() is not silent:
        await test.answer_first()
    return silent


async def _asked_again(test: TestTable, silent: SeatedBot) -> None:
    """Has a bot that was heard again answer on its whole clock, and plays on."""
    prompt = silent.prompt()
    assert prompt is not None
    assert prompt.clock_left_ms == 3000
    test.answer(prompt.legal_plays[-1], trio.current_time())
    await test.play_out()


async def test_no_clock_is_started_against_a_bot_that_is_still_at_an_overdue_answer(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(3.0, 0.0, None), cards=dealt(deals=3))
    async with test.playing():
        silent = await _silenced(test)
        response = silent.read()
        assert not response.prompts
        assert response.ping, "it is to show whether it lives"
        await trio.sleep(PATIENCE - 1)
        assert not silent.read().prompts
        silent.player.hear()
        await _asked_again(test, silent)
    assert [(name, forfeit.deal) for name, forfeit in test.forfeits] == [
        (silent.player.name, 0)
    ]


async def test_a_bot_that_is_not_heard_again_is_waited_for_once(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(3.0, 0.0, None), cards=dealt(deals=3))
    async with test.playing():
        silent = await _silenced(test)
        began = trio.current_time()
        while len(test.forfeits) < 3:
            response = test.asked().read()
            if response.prompts and test.asked() is not silent:
                test.answer(first_play(response.prompts[-1]), trio.current_time())
            else:
                await trio.sleep(0.1)
        took = trio.current_time() - began
        assert took == pytest.approx(PATIENCE + 2 * 3, abs=0.5)
        assert silent.player.given_up.is_set()
        await test.play_out()
    assert {name for name, _ in test.forfeits} == {silent.player.name}
    assert {f.termination for _, f in test.forfeits} == {Termination.FLAG_FALL}


async def test_a_bot_that_was_heard_while_the_arena_stood_still_is_not_given_up(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(3.0, 0.0, None), cards=dealt(deals=3))
    with watching(BusyLoop()):
        async with test.playing():
            silent = await _silenced(test)
            autojump_clock.jump(PATIENCE + 6)
            # What came meanwhile is read only now.
            await trio.sleep(0.1)
            silent.player.hear()
            await _asked_again(test, silent)
    assert not silent.player.given_up.is_set()
    assert len(test.forfeits) == 1


async def test_a_bot_that_came_back_while_the_arena_stood_still_is_not_lost(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl())
    with watching(BusyLoop()):
        async with test.playing():
            bot = test.asked()
            bot.disconnect()
            autojump_clock.jump(ABSENCE + 6)
            await trio.sleep(0.1)
            bot.connect()
            await test.play_out()
    assert not test.forfeits


async def test_a_bot_that_is_launched_again_is_not_given_up_for_what_it_was_before(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(3.0, 0.0, None), cards=dealt(deals=3))
    async with test.playing():
        silent = await _silenced(test)
        await silent.player.given_up.wait()
        # The stream of the process that was ended is there for a moment more.
        silent.player.await_launched()
        while test.match.deal_number < 2 or test.asked() is not silent:
            prompt = test.asked().prompt()
            if test.asked() is silent:
                await trio.sleep(0.1)
            elif prompt is not None:
                test.answer(first_play(prompt), trio.current_time())
        assert len(test.forfeits) == 2
        assert not silent.player.given_up.is_set()
        silent.connect()
        await test.play_out()


async def test_a_bot_that_is_lost_while_it_is_waited_for_has_its_own_clock(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(3.0, 0.0, None), cards=dealt(deals=2))
    async with test.playing():
        silent = await _silenced(test)
        silent.disconnect()
        await trio.sleep(3.1)
        assert [f.termination for _, f in test.forfeits] == [
            Termination.FLAG_FALL,
            Termination.LOST_CONNECTION,
        ]
        await test.play_out()


async def test_a_bot_that_comes_back_anew_is_asked_what_it_was_not(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(3.0, 0.0, None), cards=dealt(deals=2))
    async with test.playing():
        silent = await _silenced(test)
        silent.connect()
        prompt = silent.prompt()
        assert prompt is not None
        test.answer(prompt.legal_plays[-1], trio.current_time())
        await test.play_out()
    assert len(test.forfeits) == 1


async def test_a_bot_whose_answer_comes_too_late_is_asked_on_at_once(
    autojump_clock: MockClock,
) -> None:
    test = TestTable(control=TimeControl(3.0, 0.0, None), cards=dealt(deals=2))
    async with test.playing():
        late = test.asked()
        prompt = late.prompt()
        assert prompt is not None
        test.answer(prompt.legal_plays[0], trio.current_time() + 3.01)
        assert [f.termination for _, f in test.forfeits] == [Termination.FLAG_FALL]
        assert late.player.overdue_until is None
        await test.play_out()
    assert len(test.forfeits) == 1
