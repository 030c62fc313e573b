"""Prompts for a bot at many tables leave together; for a bot at few, at once."""

import asyncio

import trio
import trio.lowlevel
import trio_asyncio
from trio.testing import MockClock

from arena.server.listener import wire_loop
from arena.server.stream import GATHER, GATHER_FROM, GATHER_ON, BotStream
from arena.v1 import play_service_pb2 as pb


class Owner:
    """A table that wants all of its prompts sent."""

    def sent(self, seat: int, turn: int, now: float) -> bool:
        return True


class Writer:
    """Remembers how many prompts each message carried."""

    def __init__(self) -> None:
        self.prompts: list[int] = []

    async def write(self, message: bytes) -> None:
        self.prompts.append(len(pb.PlayResponse.FromString(message).prompts))


async def _written(seats: int) -> list[int]:
    """Has three prompts made one after another and gives how they were written."""
    stream = BotStream(tables=16, wants_legal_plays=False, client="", peer="")
    stream.seats = range(seats)
    writer = Writer()

    async def play() -> None:
        writing = asyncio.create_task(stream.write_loop(writer))
        for turn in range(3):
            stream.add_prompt(Owner(), 0, turn, b"")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        stream.close(pb.GOODBYE_REASON_TOURNAMENT_OVER, "over")
        await writing

    async with trio_asyncio.open_loop():
        await trio_asyncio.aio_as_trio(play)()
    return writer.prompts


async def test_prompts_of_a_bot_at_many_tables_share_a_message(
    autojump_clock: MockClock,
) -> None:
    assert await _written(seats=16) == [3]


async def test_while_the_arena_is_busy_prompts_wait_for_what_it_leads_to(
    mock_clock: MockClock,
) -> None:
    stream = BotStream(tables=16, wants_legal_plays=False, client="", peer="")
    stream.seats = range(16)
    writer = Writer()

    async def work() -> None:
        """Never lets the thread sleep until two prompts have been made."""
        for turn in range(2):
            stream.add_prompt(Owner(), 0, turn, b"")
            for _ in range(10):
                mock_clock.jump((GATHER + GATHER_ON) / 30)
                await trio.lowlevel.checkpoint()

    async with wire_loop(), trio.open_nursery() as nursery:
        nursery.start_soon(trio_asyncio.aio_as_trio(stream.write_loop), writer)
        await work()
        while not writer.prompts:
            await trio.lowlevel.checkpoint()
            mock_clock.jump(GATHER)
        nursery.cancel_scope.cancel()
    assert writer.prompts == [2]


async def test_prompts_of_a_bot_at_few_tables_do_not_wait() -> None:
    assert sum(await _written(seats=GATHER_FROM - 1)) == 3
    assert len(await _written(seats=GATHER_FROM - 1)) > 1
