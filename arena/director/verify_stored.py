"""A tournament in a database, as a source to verify.

Besides the records a database has the pairings, the withdrawals, each deal's light
columns and the evidence of forfeits: all of it must agree with the records.

It is read a page of rotations at a time, each with all that belongs to it, so that a
tournament may be of any length and may be played on meanwhile.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from arena.director.stored import withdrawn
from arena.director.verify_line import Line, place_of
from arena.errors import RecordError, VerificationError
from arena.game.record import SUBSTITUTE, DealRecord, decode_record
from arena.store.repository import Repository
from arena.store.rows import ForfeitRow, RecordKey, TournamentStatus
from arena.tournament.config import TournamentConfig, parse_config
from arena.tournament.history import History
from arena.tournament.result import DealOutcome, Round
from arena.tournament.swiss import Swiss

_PAGE = 500
"""Deals read at once: two megabytes or so, and few enough round trips."""

_LIGHT = ("entrants", "finish", "payoff", "forfeited")
"""What the light columns hold of an outcome, besides its key."""


class StoredSource:
    """One tournament of a repository."""

    def __init__(
        self, repository: Repository, name: str, *, commitment: str | None = None
    ) -> None:
        """Reads everything of the tournament but its rotations.

        Args:
            repository: The database.
            name: The tournament.
            commitment: What somebody noted before the first deal, besides what the
                database says it was.

        Raises:
            NotFoundError: There is no such tournament.
            StoreError: What is stored cannot be read.
            VerificationError: The roster is another configuration's.
        """
        self._repository = repository
        self._noted = commitment
        self._row = repository.tournament(name)
        self._config = parse_config(self._row.config_text)
        self._entrants = repository.entrants(name)
        self._rounds = {row.number: row for row in repository.rounds(name)}
        self._last = max(self._rounds, default=0)
        self._results: dict[RecordKey, DealOutcome] = {}
        self._forfeits: dict[RecordKey, Sequence[ForfeitRow]] = {}
        self._turns = 0
        self._check_roster()

    @property
    def config(self) -> TournamentConfig:
        """The configuration the tournament was begun with."""
        return self._config

    @property
    def seed(self) -> bytes:
        """The seed, which the database holds from the start."""
        return self._row.seed

    @property
    def commitments(self) -> Sequence[str]:
        """The commitment that was shown from the start, and what somebody noted."""
        noted = [] if self._noted is None else [self._noted]
        return [self._row.commitment, *noted]

    @property
    def finished(self) -> bool:
        """Whether the tournament is over, so that every round must be there."""
        return self._row.status is TournamentStatus.FINISHED

    def lines(self) -> Iterator[Line]:
        """Gives the records, each by the key of its rotation's row."""
        page = max(1, _PAGE // self._config.deals)
        for rotation in self._repository.whole_rotations(self._row.name, page):
            if rotation.key.round > self._last and not self.finished:
                return
            # What has no record stays behind, for `check_rest`.
            for deal, result in rotation.results.items():
                self._results[RecordKey(rotation.key, deal)] = result
            for deal, rows in rotation.forfeits.items():
                self._forfeits[RecordKey(rotation.key, deal)] = rows
            for deal, text in rotation.lines.items():
                yield self._line(RecordKey(rotation.key, deal), text)

    def _line(self, key: RecordKey, text: str) -> Line:
        try:
            return Line(key, decode_record(text), text)
        except RecordError as error:
            raise VerificationError(
                place_of(key), error.field, error.problem
            ) from error

    def next_round(self, swiss: Swiss, number: int, history: History) -> Round | None:
        """Pairs a round and compares the pairing that is stored."""
        place = f"round {number}"
        stored = self._rounds.get(number)
        if number > 1 and stored is not None and not self.is_whole(number - 1):
            raise VerificationError(
                place, "pairing", f"is stored, though round {number - 1} is unfinished"
            )
        there = {name for table in stored.tables for name in table} if stored else ()
        paired = None
        if self.is_whole(number - 1):
            gone = self._gone_before(number, there)
            paired = swiss.next_round(history, gone, after=number - 1)
        if stored is None:
            if paired is not None and self.finished:
                raise VerificationError(
                    place, "pairing", "is missing, and the tournament has finished"
                )
            return None
        if paired is None:
            raise VerificationError(place, "pairing", "is one too many")
        _compare_pairings(paired.tables, stored.tables, number)
        return paired

    def is_whole(self, number: int) -> bool:
        """Tells whether a round is finished; what is before the first is."""
        if number == 0 or self.finished:
            return True
        return number in self._rounds and self._rounds[number].finished

    def replaceable(self, number: int) -> Collection[str]:
        """Gives those withdrawn in a round or before, as the entrants' rows say."""
        return {
            row.name
            for row in self._entrants
            if row.withdrawn is not None and (row.withdrawn_round or 0) <= number
        }

    def check(
        self,
        line: Line,
        outcome: DealOutcome,
        replaced: Collection[str],
    ) -> None:
        """Compares the light columns and the forfeits of a deal."""
        del replaced
        self._check_presence(line)
        light = self._results.pop(line.key, None)
        if light is None:
            raise VerificationError(line.place, "line", "is there without a result")
        for field in _LIGHT:
            found, recorded = getattr(outcome, field), getattr(light, field)
            if found != recorded:
                raise VerificationError(
                    line.place,
                    field,
                    f"{recorded!r} is in the light columns, {found!r} in the record",
                )
        if line.key.deal == 0:
            self._turns = 0
        forfeited, self._turns = _turns_of(line.record, self._turns)
        _check_forfeits(line, self._forfeits.pop(line.key, []), forfeited)

    def check_rest(self) -> None:
        """Looks for rounds, results and forfeits that no record has led to."""
        for key in self._results:
            raise VerificationError(
                place_of(key), "line", "is missing, though its result is there"
            )
        for key, rows in self._forfeits.items():
            raise VerificationError(
                place_of(key),
                "terminations",
                f"seat {rows[0].seat} has a forfeit stored, but there is no record",
            )

    def withdrawn(self) -> Mapping[str, str]:
        """Gives the withdrawn entrants, with the reasons in their rows."""
        return withdrawn(self._entrants)

    def _gone_before(self, number: int, seated: Collection[str]) -> set[str]:
        """Gives those withdrawn before a round was paired.

        Who was withdrawn at the very moment of pairing may be seated all the same.
        """
        return {
            name
            for name in self.replaceable(number - 1)
            if name in self.replaceable(number - 2) or name not in seated
        }

    def _check_presence(self, line: Line) -> None:
        """Sees that nobody plays in a round after that of its withdrawal."""
        gone = self.replaceable(line.record.round - 1)
        for seat, name in enumerate(line.record.entrants):
            if name in gone:
                raise VerificationError(
                    line.place,
                    "entrants",
                    f"seat {seat}: {name!r} plays, who had been withdrawn before",
                )

    def _check_roster(self) -> None:
        roster = [row.name for row in self._entrants if not row.fill]
        if roster != list(self._config.names):
            raise VerificationError(
                f"tournament '{self._row.name}'",
                "entrants",
                f"{roster!r} are stored, {list(self._config.names)!r} configured",
            )


def _turns_of(record: DealRecord, turn: int) -> tuple[dict[int, int], int]:
    """Gives the turn at which each seat forfeited, and the deal's last turn.

    A turn is a question to a bot, and they are counted through the session: every
    action was one but those the arena did by itself; a forfeit was another.
    """
    forfeited: dict[int, int] = {}
    for seat, _, flags in record.actions:
        if SUBSTITUTE in flags and seat not in forfeited:
            turn += 1
            forfeited[seat] = turn
        elif not flags:
            turn += 1
    return forfeited, turn


def _check_forfeits(
    line: Line, rows: Sequence[ForfeitRow], forfeited: Mapping[int, int]
) -> None:
    record = line.record
    evidence = {row.seat: (row.entrant, row.termination, row.turn) for row in rows}
    for seat in sorted(forfeited.keys() | evidence.keys()):
        played = None
        if seat in forfeited:
            entrant, termination = record.entrants[seat], record.terminations[seat]
            played = (entrant, termination, forfeited[seat])
        stored = evidence.get(seat)
        if stored != played:
            raise VerificationError(
                line.place,
                "terminations",
                f"seat {seat}: {stored!r} is in the forfeits, {played!r} in the record",
            )


def _compare_pairings(
    found: Sequence[Sequence[str]], stored: Sequence[Sequence[str]], number: int
) -> None:
    for table in range(max(len(found), len(stored))):
        one = tuple(stored[table]) if table < len(stored) else None
        other = tuple(found[table]) if table < len(found) else None
        if one != other:
            raise VerificationError(
                f"round {number}, table {table + 1}",
                "pairing",
                f"{one!r} is stored, {other!r} comes out",
            )
