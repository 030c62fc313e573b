"""Prompts for a bot at many tables leave together; for a bot at few, at once."""

import asyncio
from math import ceil

import pytest
import trio
import trio.lowlevel
import trio_asyncio
from trio.testing import MockClock

from arena.server.listener import wire_loop
from arena.server.stream import ENOUGH, GATHER, GATHER_FROM, BotStream
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


async def _written(seats: int) -> list[int]:
    """Has three prompts made one after another and gives how they were written."""
    stream = BotStream(tables=16, wants_legal_plays=False, client="", peer="")
    stream.seats = range(seats)
    writer = Writer(3)

    async def play() -> None:
        writing = asyncio.create_task(stream.write_loop(writer))
        for turn in range(3):
            stream.add_prompt(Owner(), 0, turn, b"")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        await writer.had_all.wait()
        writing.cancel()

    async with wire_loop():
        await trio_asyncio.aio_as_trio(play)()
    return writer.prompts


@pytest.mark.usefixtures("mock_clock")
async def test_prompts_of_a_bot_at_many_tables_share_a_message() -> None:
    assert await _written(seats=16) == [3]


@pytest.mark.usefixtures("mock_clock")
async def test_prompts_of_a_bot_at_few_tables_do_not_wait() -> None:
    assert await _written(seats=GATHER_FROM - 1) == [1, 1, 1]


@pytest.mark.parametrize(("busy", "written"), [(0.8, [2]), (4.0, [1, 1])])
async def test_prompts_wait_while_the_arena_is_busy_but_not_for_ever(
    mock_clock: MockClock, busy: float, written: list[int]
) -> None:
    stream = BotStream(tables=16, wants_legal_plays=False, client="", peer="")
    stream.seats = range(16)
    writer = Writer(2)

    async def work() -> None:
        """Makes two prompts, and has the thread busy for a part of `GATHER` each."""
        for turn in range(2):
            stream.add_prompt(Owner(), 0, turn, b"")
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


async def test_prompts_for_most_of_a_bots_seats_do_not_wait_for_the_others(
    mock_clock: MockClock,
) -> None:
    stream = BotStream(tables=16, wants_legal_plays=False, client="", peer="")
    stream.seats = range(16)
    most = ceil(16 * ENOUGH)
    writer = Writer(16)

    async def work() -> None:
        """Makes a prompt for each seat, with the thread busy but time standing still."""
        for turn in range(16):
            stream.add_prompt(Owner(), 0, turn, b"")
            for _ in range(20):
                await trio.lowlevel.checkpoint()

    async with wire_loop(), trio.open_nursery() as nursery:
        nursery.start_soon(trio_asyncio.aio_as_trio(stream.write_loop), writer)
        await work()
        while not writer.had_all.is_set():
            await trio.lowlevel.checkpoint()
            mock_clock.jump(GATHER)
        nursery.cancel_scope.cancel()
    assert writer.prompts == [most, 16 - most]


async def test_what_a_ping_waits_in_the_arena_is_no_part_of_the_round_trip(
    mock_clock: MockClock,
) -> None:
    stream = BotStream(tables=16, wants_legal_plays=False, client="", peer="")
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
