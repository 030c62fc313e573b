"""What the server and the commands may read of the store, as domain values."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from arena.director.evidence import position_at
from arena.director.live_standings import LiveStandings
from arena.director.stored import parsed
from arena.errors import NotFoundError
from arena.game.forfeited import Position
from arena.server.reading import (
    EntryName,
    ForfeitInfo,
    RecordLine,
    StandingsInfo,
    TournamentInfo,
)
from arena.store.repository import Repository
from arena.store.rows import (
    RecordKey,
    RotationKey,
    TournamentRow,
    TournamentStatus,
)
from arena.tournament.config import LONGEST_NAME

MOST_POSITIONS = 4096
"""The most positions of forfeits that are remembered. Each is worked out from a record,
which takes milliseconds, and a page of a bot's forfeits has up to a thousand."""


class StoreLibrary:
    """Reads tournaments from a repository; every call may block on the database."""

    def __init__(self, repository: Repository) -> None:
        """Reads from `repository`."""
        self._repository = repository
        self._standings = LiveStandings(repository)
        # Where the place is told the round is complete, and its records never change.
        self._found = lru_cache(MOST_POSITIONS)(self._find_position)

    def tournaments(self) -> Sequence[TournamentInfo]:
        """Gives all tournaments, newest first."""
        return [self._info(row) for row in self._repository.tournaments()]

    def standings(self, tournament: str) -> StandingsInfo:
        """Gives a tournament (an empty name: the newest) and its standings."""
        row = self._row(tournament)
        kept = self._standings.of(row)
        return StandingsInfo(self._info(row), kept.lines, kept.as_of_time)

    def records(
        self, tournament: str, entrant: str, after: tuple[int, ...] | None, limit: int
    ) -> Sequence[RecordLine]:
        """Gives up to `limit` records of complete rounds, from behind `after` on."""
        rows = self._repository.record_rows(
            self._row(tournament).name,
            entrant=_name(entrant) or None,
            after=None if after is None else _record_key(after),
            limit=limit,
            finished_rounds_only=True,
        )
        return [
            RecordLine(
                round=row.key.rotation.round,
                table=row.key.rotation.table,
                board=row.key.rotation.board,
                rotation=row.key.rotation.rotation,
                deal=row.key.deal,
                json=row.line,
            )
            for row in islice(rows, limit)
        ]

    def entries(self, bot: str) -> Sequence[EntryName]:
        """Gives what a registered bot was entered in, newest first."""
        return [
            EntryName(row.tournament, row.entrant)
            for row in self._repository.enrolments(bot)
        ]

    def forfeits(self, entry: EntryName) -> Sequence[ForfeitInfo]:
        """Gives the entry's forfeits in the order in which they were stored.

        Which board a deal was is told when its round is complete: until then other
        tables still play the same cards.
        """
        over = {
            row.number
            for row in self._repository.rounds(entry.tournament)
            if row.finished
        }
        return [
            ForfeitInfo(
                tournament=entry.tournament,
                round=row.key.round,
                place=(row.key.table, row.key.board, row.key.rotation)
                if row.key.round in over
                else None,
                deal=row.deal,
                seat=row.seat,
                turn=row.turn,
                termination=row.termination,
                refusal=row.refusal,
                cards=row.cards,
                measured=row.measured,
                allowed=row.allowed,
                message=row.message,
                stored=stored,
            )
            for stored, row in self._repository.stored_forfeits(
                entry.tournament, entry.entrant
            )
        ]

    def position(self, forfeit: ForfeitInfo) -> Position | None:
        """Gives what a bot had before it when it forfeited, if the place may be told."""
        return None if forfeit.place is None else self._found(forfeit, forfeit.place)

    def _find_position(
        self, forfeit: ForfeitInfo, place: tuple[int, int, int]
    ) -> Position | None:
        key = RotationKey(forfeit.round, *place)
        return position_at(
            self._repository, forfeit.tournament, key, forfeit.deal, forfeit.seat
        )

    def _row(self, tournament: str) -> TournamentRow:
        if not tournament:
            return self._repository.newest()
        return self._repository.tournament(_name(tournament))

    def _info(self, row: TournamentRow) -> TournamentInfo:
        config = parsed(row.config_text)
        return TournamentInfo(
            name=row.name,
            variant=config.variant.name,
            status=row.status.value,
            rounds=config.rounds,
            rounds_done=row.rounds_done,
            entrants=len(config.entrants),
            commitment=row.commitment,
            # Who knows the seed of a running tournament knows every hand to come.
            seed=row.seed.hex() if row.status is TournamentStatus.FINISHED else "",
            created_time=row.created_time,
            finished_time=row.finished_time,
        )


def _name(given: str) -> str:
    """Gives a name that a caller asks for, if anybody can have it.

    Raises:
        NotFoundError: Nobody can: no database need be asked, and not all take any text.
    """
    if len(given) > LONGEST_NAME or not given.isprintable():
        raise NotFoundError("there is nothing of that name")
    return given


def _record_key(place: tuple[int, ...]) -> RecordKey:
    number, table, board, rotation, deal = place
    return RecordKey(RotationKey(number, table, board, rotation), deal)
