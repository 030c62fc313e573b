"""The bot's stream: let it in, read its answers, write what is ready.

A bot that breaks the protocol costs itself its stream and nobody else anything:
whatever goes wrong in here ends one call.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import NoReturn
from weakref import WeakKeyDictionary

import grpc
import trio

from arena.errors import ArenaError, AuthenticationError, RemoteProtocolError
from arena.server.accepting import add_methods
from arena.server.allowance import JOINING, MOST, Allowance
from arena.server.answers import hand_in
from arena.server.backlog import came_at
from arena.server.caller import caller
from arena.server.lobby import Lobby
from arena.server.player import Player
from arena.server.requests import Context, decode_request, next_request, peer_of
from arena.server.statuses import status_of
from arena.server.stream import STUCK_AFTER, BotStream
from arena.v1 import play_service_pb2 as pb
from arena.v1 import play_service_pb2_grpc as pb_grpc

JOIN_LIMIT = 10.0
"""Seconds a caller with a good token has for its first message."""

WRITE_GRACE = 1.0
"""Seconds that the last write has to leave when a stream ends."""

LAST_WORD = 0.02
"""Seconds between what a caller did wrong and the status it gets for it. A status that
overtakes the end of the caller's own write is to gRPC's client an internal error."""

BREAKING_OFF = 0.2
"""Seconds after the last message of a stream by which gRPC has said whether the caller
has ended it or is no more. The two are told by one thread one after the other, which
may have to wait for the machine in between."""

_LOOKS = 10
"""In how many parts that is waited: if the machine stood still meanwhile only one is
over, and what gRPC has said by then is heard before the next."""

MAX_JOINING = 4
"""The most streams of one bot that may be waiting for their first message."""

MAX_TABLES = 256
"""The most tables one stream is given at a time, whatever the bot asks for."""

DEFAULT_TABLES = 1
"""The tables a bot is given that leaves the number to the arena: with more, its
thinking at one of them would use up its clocks at the others."""

MAX_ANSWERS = 2 * MAX_TABLES
"""The most answers one message may carry: far more than a bot can owe."""

MAX_CLIENT_LENGTH = 100
"""The most characters of `Join.client` that are kept."""


def add_play_service(service: "PlayService", server: grpc.aio.Server) -> None:
    """Adds the service to a server, with a limit to messages that is ours.

    What is over gRPC's own limit ends a call without anybody knowing why.
    """
    # What a stream writes is encoded already.
    play: grpc.RpcMethodHandler[pb.PlayRequest, bytes] = (
        grpc.stream_stream_rpc_method_handler(service.Play, decode_request)
    )
    name = pb.DESCRIPTOR.services_by_name["PlayService"].full_name
    add_methods(server, name, {"Play": play})


class PlayService(pb_grpc.PlayServiceServicer):
    """Serves `arena.v1.PlayService` for the players of a lobby."""

    def __init__(self, lobby: Lobby) -> None:
        """Serves the players that `lobby` expects."""
        self._lobby = lobby
        self._joining: Counter[Player] = Counter()
        self._allowances: WeakKeyDictionary[Player, Allowance] = WeakKeyDictionary()

    async def Play(  # type: ignore[override]  # noqa: N802 - gRPC's name
        self, request_iterator: AsyncIterator[pb.PlayRequest], context: Context
    ) -> None:
        """Plays one bot's stream until it ends from either side."""
        del request_iterator  # `context.read` is the cheaper way to the same
        try:
            player, join = await self._let_in(context)
        except ArenaError as error:
            self._lobby.meter.refused += 1
            self._lobby.watcher.refused(peer_of(context), str(error))
            await _end(context, status_of(error), str(error))
        stream = BotStream(
            tables=min(join.tables or DEFAULT_TABLES, MAX_TABLES),
            wants_legal_plays=join.send_legal_plays,
            client=_printable(join.client[:MAX_CLIENT_LENGTH]),
            peer=peer_of(context),
            meter=self._lobby.meter,
            gathering=self._lobby.gathering,
        )
        stream.draft.joined.entrant = player.name
        stream.draft.joined.tournament = player.tournament
        stream.draft.joined.tables = stream.tables
        stream.flush()
        broken = False
        try:
            player.attach(stream)
            self._lobby.watcher.joined(player.name, stream.peer, stream.client)
            await self._serve(player, stream, context)
        except RemoteProtocolError as error:
            self._blame(player, stream, str(error))
            await _end(context, grpc.StatusCode.RESOURCE_EXHAUSTED, str(error))
        except AuthenticationError as error:
            await _end(context, status_of(error), str(error))
        except asyncio.CancelledError:
            # So gRPC says that the call is no more, and nothing of the reason.
            broken = True
            player.note("the stream broke off")
            raise
        finally:
            player.detach(stream)
            self._lobby.watcher.left(player.name, broken=broken)

    async def _let_in(self, context: Context) -> tuple[Player, pb.Join]:
        """Finds out who calls, and waits for its introduction.

        Raises:
            AuthenticationError: The token is nobody's.
            RemoteProtocolError: The bot connects too often or does not join.
        """
        player = await caller(self._lobby, context)
        try:
            with self._waiting(player):
                join = await self._read_join(context)
        except RemoteProtocolError as error:
            player.note(f"not let in from {peer_of(context)}: {error}")
            raise
        # The token may have been revoked while its bot took its time.
        return await caller(self._lobby, context), join

    @contextmanager
    def _waiting(self, player: Player) -> Iterator[None]:
        """Counts a stream among those that have not joined yet.

        Raises:
            RemoteProtocolError: There are too many, or have been of late.
        """
        if not self._spend(player, JOINING):
            raise RemoteProtocolError(
                f"{player.name} connects too often; expected to wait a second"
            )
        if self._joining[player] >= MAX_JOINING:
            raise RemoteProtocolError(
                f"{player.name} has {MAX_JOINING} streams open that have not joined;"
                " expected a join on each"
            )
        self._joining[player] += 1
        try:
            yield
        finally:
            self._joining[player] -= 1
            if not self._joining[player]:
                del self._joining[player]

    def _spend(self, player: Player, amount: int) -> bool:
        now = trio.current_time()
        if player not in self._allowances:
            self._allowances[player] = Allowance(now)
        return self._allowances[player].spend(amount, now)

    def _blame(self, player: Player, stream: BotStream, why: str) -> None:
        player.note(f"cut off at {stream.peer}: {why}")
        self._lobby.watcher.cut_off(player.name, stream.peer, why)

    async def _read_join(self, context: Context) -> pb.Join:
        try:
            async with asyncio.timeout(JOIN_LIMIT):
                first = await next_request(context)
        except TimeoutError:
            raise RemoteProtocolError(
                f"no message within {JOIN_LIMIT:g} s; expected a join"
            ) from None
        if first is None or not first.HasField("join"):
            raise RemoteProtocolError(
                "the first message carries no join; expected PlayRequest.join"
            )
        return first.join

    async def _serve(self, player: Player, stream: BotStream, context: Context) -> None:
        """Runs the stream's loops until the first of them ends."""
        pinging = asyncio.create_task(stream.ping_loop())
        writing = asyncio.create_task(stream.write_loop(context))
        reading = asyncio.create_task(self._read_loop(player, stream, context))
        loops = (reading, writing, pinging)
        try:
            done, _ = await asyncio.wait(loops, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # A write that is cut off would leave gRPC unable to end the call.
            stream.stop()
            try:
                await asyncio.wait({writing}, timeout=WRITE_GRACE)
            finally:
                # gRPC may cancel a call that is being cancelled already.
                for loop in loops:
                    loop.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
        if pinging in done:
            self._blame(
                player, stream, f"has not read what it is sent for {STUCK_AFTER:g} s"
            )
        for loop in done:
            loop.result()
        if done == {reading}:
            # A stream that breaks off can look like one that is ended, for a moment.
            for _ in range(_LOOKS):
                await asyncio.sleep(BREAKING_OFF / _LOOKS)

    async def _read_loop(
        self, player: Player, stream: BotStream, context: Context
    ) -> None:
        """Hands in what comes, until the bot has ended its half."""
        while (request := await next_request(context)) is not None:
            received = came_at()
            if player.overdue_until is not None:
                player.hear()
            if len(request.answers) > MAX_ANSWERS:
                raise RemoteProtocolError(
                    f"{len(request.answers)} answers in one message; expected at most"
                    f" {MAX_ANSWERS}"
                )
            seated, asked = hand_in(request.answers, player.seats, received)
            if seated:
                self._lobby.meter.decisions += seated
            unasked = max(len(request.answers), 1) - asked
            if unasked and not self._spend(player, unasked):
                raise RemoteProtocolError(
                    f"more than {MOST} answers and messages that nobody has asked for;"
                    " expected one answer to each prompt"
                )
            if request.pong:
                # A round trip may take less than is known of when an answer came.
                stream.pong(request.pong, trio.current_time())


def _printable(text: str) -> str:
    """Leaves out what neither a log nor every database takes."""
    return "".join(filter(str.isprintable, text))


async def _end(context: Context, status: grpc.StatusCode, why: str) -> NoReturn:
    """Ends a call with a status, in a way that its caller comes to see it."""
    await asyncio.sleep(LAST_WORD)
    await context.abort(status, why)
    raise AssertionError  # `abort` does not return
