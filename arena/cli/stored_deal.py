"""Finds one deal among a tournament's records."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

from arena.cli.turns import turns_before
from arena.errors import NotFoundError
from arena.game.record import DealRecord, decode_record
from arena.store.repository import Repository
from arena.store.rows import ForfeitRow, RecordKey, RotationKey, TournamentRow
from arena.tournament.config import parse_config


@dataclass(frozen=True, slots=True)
class Place:
    """What is asked for; `None` is whichever comes first."""

    round: int | None = None
    table: int | None = None
    board: int | None = None
    rotation: int | None = None
    deal: int | None = None

    def holds(self, key: RecordKey) -> bool:
        """Tells whether a deal is at this place."""
        there = (*astuple(key.rotation), key.deal)
        return all(
            wanted is None or wanted == number
            for wanted, number in zip(astuple(self), there, strict=True)
        )

    def __str__(self) -> str:
        """Gives the place in words, as far as it was asked for."""
        named = [
            f"{field.name} {number}"
            for field, number in zip(fields(self), astuple(self), strict=True)
            if number is not None
        ]
        return ", ".join(named) or "all"


@dataclass(frozen=True, slots=True)
class FoundDeal:
    """A deal with what is known of it."""

    record: DealRecord
    """Its record."""
    forfeits: Sequence[ForfeitRow] = ()
    """The forfeits in it, where they are kept."""
    turns: int | None = 0
    """How many turns its rotation had before it; `None` where that is not known."""


def find_tournament(repository: Repository, name: str) -> TournamentRow:
    """Gives the tournament of that name, or the newest if it is empty.

    Raises:
        NotFoundError: There is none.
    """
    return repository.tournament(name) if name else repository.newest()


def find_deal(repository: Repository, name: str, place: Place) -> FoundDeal:
    """Gives the first deal at a place.

    Raises:
        NotFoundError: There is no such tournament, or no such deal in it.
        RecordError: What is stored is no record.
    """
    row = find_tournament(repository, name)
    start = RotationKey(
        place.round or 1, place.table or 1, place.board or 1, place.rotation or 1
    )
    before = RecordKey(start, (place.deal or 0) - 1)
    for found in repository.record_rows(row.name, after=before):
        if place.holds(found.key):
            forfeits = [
                forfeit
                for forfeit in repository.forfeits(row.name)
                if forfeit.key == found.key.rotation and forfeit.deal == found.key.deal
            ]
            record = decode_record(found.line)
            first = RecordKey(found.key.rotation, -1)
            earlier = repository.record_rows(row.name, after=first, limit=record.deal)
            turns = turns_before(record, (one.line for one in earlier))
            return FoundDeal(record, forfeits, turns)
    raise NotFoundError(_missing(repository, row, place))


def _missing(repository: Repository, row: TournamentRow, place: Place) -> str:
    rounds = repository.rounds(row.name)
    if not rounds:
        return f"no deal of '{row.name}' has been played yet"
    config = parse_config(row.config_text)
    return (
        f"no deal in '{row.name}' at {place}; it has rounds 1 to {len(rounds)},"
        f" tables 1 to {max(len(r.tables) for r in rounds)},"
        f" boards 1 to {config.boards}, rotations 1 to {config.rotations},"
        f" deals 0 to {config.deals - 1}"
    )
