"""A real server on a free port, and callers for it that the test steers."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import grpc
import trio
import trio_asyncio

from arena.game.forfeited import Position
from arena.server.auth import token_hash
from arena.server.listener import Listening, serve, wire_loop
from arena.server.lobby import Lobby
from arena.server.reading import (
    EntryName,
    ForfeitInfo,
    RecordLine,
    StandingsInfo,
    TournamentInfo,
)
from arena.v1 import play_service_pb2 as pb
from arena.v1.play_service_pb2_grpc import PlayServiceStub


class Comings:
    """A lobby's watcher that remembers."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, ...]] = []

    def joined(self, entrant: str, peer: str, client: str) -> None:
        self.heard.append(("joined", entrant, client))

    def left(self, entrant: str, *, broken: bool) -> None:
        self.heard.append(("broken off" if broken else "left", entrant))

    def cut_off(self, entrant: str, peer: str, why: str) -> None:
        self.heard.append(("cut off", entrant, why))

    def refused(self, peer: str, why: str) -> None:
        self.heard.append(("refused", why))


class EmptyLibrary:
    """A library without tournaments."""

    def tournaments(self) -> Sequence[TournamentInfo]:
        return []

    def standings(self, tournament: str) -> StandingsInfo:
        raise LookupError(tournament)

    def records(
        self, tournament: str, entrant: str, after: tuple[int, ...] | None, limit: int
    ) -> Sequence[RecordLine]:
        return []

    def entries(self, bot: str) -> Sequence[EntryName]:
        return []

    def forfeits(self, entry: EntryName) -> Sequence[ForfeitInfo]:
        return []

    def position(self, forfeit: ForfeitInfo) -> Position | None:
        return None


class Caller:
    """One call of `Play`, written and read by the test."""

    def __init__(self, call: Any) -> None:
        self._call = call

    async def send(self, request: pb.PlayRequest) -> None:
        """Writes one message."""
        await trio_asyncio.aio_as_trio(self._call.write)(request)

    async def receive(self) -> pb.PlayResponse | None:
        """Reads one message; None when the stream has ended with OK."""
        got = await trio_asyncio.aio_as_trio(self._call.read)()
        return None if got is grpc.aio.EOF else got

    async def receive_until(
        self, wanted: Callable[[pb.PlayResponse], bool]
    ) -> pb.PlayResponse:
        """Reads on until a message is as `wanted`."""
        while (response := await self.receive()) is not None:
            if wanted(response):
                return response
        raise AssertionError("the stream ended before the message that was wanted")

    async def status(self) -> grpc.StatusCode:
        """Reads on to the call's end and gives its status."""
        # gRPC keeps the status back until all that came before it has been read.
        with suppress(grpc.aio.AioRpcError):
            while await self.receive() is not None:
                pass
        code: grpc.StatusCode = await trio_asyncio.aio_as_trio(self._call.code)()
        return code

    async def details(self) -> str:
        """Gives the words of the status; to be asked for after `status`."""
        return str(await trio_asyncio.aio_as_trio(self._call.details)())

    async def finish_sending(self) -> None:
        """Ends the caller's half of the stream."""
        await trio_asyncio.aio_as_trio(self._call.done_writing)()

    def hang_up(self) -> None:
        """Cancels the call."""
        self._call.cancel()


class Wire:
    """A running server, its lobby, and a channel to it."""

    def __init__(self, lobby: Lobby, address: str, channel: grpc.aio.Channel) -> None:
        self.lobby = lobby
        self.address = address
        self.channel = channel

    def call(self, token: str | None) -> Caller:
        """Opens the stream with that token; None shows none."""
        metadata = () if token is None else (("authorization", f"Bearer {token}"),)
        return Caller(PlayServiceStub(self.channel).Play(metadata=metadata))

    async def join(self, token: str, **fields: Any) -> Caller:
        """Opens the stream and joins."""
        caller = self.call(token)
        await caller.send(pb.PlayRequest(join=pb.Join(**fields)))
        return caller


@asynccontextmanager
async def serving(
    *names: str, watcher: Comings | None = None, library: Any = None
) -> AsyncIterator[Wire]:
    """Serves players of those names, each with its name as its token."""
    lobby = Lobby("test", watcher or Comings())
    for name in names:
        lobby.expect(name, token_hash(name))
    async with wire_loop(), trio.open_nursery() as nursery:
        listening: Listening = await nursery.start(
            lambda task_status: serve(
                lobby, library or EmptyLibrary(), task_status=task_status
            )
        )
        channel = grpc.aio.insecure_channel(listening.local)
        try:
            yield Wire(lobby, listening.public, channel)
        finally:
            with trio.CancelScope(shield=True):
                await trio_asyncio.aio_as_trio(channel.close)()
            nursery.cancel_scope.cancel()
