"""Prompts for a bot at many tables leave together; for a bot at few, at once."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import pytest
import trio
import trio.lowlevel
import trio_asyncio
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock

from arena.errors import AuthenticationError
from arena.server.gathering import ENOUGH, GATHER, GATHER_FROM, Gathering, Turn
from arena.server.listener import wire_loop
from arena.server.stream import BotStream
from arena.v1 import play_service_pb2 as pb


class Owner:
    """A table that wants all of its prompts sent."""

    def sent(self, seat: int, turn: int, now: float) -> bool:
        return True


class Writer:
    """Remembers how many prompts each message carried, until it has had some."""

    def __init__(self, wanted: int) -> None:
        self.prompts: list[int] = []
        self.had_all = asyncio.Event()
        self._wanted = wanted

    async def write(self, message: bytes) -> None:
        self.prompts.append(len(pb.PlayResponse.FromString(message).prompts))
        if sum(self.prompts) == self._wanted:
            self.had_all.set()


def _stream(gathering: Gathering | None, seats: int = 16) -> BotStream:
    stream = BotStream(
        tables=16, wants_legal_plays=False, client="", peer="", gathering=gathering
    )
    stream.seats = range(seats)
    return stream


def _gathering(tables: int) -> Gathering:
    gathering = Gathering()
    gathering.tables = tables
    return gathering


async def _written(stream: BotStream) -> list[int]:
    """Has three prompts made one after another and gives how they were written."""
    writer = Writer(3)

    async def play() -> None:
        writing = asyncio.create_task(stream.write_loop(writer))
        for turn in range(3):
            stream.outbox.add_prompt(Owner(), 0, turn, b"")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        await writer.had_all.wait()
        writing.cancel()

    async with wire_loop():
        await trio_asyncio.aio_as_trio(play)()
    return writer.prompts


async def test_prompts_of_a_bot_at_many_tables_share_a_message(
    mock_clock: MockClock,
) -> None:
    assert await _written(_stream(_gathering(tables=16))) == [3]


async def test_prompts_of_a_bot_at_few_tables_do_not_wait(
    mock_clock: MockClock,
) -> None:
    few = _stream(_gathering(tables=16), seats=GATHER_FROM - 1)
    assert await _written(few) == [1, 1, 1]


async def test_without_others_to_wait_for_prompts_do_not_wait(
    mock_clock: MockClock,
) -> None:
    assert await _written(_stream(None)) == [1, 1, 1]


@pytest.mark.parametrize(("busy", "written"), [(0.8, [2]), (4.0, [1, 1])])
async def test_prompts_wait_while_the_arena_is_busy_but_not_for_ever(
    mock_clock: MockClock, busy: float, written: list[int]
) -> None:
    stream = _stream(_gathering(tables=16))
    writer = Writer(2)

    async def work() -> None:
        """Makes two prompts, and has the thread busy for a part of `GATHER` each."""
        for turn in range(2):
            stream.outbox.add_prompt(Owner(), 0, turn, b"")
            for _ in range(10):
                mock_clock.jump(busy * GATHER / 20)
                await trio.lowlevel.checkpoint()

    async with wire_loop(), trio.open_nursery() as nursery:
        nursery.start_soon(trio_asyncio.aio_as_trio(stream.write_loop), writer)
        await work()
        while not writer.had_all.is_set():
            mock_clock.jump(GATHER)
            await trio.lowlevel.checkpoint()
        nursery.cancel_scope.cancel()
    assert writer.prompts == written


async def test_prompts_of_enough_tables_do_not_wait_for_the_others(
    mock_clock: MockClock,
) -> None:
    stream = _stream(_gathering(tables=16))
    enough = int(16 * ENOUGH)
    writer = Writer(16)

    async def work() -> None:
        """Makes a prompt for each seat, with the thread busy but time standing still."""
        for turn in range(16):
            stream.outbox.add_prompt(Owner(), 0, turn, b"")
            for _ in range(20):
                await trio.lowlevel.checkpoint()

    async with wire_loop(), trio.open_nursery() as nursery:
        nursery.start_soon(trio_asyncio.aio_as_trio(stream.write_loop), writer)
        await work()
        while not writer.had_all.is_set():
            await trio.lowlevel.checkpoint()
            mock_clock.jump(GATHER)
        nursery.cancel_scope.cancel()
    assert writer.prompts == [enough, 16 - enough]


class Busy:
    """Waits for turns of a thread that never comes to rest and a clock that stands."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self.left: list[str] = []
        """Whose turn has come, in that order."""

    async def play(self, script: Callable[["Busy"], Awaitable[None]]) -> None:
        """Runs a script of asyncio's in it."""
        async with wire_loop(), trio.open_nursery() as nursery:
            nursery.start_soon(self._never_rest)
            await trio_asyncio.aio_as_trio(script)(self)
            nursery.cancel_scope.cancel()

    async def wait(self, name: str, prompts: int) -> Turn:
        """Has a bot wait with so many prompts."""
        turn = Turn(prompts, asyncio.get_running_loop().create_future())
        turn.come.add_done_callback(lambda _: self.left.append(name))
        assert self.gathering.begin(turn)
        await self.settle()
        return turn

    async def wait_as_a_stream(
        self, prompts: int
    ) -> tuple[BotStream, Writer, asyncio.Task[None]]:
        """Has a stream wait with so many prompts; gives what it writes, and its task."""
        stream, writer = _stream(self.gathering), Writer(prompts)
        writing = asyncio.create_task(stream.write_loop(writer))
        for turn in range(prompts):
            stream.outbox.add_prompt(Owner(), 0, turn, b"")
        await self.settle()
        return stream, writer, writing

    async def settle(self) -> None:
        """Lets everything happen that can."""
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _never_rest(self) -> None:
        while True:
            await trio.lowlevel.checkpoint()


async def test_of_several_bots_the_one_with_the_most_prompts_goes_first(
    mock_clock: MockClock,
) -> None:
    async def script(arena: Busy) -> None:
        first = await arena.wait("first", 2)
        await arena.wait("second", 3)
        await arena.wait("third", 1)
        assert not arena.left
        arena.gathering.add(first)
        arena.gathering.add(first)
        await arena.settle()
        assert arena.left == ["first"]
        # It has its turn: what comes now is none of the others' that wait.
        for _ in range(10):
            arena.gathering.add(first)
        await arena.settle()
        assert arena.left == ["first"]
        await arena.wait("fourth", 4)
        assert arena.left == ["first", "fourth"]

    await Busy(_gathering(tables=16)).play(script)


async def test_of_many_bots_some_go_together(mock_clock: MockClock) -> None:
    async def script(arena: Busy) -> None:
        for number in range(15):
            await arena.wait(f"bot {number}", 1)
        assert not arena.left
        await arena.wait("last", 1)
        assert arena.left == [f"bot {number}" for number in range(4)]

    await Busy(_gathering(tables=32)).play(script)


async def test_an_idle_arena_lets_go_whoever_has_the_most(
    mock_clock: MockClock,
) -> None:
    left: list[list[str]] = []

    async def script() -> None:
        gathering = _gathering(tables=100)
        gone = asyncio.Event()

        async def wait(name: str, prompts: int) -> None:
            turn = Turn(prompts, asyncio.get_running_loop().create_future())
            assert gathering.begin(turn)
            await turn.come
            left[-1].append(name)
            gone.set()

        async with asyncio.TaskGroup() as tasks:
            for name, prompts in (("few", 1), ("many", 2), ("most", 3), ("as many", 3)):
                tasks.create_task(wait(name, prompts))
            for _ in range(3):
                left.append([])
                await gone.wait()
                gone.clear()

    async with wire_loop():
        await trio_asyncio.aio_as_trio(script)()
    assert left == [["most", "as many"], ["many"], ["few"]]


async def test_what_a_stream_leaves_behind_when_it_breaks_off_waits_no_more(
    mock_clock: MockClock,
) -> None:
    async def script(arena: Busy) -> None:
        _, writer, writing = await arena.wait_as_a_stream(4)
        writing.cancel()
        await asyncio.wait([writing])
        assert not writer.prompts
        # With those it would be more than half of the tables that wait.
        await arena.wait("other", 5)
        assert not arena.left

    await Busy(_gathering(tables=16)).play(script)


@pytest.mark.parametrize("ending", ["stop", "ban", "replace"])
async def test_a_stream_that_ends_while_its_prompts_wait_writes_none_of_them(
    mock_clock: MockClock, ending: str
) -> None:
    async def script(arena: Busy) -> None:
        stream, writer, writing = await arena.wait_as_a_stream(4)
        assert not writer.prompts
        match ending:
            case "stop":
                stream.stop()
            case "ban":
                stream.ban("revoked")
            case _:
                stream.replace()
        mock_clock.jump(GATHER)
        with suppress(AuthenticationError):
            await writing
        # Who is replaced is told so.
        assert writer.prompts == ([0] if ending == "replace" else [])
        await arena.wait("other", 7)
        assert not arena.left

    await Busy(_gathering(tables=16)).play(script)


@settings(max_examples=30, deadline=None)
@given(
    bots=st.lists(st.integers(0, 8), min_size=1, max_size=20),
    added=st.lists(st.integers(0, 19), max_size=60),
    tables=st.integers(0, 64),
)
def test_whatever_comes_not_too_many_prompts_wait_and_all_leave(
    bots: Sequence[int], added: Sequence[int], tables: int
) -> None:
    async def script(arena: Busy) -> None:
        turns = [await arena.wait(str(n), prompts) for n, prompts in enumerate(bots)]
        waiting = [turn for turn in turns if not turn.come.done()]
        for number in added:
            turn = turns[number % len(turns)]
            arena.gathering.add(turn)
            waiting = [turn for turn in turns if not turn.come.done()]
            assert sum(turn.prompts for turn in waiting) < max(tables * ENOUGH, 1)
        for turn in waiting:
            arena.gathering.end(turn)
        await arena.settle()
        assert sorted(arena.left) == sorted(map(str, range(len(bots))))

    trio.run(Busy(_gathering(tables)).play, script, clock=MockClock())


async def test_what_a_ping_waits_in_the_arena_is_no_part_of_the_round_trip(
    mock_clock: MockClock,
) -> None:
    stream = _stream(None)
    stream.ping()
    mock_clock.jump(GATHER)
    number = pb.PlayResponse.FromString(stream.take()).ping
    mock_clock.jump(0.5)
    stream.pong(number, trio.current_time())
    assert stream.round_trip == pytest.approx(0.5)
    # One that is answered before it has left is not waited for any more.
    stream.ping()
    stream.pong(number + 1, trio.current_time())
    stream.take()
    stream.ping()
    assert pb.PlayResponse.FromString(stream.take()).ping == number + 2
