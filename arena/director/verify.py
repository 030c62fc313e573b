"""Verifies a tournament: goes through its records as they must follow each other.

What each record must say comes from the configuration, the seed and the records
before it. Where the records are, and what else there is to compare them with, is
the business of a `Source`: a database or an exported file. The records pass by one
at a time; what stays in memory is each deal's outcome, which the pairing of the
next round and the standings are made of.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Protocol

from arena.dealing import commitment
from arena.director.schedule import Assignment, deal_board, seatings, stand_ins
from arena.director.verify_line import (
    Expected,
    Line,
    check_line,
    outcome_of,
    place_of,
)
from arena.director.verify_order import InOrder
from arena.errors import RecordError, VerificationError
from arena.game.record import DealRecord
from arena.match.session import next_deal
from arena.store.rows import RecordKey, RotationKey
from arena.tournament.config import TournamentConfig
from arena.tournament.history import History
from arena.tournament.result import DealOutcome, Round
from arena.tournament.standings import Standing, standings
from arena.tournament.swiss import Swiss

_Finish = tuple[tuple[int, ...], ...]


class Source(Protocol):
    """Where a tournament's records are, and what else is known of it."""

    @property
    def config(self) -> TournamentConfig:
        """What the organiser decided."""

    @property
    def seed(self) -> bytes:
        """The master seed."""

    @property
    def commitments(self) -> Sequence[str]:
        """What is said to be the seed's SHA-256; empty where nobody says so."""

    def lines(self) -> Iterator[Line]:
        """Gives the records in their order.

        Raises:
            VerificationError: A line cannot be read.
        """

    def next_round(self, swiss: Swiss, number: int, history: History) -> Round | None:
        """Gives the round that the rounds so far lead to; `None`: there is none.

        Raises:
            VerificationError: The source has another pairing, or none.
        """

    def is_whole(self, number: int) -> bool:
        """Tells whether all of a round must be there, rather than a part."""

    def replaceable(self, number: int) -> Collection[str]:
        """Gives the entrants that a house bot may stand in for in a round."""

    def check(
        self, line: Line, outcome: DealOutcome, replaced: Collection[str]
    ) -> None:
        """Compares a record that is good by itself with what stands beside it.

        Args:
            line: The record.
            outcome: What it comes to.
            replaced: The entrants that house bots stood in for.

        Raises:
            VerificationError: They differ.
        """

    def check_rest(self) -> None:
        """Called after the last record: looks for what no record has led to.

        Raises:
            VerificationError: There is something.
        """

    def withdrawn(self) -> Mapping[str, str]:
        """Gives the entrants that were withdrawn, with the reasons."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What has been found to be as it must."""

    commitment: str
    """SHA-256 of the seed, in hexadecimal."""
    rounds: int
    """How many rounds have been gone through, an unfinished one too."""
    records: int
    """How many records there are."""
    standings: Sequence[Standing]
    """The standings, ratings and all, from the records alone."""


def verify(
    source: Source, reached: Callable[[Line], None] = lambda _: None
) -> Verified:
    """Goes through all records of a source.

    Args:
        source: Where they are.
        reached: Called with each line before it is checked.

    Raises:
        VerificationError: Something differs; the first line and field that do are
            named with both values.
    """
    found = commitment(source.seed)
    for published in source.commitments:
        if published != found:
            raise VerificationError(
                f"tournament '{source.config.name}'",
                "commitment",
                f"'{published}' is published, the seed's SHA-256 is '{found}'",
            )
    lines = InOrder(source.lines())
    walk = _Walk(source, lines, reached)
    swiss = Swiss(source.config, source.seed)
    history = History(source.config)
    alike = _Alike()
    outcomes: list[DealOutcome] = []
    rounds = 0
    while (paired := source.next_round(swiss, rounds + 1, history)) is not None:
        rounds += 1
        played = list(walk.round(paired))
        history.add(played)
        outcomes += map(alike, played)
    lines.end(rounds)
    source.check_rest()
    config = source.config
    return Verified(
        found,
        rounds,
        len(outcomes),
        standings(outcomes, config.names, config, source.withdrawn()),
    )


class _Alike:
    """Has outcomes share what is alike in them: it comes again and again."""

    def __init__(self) -> None:
        # One for each field: (0, 0) equals (False, False), and is something else.
        self._entrants: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._finish: dict[_Finish, _Finish] = {}
        self._payoff: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._forfeited: dict[tuple[bool, ...], tuple[bool, ...]] = {}

    def __call__(self, one: DealOutcome) -> DealOutcome:
        return replace(
            one,
            entrants=self._entrants.setdefault(one.entrants, one.entrants),
            finish=self._finish.setdefault(one.finish, one.finish),
            payoff=self._payoff.setdefault(one.payoff, one.payoff),
            forfeited=self._forfeited.setdefault(one.forfeited, one.forfeited),
        )


class _Walk:
    """The way through a source's lines, each of which must be the next expected."""

    def __init__(
        self, source: Source, lines: InOrder, reached: Callable[[Line], None]
    ) -> None:
        self._source = source
        self._reached = reached
        self._config = source.config
        self._lines = lines

    def round(self, paired: Round) -> Iterator[DealOutcome]:
        """Goes through the lines of a round."""
        whole = self._source.is_whole(paired.number)
        # After the round's last rotation comes the next round's first.
        behind = RotationKey(paired.number + 1, 1, 1, 1)
        plan = self._plan(paired)
        keys = chain((planned.key for planned in self._plan(paired)), (behind,))
        for planned, (_, following) in zip(plan, pairwise(keys), strict=True):
            line = self._lines.peek()
            if whole or (line is not None and line.key.rotation <= planned.key):
                yield from self._rotation(planned, following)

    def _plan(self, paired: Round) -> Iterator[Assignment]:
        """Gives the rotations of a round in the order of their records."""
        config, number = self._config, paired.number
        for table, members in enumerate(paired.tables, 1):
            for board in range(1, config.boards + 1):
                dealt = deal_board(
                    config, self._source.seed, number, board, len(members)
                )
                for rotation, entrants in enumerate(
                    seatings(config, members, board), 1
                ):
                    key = RotationKey(number, table, board, rotation)
                    yield Assignment(key, entrants, dealt)

    def _rotation(
        self, planned: Assignment, following: RotationKey
    ) -> Iterator[DealOutcome]:
        """Goes through the lines of a rotation, the deals of its session."""
        config = self._config
        first: DealRecord | None = None
        replaced: Collection[str] = ()
        dealer, leader = planned.dealt[0].dealer, None
        for number, dealt in enumerate(planned.dealt):
            key = RecordKey(planned.key, number)
            after = RecordKey(planned.key, number + 1)
            if number + 1 == len(planned.dealt):
                after = RecordKey(following, 0)
            line = self._lines.take(key, after)
            self._reached(line)
            record = line.record
            if first is None:
                first = record
                replaced = self._replaced(planned, record)
            expected = Expected(
                key,
                stand_ins(planned.entrants, replaced),
                dealt,
                dealer,
                leader,
                first.started_time,
            )
            try:
                check_line(line, expected, config)
            except RecordError as error:
                raise VerificationError(
                    place_of(key, line.number), error.field, error.problem
                ) from error
            outcome = outcome_of(record)
            self._source.check(line, outcome, replaced)
            yield outcome
            dealer, leader = next_deal(config.variant, record.finish, dealer)

    def _replaced(self, planned: Assignment, record: DealRecord) -> set[str]:
        """Gives who is not there and may have been replaced."""
        replaceable = self._source.replaceable(planned.key.round)
        return {
            name
            for name in planned.entrants
            if name in replaceable and name not in record.entrants
        }
