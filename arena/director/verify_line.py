"""One line of a tournament's records against what the seed and the rules make of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.dealing import Dealt
from arena.errors import RecordError
from arena.game.cards import format_cards
from arena.game.record import NORMAL, DealRecord, encode_record, readjudicate
from arena.game.variant import overrides
from arena.match.conduct import check_conduct
from arena.store.rows import RecordKey
from arena.tournament.config import TournamentConfig
from arena.tournament.result import DealOutcome

KEY_FIELDS = ("round", "table", "board", "rotation", "deal")
"""The fields of a record that are its key, in the key's order."""


@dataclass(frozen=True, slots=True)
class Line:
    """One record as it was found."""

    key: RecordKey
    """Where it stands: by the database's columns, or by what it says itself."""
    record: DealRecord
    """What it says."""
    text: str
    """How it says it, without the line's end."""
    number: int | None = None
    """Its number in a file, from 1; `None` in a database."""

    @property
    def place(self) -> str:
        """The line in words."""
        return place_of(self.key, self.number)


@dataclass(frozen=True, slots=True)
class Expected:
    """What a record must say, as far as that is known before the deal is played."""

    key: RecordKey
    """Which deal of the tournament it is."""
    entrants: tuple[str, ...]
    """Who sits at each seat."""
    dealt: Dealt
    """The cards, from the seed."""
    dealer: int
    """Who deals: by lot, or the last deal's loser."""
    leader: int | None
    """The last deal's winner who leads; `None`: the opening rule says who."""
    started_time: str | None
    """When the rotation began, by its first deal's record; nothing else says it."""


def place_of(key: RecordKey, number: int | None = None) -> str:
    """Gives the place of a deal in words."""
    words = ", ".join(
        f"{field} {value}" for field, value in zip(KEY_FIELDS, key_of(key), strict=True)
    )
    return words if number is None else f"line {number} ({words})"


def key_of(key: RecordKey) -> tuple[int, int, int, int, int]:
    """Gives the numbers of a key in the order of `KEY_FIELDS`."""
    at = key.rotation
    return at.round, at.table, at.board, at.rotation, key.deal


def check_line(line: Line, expected: Expected, config: TournamentConfig) -> None:
    """Checks every field of a record as far as it follows from anything.

    Raises:
        RecordError: A field differs; the first that does is named.
    """
    record = line.record
    variant, rules = overrides(config.variant)
    wanted = {
        "tournament": config.name,
        **dict(zip(KEY_FIELDS, key_of(expected.key), strict=True)),
        "variant": variant,
        "rules": rules,
        "entrants": expected.entrants,
        "hands": tuple(map(format_cards, expected.dealt.hands)),
        "dealer": expected.dealer,
        "leader": expected.leader,
        "leftover": format_cards(expected.dealt.leftover),
    }
    for field, value in wanted.items():
        compare(field, getattr(record, field), value)
    readjudicate(record)
    check_conduct(
        record, config.variant, config.clock, forced_passes=config.forced_passes
    )
    if expected.key.deal > 0:
        compare("started_time", record.started_time, expected.started_time)
    if encode_record(record) != line.text:
        raise RecordError("line", "is not written the way the arena writes records")


def compare(field: str, recorded: object, found: object, where: str = "") -> None:
    """Compares one field, of tuples by seat only the first seat that differs.

    Raises:
        RecordError: It differs.
    """
    if recorded == found:
        return
    if isinstance(recorded, tuple) and isinstance(found, tuple) and not where:
        _compare_seats(field, recorded, found)
    raise RecordError(field, f"{where}{recorded!r} is recorded, {found!r} comes out")


def _compare_seats(
    field: str, recorded: Sequence[object], found: Sequence[object]
) -> None:
    if len(recorded) == len(found):
        for seat, (one, other) in enumerate(zip(recorded, found, strict=True)):
            compare(field, one, other, f"seat {seat}: ")


def outcome_of(record: DealRecord) -> DealOutcome:
    """Gives what a record comes to, as the standings count it."""
    return DealOutcome(
        round=record.round,
        table=record.table,
        board=record.board,
        rotation=record.rotation,
        deal=record.deal,
        entrants=record.entrants,
        finish=record.finish,
        payoff=record.payoff,
        forfeited=tuple(ending != NORMAL for ending in record.terminations),
    )
