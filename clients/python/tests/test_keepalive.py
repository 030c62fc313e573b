"""An arena that is cut off, with the connection still open."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from arena_client.bots.lowest import LowestBot
from arena_client.endpoint import Endpoint
from arena_client.scripted import Client, ScriptedArena
from arena_client.seats import Seats
from arena_client.stream import BackOff, LostError, keep_playing
from arena_client.v1.play_service_pb2 import Join, Joined

PATIENCE = 120


@asynccontextmanager
async def relay(address: str, vanished: asyncio.Event) -> AsyncIterator[str]:
    """The way to `address`, on which nothing comes through once it has `vanished`."""
    host, _, port = address.rpartition(":")

    async def pump(reader: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                if not vanished.is_set():
                    to.write(data)
        finally:
            to.close()

    async def connected(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        far_reader, far_writer = await asyncio.open_connection(host, int(port))
        await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    async with server:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"


def test_an_arena_that_has_vanished_without_a_word_is_noticed() -> None:
    vanished = asyncio.Event()

    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await asyncio.sleep(1.2)  # The library does not ping more than once a second.
        vanished.set()
        await asyncio.sleep(PATIENCE)

    async def main() -> None:
        async with (
            asyncio.timeout(PATIENCE),
            ScriptedArena([script]) as arena,
            relay(arena.address, vanished) as address,
        ):
            endpoint = Endpoint(address, "token", keepalive=0.3, keepalive_timeout=3)
            seats = Seats(LowestBot, 0)
            await keep_playing(endpoint, seats, Join(), BackOff(patience=0))

    with pytest.raises(LostError, match="lost the arena"):
        asyncio.run(main())
    assert vanished.is_set()
