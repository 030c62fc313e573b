"""What a bot is charged for while the arena is busy with something else."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

import pytest
import trio
import trio_asyncio
from trio.testing import MockClock

from arena.game.variant import variant
from arena.match.clock import TimeControl
from arena.match.events import MatchEvent
from arena.match.machine import Match
from arena.match.result import Forfeit
from arena.server.backlog import (
    MOST_CATCHING_UP,
    PASSES,
    SLEEP,
    STILL,
    Backlog,
    all_read_until,
    came_at,
    watching,
    when_idle,
)
from arena.server.listener import wire_loop
from arena.server.table import Table
from tests.support.busy_loop import BusyLoop
from tests.support.runs import BOTS
from tests.support.tables import dealt
from tests.support.wire import serving

NAMES = ("anna", "bert", "cleo", "dora")


class Queue:
    """The callbacks of a loop, which are run when somebody says so."""

    def __init__(self) -> None:
        self.queued = 0
        self.waiting: list[Callable[[], None]] = []
        self.when_passed: Callable[[], None] = lambda: None

    def call_soon(self, callback: Callable[[], None], /) -> None:
        self.queued += 1
        self.waiting.append(callback)

    def run(self) -> None:
        while self.waiting:
            self.waiting.pop()()


class Thread:
    """A thread that works and sleeps by a clock that is moved by hand."""

    def __init__(self, clock: MockClock) -> None:
        self._clock = clock
        self.queue = Queue()
        self.backlog = Backlog(self.queue)

    def work(self, seconds: float) -> None:
        """Is busy with a callback."""
        self.queue.queued += 1
        self._clock.jump(seconds)

    def end_pass(self, *, sleep: float = 0.0, planned: float | None = None) -> None:
        """Looks what has come, sleeps for it, and begins the next pass.

        `planned` is how long it would have slept at the most, by default as it did.
        """
        timeout = sleep if planned is None else planned
        self.backlog.before_io_wait(timeout)
        self._clock.jump(sleep)
        self.backlog.after_io_wait(timeout)
        self.queue.run()


async def test_unwatched_what_is_read_has_come_just_now() -> None:
    before = trio.current_time()
    assert before <= came_at() <= trio.current_time()
    await all_read_until(before)


async def test_what_is_read_after_a_sleep_has_come_since_the_thread_woke(
    mock_clock: MockClock,
) -> None:
    thread = Thread(mock_clock)
    thread.end_pass(sleep=0.05)
    woke = trio.current_time()
    assert thread.backlog.earliest() == woke
    thread.work(0.05)
    assert thread.backlog.earliest() == woke
    thread.end_pass(sleep=0.05)
    assert thread.backlog.earliest() == trio.current_time() == pytest.approx(woke + 0.1)


async def test_a_busy_thread_reaches_back_no_further_than_a_few_passes(
    mock_clock: MockClock,
) -> None:
    thread, began = Thread(mock_clock), list[float]()
    thread.end_pass(sleep=0.01)
    for _ in range(50):
        began.append(trio.current_time())
        thread.work(0.002)
        thread.end_pass()
    assert began[-PASSES - 2] <= thread.backlog.earliest() <= began[-PASSES + 1]


async def test_passes_that_it_is_told_of_count_unless_they_are_very_short(
    mock_clock: MockClock,
) -> None:
    thread, began = Thread(mock_clock), list[float]()
    thread.end_pass(sleep=0.01)
    for _ in range(10):
        began.append(trio.current_time())
        thread.work(0.002)
        thread.queue.when_passed()
    assert began[-PASSES] <= thread.backlog.earliest() <= began[-PASSES + 1]
    reached = thread.backlog.earliest()
    for _ in range(50):
        thread.work(0.00001)
        thread.queue.when_passed()
    assert thread.backlog.earliest() == reached


async def test_a_thread_whose_passes_take_long_is_not_kept_awake_by_marks(
    mock_clock: MockClock,
) -> None:
    thread = Thread(mock_clock)
    thread.end_pass(sleep=0.01)
    thread.work(0.01)
    thread.end_pass()
    marks = thread.queue.queued - 1
    for _ in range(10):
        mock_clock.jump(0.01)
        thread.end_pass()
    assert marks == thread.queue.queued - 1 == 1


async def test_the_thread_that_runs_is_watched() -> None:
    with watching(Queue()), trio.fail_after(60):
        before = trio.current_time()
        # A sleep that the machine cuts short is none after which all has been read.
        while came_at() < before + 2 * SLEEP:
            await trio.sleep(2 * SLEEP)
        assert came_at() <= trio.current_time()


@pytest.mark.parametrize("asleep", [True, False])
async def test_what_came_while_the_process_stood_still_is_charged_from_before(
    mock_clock: MockClock, asleep: bool
) -> None:
    thread = Thread(mock_clock)
    thread.end_pass(sleep=0.05)
    before = trio.current_time()
    if asleep:
        thread.end_pass(sleep=6.0, planned=0.25)
    else:
        thread.work(6.0)
        thread.end_pass()
    # gRPC's threads stood still as well, and have to read it first.
    for _ in range(3 * PASSES):
        assert thread.backlog.earliest() <= before
        thread.work(0.01)
        thread.end_pass(sleep=0.01)
    thread.end_pass(sleep=MOST_CATCHING_UP)
    assert thread.backlog.earliest() == trio.current_time()


async def test_a_thread_that_always_works_long_passes_charges_nothing_from_long_ago(
    mock_clock: MockClock,
) -> None:
    thread, began = Thread(mock_clock), list[float]()
    for _ in range(50):
        began.append(trio.current_time())
        thread.work(2 * STILL)
        thread.end_pass()
    assert thread.backlog.earliest() >= began[-PASSES - 2]


async def test_no_flag_falls_before_all_has_been_read_that_came_in_time(
    autojump_clock: MockClock,
) -> None:
    with watching(BusyLoop()):
        await trio.sleep(0.05)
        deadline = trio.current_time() + 5.0
        autojump_clock.jump(6.0)
        woke = trio.current_time()
        await all_read_until(deadline)
        assert trio.current_time() >= woke + MOST_CATCHING_UP


async def test_idle_is_who_has_nothing_left_to_do() -> None:
    left = 50
    idle = trio.Event()

    async def work_off() -> None:
        nonlocal left
        while left:
            left -= 1
            await trio.lowlevel.checkpoint()

    async with wire_loop(), trio.open_nursery() as nursery:
        nursery.start_soon(work_off)
        assert when_idle(idle.set)
        await idle.wait()
        assert not left


async def test_who_asks_for_idleness_is_told_once() -> None:
    told: list[int] = []
    async with wire_loop():
        assert when_idle(lambda: told.append(1))
        for _ in range(3):
            await trio.sleep(0.001)
    assert told == [1]


async def test_unwatched_nobody_is_told_of_idleness() -> None:
    async with trio_asyncio.open_loop():
        assert not when_idle(lambda: None)


async def test_a_bot_is_not_charged_for_what_the_arena_took_to_read_its_answer() -> (
    None
):
    """The arena is busy with something else for 150 ms again and again.

    Four bots play meanwhile, and their answers wait.
    """
    async with serving(*NAMES) as wire, trio.open_nursery() as nursery:
        for name in NAMES:
            nursery.start_soon(run_bot, wire.address, name)
        for name in NAMES:
            await wire.lobby.player(name).joined.wait()
        control = TimeControl(60.0, 0.0, None)
        match = Spared(variant("thirteen"), dealt(hand=2), control, forced_passes=False)
        players = [wire.lobby.player(name) for name in NAMES]
        table = Table(match, players, control, no_forfeit)
        nursery.start_soon(stand_still, 0.15)
        await table.play()
        nursery.cancel_scope.cancel()
    # What bots wait for a busy machine is charged to them; what they wait for the
    # arena must not be, and is more.
    assert match.spared > sum(match.played[0].think)


class Spared(Match):
    """A match that remembers how long answers had waited to be read."""

    spared = 0.0

    def answer(
        self, seat: int, turn: int, cards: bytes, received: float
    ) -> list[MatchEvent]:
        self.spared += trio.current_time() - received
        return super().answer(seat, turn, cards, received)


class Charged(Match):
    """A match that remembers what each answer of one seat was charged.

    Without what the processes in between have waited for the machine meanwhile.
    """

    SEAT = 0

    def __init__(self, bot: int, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.charges: list[float] = []
        self._processes = (os.getpid(), bot)
        self._waited = 0.0

    def sent(self, seat: int, turn: int, now: float) -> list[MatchEvent]:
        if seat == self.SEAT:
            # To look takes a moment, which is not the bot's either.
            began = trio.current_time()
            self._waited = waited(self._processes) - (trio.current_time() - began)
        return super().sent(seat, turn, now)

    def answer(
        self, seat: int, turn: int, cards: bytes, received: float
    ) -> list[MatchEvent]:
        before, deal = self.clock_left(self.SEAT, 0.0), self.deal_number
        events = super().answer(seat, turn, cards, received)
        after = self.clock_left(self.SEAT, 0.0)
        if seat == self.SEAT and deal == self.deal_number and not self.over:
            assert before is not None
            assert after is not None
            self.charges.append(
                before - after - (waited(self._processes) - self._waited)
            )
        return events


def waited(processes: Iterable[int]) -> float:
    """Gives how long processes have been ready to run and had to wait, on Linux."""
    nanoseconds = 0
    for process in processes:
        for file in Path(f"/proc/{process}/task").glob("*/schedstat"):
            with suppress(OSError):
                nanoseconds += int(file.read_text().split()[1])
    return nanoseconds / 1e9


async def test_at_64_busy_tables_a_quick_bot_is_charged_no_more_than_a_few_milliseconds() -> (
    None
):
    """A bot at one table among three that play at 64, with a fourth, all at once."""
    control = TimeControl(60.0, 0.0, None)
    async with serving(*NAMES, "ella") as wire, trio.open_nursery() as nursery:
        player = wire.lobby.player
        started = [
            await nursery.start(run_bot, wire.address, name)
            for name in (*NAMES, "ella")
        ]
        for name in (*NAMES, "ella"):
            await player(name).joined.wait()

        async def play_on(names: Sequence[str]) -> None:
            while True:
                match = Match(variant("thirteen"), dealt(), control)
                await Table(match, [*map(player, names)], control, no_forfeit).play()

        for _ in range(63):
            nursery.start_soon(play_on, ("ella", *NAMES[1:]))
        charges = list[float]()
        # A machine that takes the processor away says so nowhere: it may do better
        # the next time, and queueing would not.
        for _ in range(3):
            match = Charged(
                started[Charged.SEAT].pid, variant("thirteen"), dealt(deals=8), control
            )
            await Table(match, [*map(player, NAMES)], control, no_forfeit).play()
            assert len(match.charges) > 30
            charges = sorted(match.charges)
            # The bot's process has to be woken: that is no queueing.
            if median(charges) < 0.003 and charges[int(len(charges) * 0.9)] < 0.01:
                break
        else:
            pytest.fail(f"charged seconds: {charges}")
        nursery.cancel_scope.cancel()


def no_forfeit(name: str, forfeit: Forfeit) -> None:
    """Fails the test."""
    pytest.fail(f"{name}: {forfeit.message}")


async def stand_still(seconds: float) -> None:
    """Keeps the thread busy, with a short rest between."""
    while True:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            pass
        await trio.sleep(0.002)


async def run_bot(
    address: str,
    token: str,
    task_status: trio.TaskStatus[trio.Process] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Plays at once with whatever is lowest, in a process of its own."""
    surroundings = {**os.environ, "ARENA_ADDRESS": address, "ARENA_TOKEN": token}
    await trio.run_process(
        [sys.executable, "-c", "from raw import Stream; Stream(tables=64).play()"],
        env=surroundings | {"PYTHONPATH": str(BOTS)},
        task_status=task_status,
    )
