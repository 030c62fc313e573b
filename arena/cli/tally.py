"""How far a running tournament has come, and how fast it goes."""

from collections import deque
from collections.abc import Callable, Mapping

from arena.cli.time_left import TimeLeft
from arena.tournament.config import TournamentConfig
from arena.tournament.pairing import table_sizes

WINDOW = 10.0
"""Seconds over which the pace is taken: short enough to follow the tournament."""


class Tally:
    """Counts deals and rotations; the time comes from a clock it is given.

    What later rounds have to play is a plan until they begin: withdrawn entrants
    make them shorter.
    """

    def __init__(self, config: TournamentConfig, clock: Callable[[], float]) -> None:
        """Begins before the first round; `clock` gives seconds from any moment on."""
        self._planned = rotations_per_round(config)
        self._deals = config.deals
        self._clock = clock
        self._played: deque[tuple[float, int]] = deque()
        self._in_run = 0
        self._earlier: int | None = None
        self._began = clock()
        a_table = config.boards * max(_rotations_a_board(config))
        self._time_left = TimeLeft(config.rounds, a_table, clock)
        self.round = 0
        """The round being played; 0 before the first."""
        self.rounds = config.rounds
        """How many there are."""
        self.rotation = 0
        """How many rotations of the round this run has played."""
        self.rotations = 0
        """How many this run has to play in the round."""
        self.total = self._planned * self.rounds * self._deals
        """How many deals the tournament has."""

    @property
    def done(self) -> int:
        """How many deals have been played, by earlier runs as well."""
        return (self._earlier or 0) + self._in_run

    def round_started(self, number: int, tables: Mapping[int, int]) -> None:
        """Counts a round in, with so many rotations left to play, by table."""
        self._time_left.round_started(number, tables)
        rotations = sum(tables.values())
        if not self._in_run:
            self._began = self._clock()
        self.round, self.rotation, self.rotations = number, 0, rotations
        later = (self.rounds - number) * self._planned
        left = (rotations + later) * self._deals
        if self._earlier is None:
            self._earlier = max(0, self.total - left)
        self.total = self.done + left

    def rotation_started(self, table: int) -> None:
        """Notes that a rotation begins at a table."""
        self._time_left.rotation_started(table)

    def rotation_finished(self, table: int, deals: int) -> None:
        """Counts a rotation of a table with that many deals."""
        self._time_left.rotation_finished(table)
        self.rotation += 1
        self._in_run += deals
        now = self._clock()
        self._played.append((now, deals))
        while self._played[0][0] < now - WINDOW:
            self._played.popleft()

    @property
    def pace(self) -> float | None:
        """Deals a second lately; `None` while there is nothing to go by."""
        now = self._clock()
        span = min(WINDOW, now - self._began)
        recent = sum(deals for time, deals in self._played if time >= now - WINDOW)
        return recent / span if recent and span > 0 else None

    def in_words(self) -> str:
        """Gives pace and time left, as far as they are known."""
        pace, left = self.pace, self._time_left.estimate()
        words = []
        if pace is not None:
            words.append(f"{pace:.{0 if pace >= 10 else 1}f} deals/s")
        if left is not None and left.seconds > 0 and self.done < self.total:
            words.append(str(left))
        return ", ".join(words)


def rotations_per_round(config: TournamentConfig) -> int:
    """Says how many rotations a round has when every entrant takes part."""
    return config.boards * sum(_rotations_a_board(config))


def _rotations_a_board(config: TournamentConfig) -> list[int]:
    """Gives how many rotations of a board each table plays."""
    entrants, seats = len(config.entrants), config.seats
    if config.fill == "house":
        return [config.rotations] * -(-entrants // seats)
    # A short table plays a board once from each seat, as `director.schedule` has it.
    return [
        config.rotations if size == seats else size
        for size in table_sizes(entrants, seats)
    ]
