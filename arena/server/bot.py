"""A bot's own view: who it is, what it has played, why it forfeited.

Whoever shows a token sees what belongs to that token and nothing else. A bot that is
registered sees all its tournaments; one that plays by a tournament's own token sees
that tournament.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import grpc
import trio

from arena.errors import AuthenticationError, BusyError
from arena.match.termination import Termination
from arena.server.caller import caller
from arena.server.convert import nearest_ms, refusal_of, termination_of
from arena.server.lobby import Lobby
from arena.server.paging import (
    READERS,
    abort,
    decode_numbers,
    encode_token,
    page_size,
    position,
    read,
)
from arena.server.player import Player
from arena.server.reading import (
    EntryName,
    ForfeitInfo,
    Library,
    standing_message,
    tournament_message,
)
from arena.v1 import bot_service_pb2 as pb
from arena.v1 import bot_service_pb2_grpc as pb_grpc

_Context = grpc.aio.ServicerContext[Any, Any]


class BotService(pb_grpc.BotServiceServicer):
    """Serves `arena.v1.BotService` to the players of a lobby."""

    def __init__(self, lobby: Lobby, library: Library) -> None:
        """Knows callers by `lobby` and reads from `library`."""
        self._lobby = lobby
        self._library = library
        self._limiter = trio.CapacityLimiter(READERS)

    async def GetBot(  # noqa: N802 - gRPC's name
        self,
        request: pb.GetBotRequest,  # noqa: ARG002 - it has no fields yet
        context: _Context,
    ) -> pb.GetBotResponse:
        """Tells who the bot is and how its stream is doing."""
        return _bot(await self._player(context))

    async def ListEntries(  # noqa: N802 - gRPC's name
        self, request: pb.ListEntriesRequest, context: _Context
    ) -> pb.ListEntriesResponse:
        """Gives a page of the bot's tournaments with its lines in their standings."""
        player = await self._player(context)

        def page() -> pb.ListEntriesResponse:
            size = page_size(request.page_size)
            every = self._entries(player)
            begin = position([entry.tournament for entry in every], request.page_token)
            chosen = every[begin : begin + size]
            response = pb.ListEntriesResponse(entries=map(self._entry, chosen))
            if begin + size < len(every):
                response.next_page_token = encode_token(chosen[-1].tournament)
            return response

        return await read(page, self._limiter, context)

    async def ListForfeits(  # noqa: N802 - gRPC's name
        self, request: pb.ListForfeitsRequest, context: _Context
    ) -> pb.ListForfeitsResponse:
        """Gives a page of the bot's forfeits; the token is the last one's place.

        They come in the order in which they were stored, so that new ones come behind
        all others, and the order says nothing of boards that are still played.
        """
        player = await self._player(context)

        def page() -> pb.ListForfeitsResponse:
            size = page_size(request.page_size)
            token = request.page_token
            after = decode_numbers(token, 3) if token else ()
            left = sorted(
                (
                    forfeit
                    for entry in self._entries(player)
                    if request.tournament in ("", entry.tournament)
                    for forfeit in self._library.forfeits(entry)
                    if forfeit.stored > after
                ),
                key=attrgetter("stored"),
            )
            chosen = left[:size]
            response = pb.ListForfeitsResponse(forfeits=map(self._forfeit, chosen))
            if size < len(left):
                place = "/".join(map(str, chosen[-1].stored))
                response.next_page_token = encode_token(place)
            return response

        return await read(page, self._limiter, context)

    async def _player(self, context: _Context) -> Player:
        try:
            return await caller(self._lobby, context)
        except (AuthenticationError, BusyError) as error:
            self._lobby.meter.refused += 1
            await abort(context, error)

    def _entries(self, player: Player) -> Sequence[EntryName]:
        if player.resident:
            return self._library.entries(player.name)
        return [EntryName(player.tournament, player.name)]

    def _entry(self, entry: EntryName) -> pb.Entry:
        info = self._library.standings(entry.tournament)
        mine = [line for line in info.lines if line.entrant == entry.entrant]
        return pb.Entry(
            tournament=tournament_message(info.tournament),
            standing=standing_message(mine[0]) if mine else None,
        )

    def _forfeit(self, info: ForfeitInfo) -> pb.Forfeit:
        table, board, rotation = info.place or (0, 0, 0)
        position = self._library.position(info)
        return pb.Forfeit(
            tournament=info.tournament,
            round=info.round,
            table=table,
            board=board,
            rotation=rotation,
            deal=info.deal,
            seat=info.seat,
            turn=info.turn,
            termination=termination_of(Termination(info.termination)),
            refusal=refusal_of(info.refusal),
            cards=info.cards or b"",
            measured_ms=_milliseconds(info.measured),
            allowed_ms=_milliseconds(info.allowed),
            message=info.message,
            hand=b"" if position is None else position.hand,
            table_cards=b"" if position is None else position.table,
        )


def _bot(player: Player) -> pb.GetBotResponse:
    response = pb.GetBotResponse(name=player.name, tournament=player.tournament)
    for moment, message in player.faults:
        response.faults.add(message=message).fault_time.FromDatetime(moment)
    stream = player.stream
    if stream is not None:
        connection = response.connection
        connection.peer = stream.peer
        connection.client = stream.client
        connection.tables = stream.tables
        connection.tables_playing = len(player.seats)
        if stream.round_trip is not None:
            connection.round_trip_duration.FromMicroseconds(
                int(stream.round_trip * 1e6)
            )
    return response


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else nearest_ms(seconds)
