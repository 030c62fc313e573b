"""The unary services: what tournaments there are, how they stand, their records.

They read through a `Library`, which the director gives them; the server itself
knows no database. A library may block, so it is asked in a worker thread.
"""

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NoReturn, Protocol, TypeVar

import grpc
import trio
import trio_asyncio

from arena.errors import ArenaError, InvalidNotationError
from arena.server.statuses import status_of
from arena.tournament.standings import Standing
from arena.v1 import record_service_pb2 as records_pb
from arena.v1 import record_service_pb2_grpc as records_grpc
from arena.v1 import tournament_service_pb2 as tournaments_pb
from arena.v1 import tournament_service_pb2_grpc as tournaments_grpc

MAX_PAGE = 1000
"""The most items a page may hold."""

DEFAULT_PAGE = 100
"""The items a page holds when the caller does not say."""

READERS = 4
"""Readings at one time: a few callers are served, a flood of them has to queue."""

_T = TypeVar("_T")
_Context = grpc.aio.ServicerContext[Any, Any]

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


class Library(Protocol):
    """What the services read from. An empty tournament name means the newest."""

    def tournaments(self) -> Sequence[TournamentInfo]:
        """Gives all tournaments, newest first."""

    def standings(self, tournament: str) -> tuple[TournamentInfo, Sequence[Standing]]:
        """Gives a tournament and its standings, best first."""

    def records(
        self, tournament: str, entrant: str, after: tuple[int, ...] | None, limit: int
    ) -> Sequence[RecordLine]:
        """Gives up to `limit` records of complete rounds, after that place."""


class TournamentService(tournaments_grpc.TournamentServiceServicer):
    """Serves `arena.v1.TournamentService` from a library."""

    def __init__(self, library: Library) -> None:
        """Reads from `library`."""
        self._library = library
        self._limiter = trio.CapacityLimiter(READERS)

    async def ListTournaments(  # noqa: N802 - gRPC's name
        self, request: tournaments_pb.ListTournamentsRequest, context: _Context
    ) -> tournaments_pb.ListTournamentsResponse:
        """Gives a page of tournaments; the token is the name the page ended with."""

        def page() -> tournaments_pb.ListTournamentsResponse:
            size = _page_size(request.page_size)
            every = self._library.tournaments()
            begin = _position([info.name for info in every], request.page_token)
            response = tournaments_pb.ListTournamentsResponse(
                tournaments=map(_tournament, every[begin : begin + size])
            )
            if begin + size < len(every):
                last = every[begin + size - 1].name
                response.next_page_token = _encode_token(last)
            return response

        return await _read(page, self._limiter, context)

    async def GetStandings(  # noqa: N802 - gRPC's name
        self, request: tournaments_pb.GetStandingsRequest, context: _Context
    ) -> tournaments_pb.GetStandingsResponse:
        """Gives the standings as of the last finished rotation."""

        def standings() -> tournaments_pb.GetStandingsResponse:
            info, lines = self._library.standings(request.tournament)
            return tournaments_pb.GetStandingsResponse(
                tournament=_tournament(info), standings=map(_standing, lines)
            )

        return await _read(standings, self._limiter, context)


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
            size = _page_size(request.page_size)
            lines = self._library.records(
                request.tournament, request.entrant, _place(request.page_token), size
            )
            response = records_pb.ListDealRecordsResponse(
                deal_records=map(_record, lines)
            )
            if len(lines) == size:
                last = lines[-1]
                response.next_page_token = _encode_token(
                    f"{last.round}/{last.table}/{last.board}/{last.rotation}/{last.deal}"
                )
            return response

        return await _read(page, self._limiter, context)


async def _read(
    reading: Callable[[], _T], limiter: trio.CapacityLimiter, context: _Context
) -> _T:
    """Runs a blocking reading in a thread; its errors become gRPC statuses."""
    try:
        result: _T = await trio_asyncio.trio_as_aio(trio.to_thread.run_sync)(
            reading, limiter=limiter
        )
    except ArenaError as error:
        await _abort(context, error)
    return result


async def _abort(context: _Context, error: ArenaError) -> NoReturn:
    await context.abort(status_of(error), str(error))


def _page_size(asked: int) -> int:
    if asked > MAX_PAGE:
        raise InvalidNotationError("page_size", asked, f"0 to {MAX_PAGE}")
    return asked or DEFAULT_PAGE


def _encode_token(place: str) -> str:
    return base64.urlsafe_b64encode(place.encode()).decode()


def _decode_token(token: str) -> str:
    try:
        return base64.urlsafe_b64decode(token.encode()).decode()
    except (binascii.Error, UnicodeDecodeError):
        raise InvalidNotationError(
            "page_token", token, "the next_page_token of the page before"
        ) from None


def _position(names: Sequence[str], token: str) -> int:
    """Gives the index after the name in `token`; 0 without a token."""
    if not token:
        return 0
    name = _decode_token(token)
    if name not in names:
        raise InvalidNotationError(
            "page_token", token, "one of a tournament still here"
        )
    return names.index(name) + 1


def _place(token: str) -> tuple[int, ...] | None:
    if not token:
        return None
    parts = _decode_token(token).split("/")
    if len(parts) != 5 or not all(part.isdecimal() for part in parts):
        raise InvalidNotationError(
            "page_token", token, "the next_page_token of the page before"
        )
    return tuple(map(int, parts))


def _tournament(info: TournamentInfo) -> tournaments_pb.Tournament:
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


def _standing(line: Standing) -> tournaments_pb.Standing:
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
