"""An exported file of records, as a source to verify.

A file holds no pairings and no withdrawals. Pairings follow from the seed and the
results. Withdrawals are read off the records: who is in no line of a round, nor in
any later one, had been withdrawn. Published standings say who may have been; without
them `gone` must be looked at by whoever trusts nobody.

The file is read twice, once for who sat at which table of which round.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import TextIO

import msgspec

from arena.director.verify_line import Line
from arena.errors import ConfigError, RecordError, VerificationError
from arena.game.record import decode_record
from arena.store.rows import RecordKey, RotationKey
from arena.tournament.config import TournamentConfig
from arena.tournament.history import History
from arena.tournament.result import DealOutcome, Round, is_house
from arena.tournament.swiss import Swiss

_ATTEMPTS = 64
"""How many guesses at who had been withdrawn are made for one round."""


class _Glimpse(msgspec.Struct):
    """The fields of a record that tell who sat where."""

    round: int
    table: int
    entrants: tuple[str, ...]


class _Table:
    """Who was seen at one table of a round."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.sizes: set[int] = set()


class ExportedSource:
    """The records of a finished tournament in a file."""

    def __init__(
        self,
        file: TextIO,
        config: TournamentConfig,
        seed: bytes,
        *,
        commitment: str | None = None,
        withdrawn: Mapping[str, str] | None = None,
    ) -> None:
        """Reads who sat where.

        Args:
            file: The records, one a line; it is read from its beginning, twice.
            config: What the organiser decided.
            seed: The revealed seed.
            commitment: What was published before the first deal, if it is known.
            withdrawn: Who was withdrawn and why, by published standings; `None`:
                nothing is known, anybody may have been.
        """
        self._file = file
        self._config = config
        self._seed = seed
        self._commitment = commitment
        self._published = withdrawn
        self._tables: defaultdict[int, dict[int, _Table]] = defaultdict(dict)
        self._last_seen: dict[str, int] = {}
        self._glance()
        self.gone: dict[str, int] = {}
        """Entrants taken as withdrawn, each with the round in which it was."""

    @property
    def config(self) -> TournamentConfig:
        """The configuration."""
        return self._config

    @property
    def seed(self) -> bytes:
        """The revealed seed."""
        return self._seed

    @property
    def commitments(self) -> Sequence[str]:
        """What was published before the first deal, if it is known."""
        return [] if self._commitment is None else [self._commitment]

    def lines(self) -> Iterator[Line]:
        """Gives the records, each by the key it says itself."""
        for number, text in self._numbered():
            try:
                record = decode_record(text)
            except RecordError as error:
                raise VerificationError(
                    f"line {number}", error.field, error.problem
                ) from error
            rotation = RotationKey(
                record.round, record.table, record.board, record.rotation
            )
            yield Line(RecordKey(rotation, record.deal), record, text, number)

    def next_round(self, swiss: Swiss, number: int, history: History) -> Round | None:
        """Pairs a round; who was withdrawn before it is who fits its lines."""
        after = number - 1
        before = {name for name, last in self.gone.items() if last < number}
        absent = [
            name
            for name in self._config.names
            if name not in before and self._may_be_gone(name, after)
        ]
        if number not in self._tables:
            # Only standings can say that there was nobody left to play it.
            gone = before | set(absent if self._published is not None else ())
            return swiss.next_round(history, gone, after=after)
        guesses = (
            guess
            for size in range(len(absent), -1, -1)
            for guess in combinations(absent, size)
        )
        for guess in islice(guesses, _ATTEMPTS):
            paired = swiss.next_round(history, before.union(guess), after=after)
            if paired is not None and self._fits(paired):
                self.gone.update(dict.fromkeys(guess, after))
                return paired
        # Something else is wrong, which the lines will show.
        return swiss.next_round(history, before, after=after)

    def is_whole(self, number: int) -> bool:
        """Tells that a round must be whole: only finished tournaments are exported."""
        return number > 0

    def replaceable(self, number: int) -> Collection[str]:
        """Gives those who may have been withdrawn in the round or before."""
        return {name for name in self._config.names if self._may_be_gone(name, number)}

    def check(
        self,
        line: Line,
        outcome: DealOutcome,
        replaced: Collection[str],
    ) -> None:
        """Notes who was replaced by a house bot; there is nothing to compare."""
        del line
        for name in replaced:
            self.gone.setdefault(name, outcome.round)

    def check_rest(self) -> None:
        """Does nothing: the lines are all there is."""

    def withdrawn(self) -> Mapping[str, str]:
        """Gives who was withdrawn: by the standings if there are any."""
        if self._published is not None:
            return self._published
        return {name: f"in round {number}" for name, number in self.gone.items()}

    def _glance(self) -> None:
        for _, text in self._numbered():
            try:
                line = msgspec.json.decode(text, type=_Glimpse)
            except (msgspec.MsgspecError, RecursionError):
                continue  # It will be read again, and then refused.
            table = self._tables[line.round].setdefault(line.table, _Table())
            table.names.update(line.entrants)
            table.sizes.add(len(line.entrants))
            for name in line.entrants:
                last = self._last_seen.get(name, 0)
                self._last_seen[name] = max(last, line.round)

    def _numbered(self) -> Iterator[tuple[int, str]]:
        self._file.seek(0)
        try:
            for number, line in enumerate(self._file, 1):
                yield number, line.removesuffix("\n")
        except UnicodeDecodeError as error:
            raise ConfigError(
                self._file.name, "cannot be read: not UTF-8 text"
            ) from error

    def _may_be_gone(self, name: str, number: int) -> bool:
        """Tells whether an entrant may have been withdrawn in a round or before."""
        known = self._published is None or name in self._published
        return known and self._last_seen.get(name, 0) <= number

    def _fits(self, paired: Round) -> bool:
        """Tells whether the lines can be those of a pairing, by who sat where."""
        tables = dict(enumerate(paired.tables, 1))
        seen = self._tables[paired.number]
        return seen.keys() <= tables.keys() and all(
            self._fits_table(paired.number, members, seen.get(number, _Table()))
            for number, members in tables.items()
        )

    def _fits_table(self, number: int, members: Collection[str], seen: _Table) -> bool:
        strangers = {name for name in seen.names - set(members) if not is_house(name)}
        return (
            not strangers
            and seen.sizes == {len(members)}
            # A fill-in is there from the first board; an entrant may have been
            # withdrawn before it.
            and all(
                not is_house(name) and self._may_be_gone(name, number)
                for name in set(members) - seen.names
            )
        )
