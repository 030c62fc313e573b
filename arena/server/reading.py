"""The unary services: what tournaments there are, how they stand, their records.

They read through a `Library`, which the director gives them; the server itself
knows no database. A library may block, so it is asked in a worker thread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

import grpc
import trio

from arena.game.forfeited import Position
from arena.server.paging import (
    READERS,
    decode_numbers,
    encode_token,
    page_size,
    position,
    read,
)
from arena.tournament.standings import Standing
from arena.v1 import record_service_pb2 as records_pb
from arena.v1 import record_service_pb2_grpc as records_grpc
from arena.v1 import tournament_service_pb2 as tournaments_pb
from arena.v1 import tournament_service_pb2_grpc as tournaments_grpc

_Context = grpc.aio.ServicerContext[Any, Any]

_PLACE = 5
"""How many numbers a deal's place in its tournament has."""

_STATUSES = {
    "created": tournaments_pb.TOURNAMENT_STATUS_CREATED,
    "running": tournaments_pb.TOURNAMENT_STATUS_RUNNING,
    "finished": tournaments_pb.TOURNAMENT_STATUS_FINISHED,
}


@dataclass(frozen=True, slots=True)
class TournamentInfo:
    """What may be known of a tournament from outside."""

    name: str
    """Its name, unique in the arena."""
    variant: str
    """The name of its variant."""
    status: str
    """`created`, `running` or `finished`."""
    rounds: int
    """Rounds in all."""
    rounds_done: int
    """Rounds that are complete."""
    entrants: int
    """How many take part."""
    commitment: str
    """SHA-256 of the master seed, in hexadecimal."""
    seed: str
    """The master seed in hexadecimal; empty until the tournament is finished."""
    created_time: str
    """When it was entered, RFC 3339."""
    finished_time: str | None
    """When it was finished, RFC 3339; None until then."""


@dataclass(frozen=True, slots=True)
class StandingsInfo:
    """How a tournament stands."""

    tournament: TournamentInfo
    """The tournament, as it is now."""
    lines: Sequence[Standing]
    """Its standings, best first; the same object as long as they are the same."""
    as_of_time: str
    """When they were worked out, RFC 3339."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A deal's place in its tournament, and its record."""

    round: int
    """The round, from 1."""
    table: int
    """The table within the round, from 1."""
    board: int
    """The board within the round, from 1."""
    rotation: int
    """The rotation of the board, from 1."""
    deal: int
    """The deal within the session, from 0."""
    json: str
    """The record as one line of JSON."""


@dataclass(frozen=True, slots=True)
class EntryName:
    """A bot's part in a tournament."""

    tournament: str
    """The tournament's name."""
    entrant: str
    """The entrant that the bot plays as."""


@dataclass(frozen=True, slots=True)
class ForfeitInfo:
    """A deal that a bot forfeited, with the evidence."""

    tournament: str
    """The tournament's name."""
    round: int
    """The round, from 1."""
    place: tuple[int, int, int] | None
    """Table, board and rotation, from 1; None while the round is being played."""
    deal: int
    """The deal of the session, from 0."""
    seat: int
    """The seat, from 0."""
    turn: int
    """The turn it happened at."""
    termination: str
    """The termination's value."""
    refusal: str | None
    """The refusal's code; None unless the answer was illegal."""
    cards: bytes | None
    """The answer as it was received; None if none came."""
    measured: float | None
    """Seconds the answer took; None where none were measured."""
    allowed: float | None
    """Seconds it could have taken; None without a limit."""
    message: str
    """The same in a sentence."""
    stored: tuple[int, int, int]
    """Its place among all forfeits: what is stored later has a greater one."""


class Library(Protocol):
    """What the services read from. An empty tournament name means the newest."""

    def tournaments(self) -> Sequence[TournamentInfo]:
        """Gives all tournaments, newest first."""

    def standings(self, tournament: str) -> StandingsInfo:
        """Gives a tournament and its standings, perhaps those of a moment ago."""

    def records(
        self, tournament: str, entrant: str, after: tuple[int, ...] | None, limit: int
    ) -> Sequence[RecordLine]:
        """Gives up to `limit` records of complete rounds, after that place."""

    def entries(self, bot: str) -> Sequence[EntryName]:
        """Gives what a registered bot was entered in, newest first."""

    def forfeits(self, entry: EntryName) -> Sequence[ForfeitInfo]:
        """Gives the entry's forfeits in the order in which they were stored."""

    def position(self, forfeit: ForfeitInfo) -> Position | None:
        """Gives what the bot had before it then; None where its place is not told."""


class TournamentService(tournaments_grpc.TournamentServiceServicer):
    """Serves `arena.v1.TournamentService` from a library."""

    def __init__(self, library: Library) -> None:
        """Reads from `library`."""
        self._library = library
        self._limiter = trio.CapacityLimiter(READERS)
        self._lines: tuple[Sequence[Standing], Sequence[tournaments_pb.Standing]]
        self._lines = ((), ())

    async def ListTournaments(  # noqa: N802 - gRPC's name
        self, request: tournaments_pb.ListTournamentsRequest, context: _Context
    ) -> tournaments_pb.ListTournamentsResponse:
        """Gives a page of tournaments; the token is the name the page ended with."""

        def page() -> tournaments_pb.ListTournamentsResponse:
            size = page_size(request.page_size)
            every = self._library.tournaments()
            begin = position([info.name for info in every], request.page_token)
            response = tournaments_pb.ListTournamentsResponse(
                tournaments=map(tournament_message, every[begin : begin + size])
            )
            if begin + size < len(every):
                last = every[begin + size - 1].name
                response.next_page_token = encode_token(last)
            return response

        return await read(page, self._limiter, context)

    async def GetStandings(  # noqa: N802 - gRPC's name
        self, request: tournaments_pb.GetStandingsRequest, context: _Context
    ) -> tournaments_pb.GetStandingsResponse:
        """Gives the standings as of the last finished rotation, or a while before."""

        def standings() -> tournaments_pb.GetStandingsResponse:
            info = self._library.standings(request.tournament)
            response = tournaments_pb.GetStandingsResponse(
                tournament=tournament_message(info.tournament),
                standings=self._messages(info.lines),
            )
            response.as_of_time.FromDatetime(datetime.fromisoformat(info.as_of_time))
            return response

        return await read(standings, self._limiter, context)

    def _messages(self, lines: Sequence[Standing]) -> Sequence[tournaments_pb.Standing]:
        # Many who look at one tournament are given the same, a thousand lines perhaps.
        known, messages = self._lines
        if known is not lines:
            messages = list(map(standing_message, lines))
            self._lines = lines, messages
        return messages


class RecordService(records_grpc.RecordServiceServicer):
    """Serves `arena.v1.RecordService` from a library."""

    def __init__(self, library: Library) -> None:
        """Reads from `library`."""
        self._library = library
        self._limiter = trio.CapacityLimiter(READERS)

    async def ListDealRecords(  # noqa: N802 - gRPC's name
        self, request: records_pb.ListDealRecordsRequest, context: _Context
    ) -> records_pb.ListDealRecordsResponse:
        """Gives a page of records; the token is the place the page ended with."""

        def page() -> records_pb.ListDealRecordsResponse:
            size = page_size(request.page_size)
            token = request.page_token
            after = decode_numbers(token, _PLACE) if token else None
            lines = self._library.records(
                request.tournament, request.entrant, after, size
            )
            response = records_pb.ListDealRecordsResponse(
                deal_records=map(_record, lines)
            )
            if len(lines) == size:
                last = lines[-1]
                response.next_page_token = encode_token(
                    f"{last.round}/{last.table}/{last.board}/{last.rotation}/{last.deal}"
                )
            return response

        return await read(page, self._limiter, context)


def tournament_message(info: TournamentInfo) -> tournaments_pb.Tournament:
    """Gives a tournament as the wire has it."""
    message = tournaments_pb.Tournament(
        name=info.name,
        variant=info.variant,
        status=_STATUSES[info.status],
        rounds=info.rounds,
        rounds_done=info.rounds_done,
        entrants=info.entrants,
        seed_commitment=info.commitment,
        seed=info.seed,
    )
    message.created_time.FromDatetime(datetime.fromisoformat(info.created_time))
    if info.finished_time is not None:
        message.finished_time.FromDatetime(datetime.fromisoformat(info.finished_time))
    return message


def standing_message(line: Standing) -> tournaments_pb.Standing:
    """Gives a line of the standings as the wire has it."""
    return tournaments_pb.Standing(
        rank=line.rank,
        entrant=line.entrant,
        rating=line.rating,
        low=line.low,
        high=line.high,
        provisional=line.provisional,
        boards=line.boards,
        deals=line.deals,
        points_per_board=line.points_per_board,
        average_place=line.average_place,
        forfeits=line.forfeits,
        withdrawn=line.withdrawn or "",
    )


def _record(line: RecordLine) -> records_pb.DealRecord:
    return records_pb.DealRecord(
        round=line.round,
        table=line.table,
        board=line.board,
        rotation=line.rotation,
        deal=line.deal,
        json=line.json,
    )
