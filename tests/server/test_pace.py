"""asyncio's callbacks inside trio: their order, their pace, and who gets a turn."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import trio
import trio.testing
import trio_asyncio

from arena.server.pace import AT_ONCE, IN_A_ROW, quicken


class Passes(trio.abc.Instrument):
    """Counts how often trio asks the system what has come."""

    def __init__(self) -> None:
        self.count = 0

    def before_io_wait(self, timeout: float) -> None:
        self.count += 1


@asynccontextmanager
async def quick_loop() -> AsyncIterator[Any]:
    """Opens a loop whose own task has gone to sleep."""
    async with trio_asyncio.open_loop() as loop:
        quicken(loop)
        await loop.synchronize()
        await trio.testing.wait_all_tasks_blocked()
        yield loop


@dataclass(frozen=True)
class Seeing:
    """A loop that reads a file, and the passes it takes."""

    loop: Any
    passes: Passes
    there: socket.socket
    """Where what is sent makes the file readable."""


async def see(readable: Callable[[Seeing], None]) -> None:
    """Makes a file readable once; `readable` is called for each byte that is read."""
    here, there = socket.socketpair()
    with here, there:
        async with quick_loop() as loop:
            seeing = Seeing(loop, Passes(), there)

            def read() -> None:
                here.recv(1)
                readable(seeing)

            trio.lowlevel.add_instrument(seeing.passes)
            loop.add_reader(here, read)
            await trio.testing.wait_all_tasks_blocked()
            there.send(b"!")
            await trio.testing.wait_all_tasks_blocked(0.01)
            trio.lowlevel.remove_instrument(seeing.passes)
            loop.remove_reader(here)


async def test_what_is_ready_together_runs_in_one_pass() -> None:
    passes, ran = Passes(), list[int]()
    async with quick_loop() as loop:
        trio.lowlevel.add_instrument(passes)
        for number in range(100):
            loop.call_soon(ran.append, number)
        await loop.synchronize()
        trio.lowlevel.remove_instrument(passes)
    assert ran == list(range(100))
    assert passes.count < 6


async def test_callbacks_tasks_and_futures_keep_their_order() -> None:
    ran: list[str] = []

    async def as_trio(name: str) -> None:
        ran.append(name)

    async with quick_loop() as loop:
        for round_number in range(3):
            for name in ("a", "b"):
                loop.call_soon(ran.append, f"{name}{round_number}")
            loop.trio_as_future(as_trio, f"trio{round_number}")
            loop.call_soon(ran.append, f"c{round_number}")
        await loop.synchronize()
    assert ran == [f"{name}{n}" for n in range(3) for name in ("a", "b", "trio", "c")]


async def test_a_callback_from_another_thread_wakes_the_loop() -> None:
    ran = trio.Event()
    async with quick_loop() as loop:
        await trio.to_thread.run_sync(loop.call_soon_threadsafe, ran.set)
        await ran.wait()


async def test_what_a_file_leads_to_runs_in_the_pass_that_saw_it() -> None:
    ran: list[int] = []
    seen: list[int] = []

    def step(left: int, seeing: Seeing) -> None:
        ran.append(seeing.passes.count)
        if left:
            seeing.loop.call_soon(step, left - 1, seeing)

    def readable(seeing: Seeing) -> None:
        seen.append(seeing.passes.count)
        seeing.loop.call_soon(step, AT_ONCE - 1, seeing)

    await see(readable)
    assert ran == seen * AT_ONCE


async def test_what_comes_meanwhile_is_read_in_the_same_pass_up_to_a_limit() -> None:
    seen: list[int] = []

    def readable(seeing: Seeing) -> None:
        seen.append(seeing.passes.count)
        if len(seen) <= IN_A_ROW:
            seeing.loop.call_soon(seeing.there.send, b"!")

    await see(readable)
    assert len(seen) == IN_A_ROW + 1
    assert seen[:-1] == [seen[0]] * IN_A_ROW
    assert seen[-1] > seen[0]


async def test_a_file_that_always_has_more_starves_no_task() -> None:
    here, there = socket.socketpair()
    read = 0

    def readable() -> None:
        nonlocal read
        read += 1

    with here, there:
        async with quick_loop() as loop:
            loop.add_reader(here, readable)
            there.send(b"!")
            for _ in range(20):
                before = read
                await trio.lowlevel.checkpoint()
                assert read - before <= 2 * IN_A_ROW
            loop.remove_reader(here)
    assert read


async def test_what_was_called_before_a_file_was_read_runs_first() -> None:
    here, there = socket.socketpair()
    ran: list[str] = []

    def readable() -> None:
        here.recv(1)
        loop.call_soon(ran.append, "later")

    with here, there:
        async with quick_loop() as loop:
            loop.add_reader(here, readable)
            # Which task trio runs first is up to chance.
            for _ in range(20):
                await trio.testing.wait_all_tasks_blocked()
                there.send(b"!")
                loop.call_soon(ran.append, "sooner")
            await trio.testing.wait_all_tasks_blocked(0.01)
            loop.remove_reader(here)
    assert ran == ["sooner", "later"] * 20


async def test_it_is_told_when_all_has_run_that_a_file_leads_to() -> None:
    here, there = socket.socketpair()
    told: list[int] = []
    ran = 0

    def step(left: int) -> None:
        nonlocal ran
        ran += 1
        if left:
            loop.call_soon(step, left - 1)

    def readable() -> None:
        here.recv(1)
        step(5)

    with here, there:
        async with trio_asyncio.open_loop() as loop:
            pace = quicken(loop)
            pace.when_passed = lambda: told.append(ran)
            loop.add_reader(here, readable)
            await loop.synchronize()
            await trio.testing.wait_all_tasks_blocked()
            there.send(b"!")
            await trio.testing.wait_all_tasks_blocked(0.01)
            loop.remove_reader(here)
    assert told == [6]


async def test_callbacks_that_never_end_starve_neither_tasks_nor_timers_nor_files(
    autojump_clock: trio.testing.MockClock,
) -> None:
    here, there = socket.socketpair()
    done: set[str] = set()

    def on_and_on() -> None:
        if len(done) < 3:
            autojump_clock.jump(0.001)
            loop.call_soon(on_and_on)

    def readable() -> None:
        here.recv(1)
        done.add("file")

    async def task() -> None:
        await trio.sleep(0.01)
        done.add("task")

    with here, there, trio.fail_after(100):
        async with quick_loop() as loop, trio.open_nursery() as nursery:
            loop.add_reader(here, readable)
            loop.call_soon(on_and_on)
            loop.call_later(0.02, done.add, "timer")
            nursery.start_soon(task)
            there.send(b"!")
            while len(done) < 3:
                await trio.sleep(0.001)
            loop.remove_reader(here)
    assert done == {"task", "timer", "file"}


async def test_a_timer_that_a_file_sets_wakes_the_sleeping_loop(
    autojump_clock: trio.testing.MockClock,
) -> None:
    del autojump_clock
    here, there = socket.socketpair()
    rang = trio.Event()

    def readable() -> None:
        here.recv(1)
        loop.call_later(5.0, rang.set)

    with here, there:
        async with quick_loop() as loop:
            loop.add_reader(here, readable)
            began = trio.current_time()
            there.send(b"!")
            await rang.wait()
            assert trio.current_time() - began == pytest.approx(5.0)
            loop.remove_reader(here)


async def test_what_has_been_cancelled_does_not_run() -> None:
    ran: list[str] = []
    async with quick_loop() as loop:
        loop.call_soon(ran.append, "first")
        loop.call_soon(ran.append, "cancelled").cancel()
        loop.call_later(0.0, ran.append, "late").cancel()
        loop.call_soon(ran.append, "last")
        await loop.synchronize()
    assert ran == ["first", "last"]


async def test_a_loop_that_is_told_to_stop_by_what_a_file_leads_to_stops() -> None:
    here, there = socket.socketpair()
    with here, there, trio.fail_after(10):
        async with quick_loop() as loop:
            loop.add_reader(here, loop.stop)
            there.send(b"!")
            await loop.wait_stopped()


async def test_asyncio_sees_its_own_loop_wherever_it_is_run() -> None:
    here, there = socket.socketpair()
    seen: list[asyncio.AbstractEventLoop] = []

    def look() -> None:
        seen.append(asyncio.get_running_loop())

    def readable() -> None:
        here.recv(1)
        loop.call_soon(look)

    with here, there:
        async with quick_loop() as loop:
            loop.call_soon(look)
            await loop.synchronize()
            loop.add_reader(here, readable)
            there.send(b"!")
            await trio.testing.wait_all_tasks_blocked(0.01)
            loop.remove_reader(here)
            assert seen == [loop, loop]
