"""What a bot is charged for while the arena is busy with something else."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import pytest
import trio
import trio_asyncio

from arena.game.variant import variant
from arena.match.clock import TimeControl
from arena.match.events import MatchEvent
from arena.match.machine import Match
from arena.match.result import Forfeit
from arena.server.backlog import PASSES, all_read_until, came_at, idle, watching
from arena.server.listener import wire_loop
from arena.server.table import Table
from tests.support.runs import BOTS
from tests.support.tables import dealt
from tests.support.wire import serving

NAMES = ("anna", "bert", "cleo", "dora")


def work(seconds: float) -> None:
    """Keeps the thread busy."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


async def test_unwatched_what_is_read_has_come_just_now() -> None:
    before = trio.current_time()
    assert before <= came_at() <= trio.current_time()
    await all_read_until(before)


async def test_what_is_read_after_a_sleep_has_come_since_the_thread_woke() -> None:
    with watching(lambda _: None):
        await trio.sleep(0.05)
        woke = trio.current_time()
        assert came_at() == pytest.approx(woke, abs=0.005)
        work(0.05)
        assert came_at() == pytest.approx(woke, abs=0.005)
        await trio.sleep(0.05)
        assert came_at() >= woke + 0.05


async def test_a_busy_thread_reaches_back_no_further_than_a_few_passes() -> None:
    marks: list[Callable[[], None]] = []
    began: list[float] = []
    with watching(marks.append):
        await trio.sleep(0.01)
        for _ in range(50):
            began.append(trio.current_time())
            work(0.002)
            await trio.lowlevel.checkpoint()
            while marks:
                marks.pop()()
        assert began[-PASSES - 2] <= came_at() <= began[-PASSES + 1]


async def test_idle_is_who_has_nothing_left_to_do() -> None:
    left = 50

    async def work_off() -> None:
        nonlocal left
        while left:
            left -= 1
            await trio.lowlevel.checkpoint()

    async with wire_loop(), trio.open_nursery() as nursery:
        nursery.start_soon(work_off)
        await trio_asyncio.aio_as_trio(idle)(600.0)
        assert not left


async def test_who_waits_for_a_busy_thread_waits_no_longer_than_it_wants() -> None:
    async def work_on() -> None:
        while True:
            await trio.lowlevel.checkpoint()

    async with wire_loop(), trio.open_nursery() as nursery:
        nursery.start_soon(work_on)
        await trio_asyncio.aio_as_trio(idle)(0.01)
        nursery.cancel_scope.cancel()


async def test_unwatched_nobody_waits_for_idleness() -> None:
    async with trio_asyncio.open_loop():
        await trio_asyncio.aio_as_trio(idle)(600.0)


async def test_a_bot_is_not_charged_for_what_the_arena_took_to_read_its_answer() -> (
    None
):
    """The arena stands still for 30 ms again and again while four bots play."""
    async with serving(*NAMES) as wire, trio.open_nursery() as nursery:
        for name in NAMES:
            nursery.start_soon(run_bot, wire.address, name)
        for name in NAMES:
            await wire.lobby.player(name).joined.wait()
        control = TimeControl(10.0, 0.0, None)
        match = Spared(variant("thirteen"), dealt(), control, forced_passes=False)
        players = [wire.lobby.player(name) for name in NAMES]
        table = Table(match, players, control, no_forfeit)
        nursery.start_soon(stand_still, 0.03)
        await table.play()
        nursery.cancel_scope.cancel()
    # What bots wait for a busy machine is charged to them; what they wait for the
    # arena, about half the time it stands still, must not be, and is more.
    assert match.spared > sum(match.played[0].think) / 2


class Spared(Match):
    """A match that remembers how long answers had waited to be read."""

    spared = 0.0

    def answer(
        self, seat: int, turn: int, cards: bytes, received: float
    ) -> list[MatchEvent]:
        self.spared += trio.current_time() - received
        return super().answer(seat, turn, cards, received)


class Charged(Match):
    """A match that remembers what each answer of one seat was charged."""

    SEAT = 0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.charges: list[float] = []

    def answer(
        self, seat: int, turn: int, cards: bytes, received: float
    ) -> list[MatchEvent]:
        before, deal = self.clock_left(self.SEAT, 0.0), self.deal_number
        events = super().answer(seat, turn, cards, received)
        after = self.clock_left(self.SEAT, 0.0)
        if seat == self.SEAT and deal == self.deal_number and not self.over:
            assert before is not None
            assert after is not None
            self.charges.append(before - after)
        return events


async def test_at_64_busy_tables_a_quick_bot_is_charged_no_more_than_a_few_milliseconds() -> (
    None
):
    """A bot at one table among three that play at 64, with a fourth, all at once."""
    control = TimeControl(60.0, 0.0, None)
    async with serving(*NAMES, "ella") as wire, trio.open_nursery() as nursery:
        player = wire.lobby.player
        for name in (*NAMES, "ella"):
            nursery.start_soon(run_bot, wire.address, name)
        for name in (*NAMES, "ella"):
            await player(name).joined.wait()

        async def play_on(names: Sequence[str]) -> None:
            while True:
                match = Match(variant("thirteen"), dealt(), control)
                await Table(match, [*map(player, names)], control, no_forfeit).play()

        for _ in range(63):
            nursery.start_soon(play_on, ("ella", *NAMES[1:]))
        match = Charged(variant("thirteen"), dealt(deals=8), control)
        await Table(match, [*map(player, NAMES)], control, no_forfeit).play()
        nursery.cancel_scope.cancel()
    charges = sorted(match.charges)
    assert len(charges) > 30
    # The bot's process has to be woken and to share the machine: that is no queueing.
    assert median(charges) < 0.003
    assert charges[int(len(charges) * 0.9)] < 0.01


def no_forfeit(name: str, forfeit: Forfeit) -> None:
    """Fails the test."""
    pytest.fail(f"{name}: {forfeit.message}")


async def stand_still(seconds: float) -> None:
    """Keeps the thread busy, with a short rest between."""
    while True:
        work(seconds)
        await trio.sleep(0.002)


async def run_bot(address: str, token: str) -> None:
    """Plays at once with whatever is lowest, in a process of its own."""
    surroundings = {**os.environ, "ARENA_ADDRESS": address, "ARENA_TOKEN": token}
    await trio.run_process(
        [sys.executable, "-c", "from raw import Stream; Stream(tables=64).play()"],
        env=surroundings | {"PYTHONPATH": str(BOTS)},
    )
