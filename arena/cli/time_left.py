"""How long a tournament still takes, by what has been measured of it.

A round ends with its last table, so each table is reckoned by itself: one with a slow
bot takes as long as it has taken so far, however many deals the others play meanwhile.
The rounds to come are taken to last as long as the last ones.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

ROUNDS = 3
"""How many of the last rounds tell how long the next ones take."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How long something still takes."""

    seconds: float
    """That long."""
    at_least: bool = False
    """Whether it is known only that it takes no less."""

    def __str__(self) -> str:
        """Gives it in words: `1:40 left`, or `at least 1:40 left`."""
        return f"{'at least ' if self.at_least else ''}{_duration(self.seconds)} left"


@dataclass(slots=True)
class _TableProgress:
    """What a table of the running round has done."""

    left: int
    running: int = 0
    finished: int = 0
    last: float = 0.0
    """Seconds from the round's beginning to the end of the last rotation."""

    def seconds_left(self, passed: float) -> float:
        """Says how long the table still takes, so many seconds after the beginning.

        It is the least that it takes where no rotation of it is over.
        """
        left, running, finished = self.left, self.running, self.finished
        if not left:
            return 0.0
        if not finished:
            # Each that is running takes longer than it has taken so far.
            return (left / running - 1) * passed if left > running > 0 else 0.0
        since = passed - self.last
        if not running:
            return left * self.last / finished
        if passed * finished > self.last * (finished + running):
            each = passed / (finished + running)
        else:
            each = self.last / finished
        # Those that run are over at once at the earliest, however long they take.
        if running * each < since:
            return (left - running) * each
        return left * each - since


class TimeLeft:
    """Reckons with what has been played in this run; the clock is an argument."""

    def __init__(self, rounds: int, a_table: int, clock: Callable[[], float]) -> None:
        """Begins before the first round.

        Args:
            rounds: How many rounds there are.
            a_table: How many rotations a table plays in a whole round, at the most.
            clock: Gives seconds, from any moment on.
        """
        self._rounds = rounds
        self._a_table = a_table
        self._clock = clock
        self._round = 0
        self._began = 0.0
        self._part = 1.0
        self._tables: dict[int, _TableProgress] = {}
        self._finished = self._left = 0
        self._last = 0.0
        self._lasted: deque[float] = deque(maxlen=ROUNDS)

    def round_started(self, number: int, rotations: Mapping[int, int]) -> None:
        """Begins a round with so many rotations left to play, by table."""
        now, first = self._clock(), not self._round
        if self._tables:
            self._lasted.append((now - self._began) / self._part)
        self._round, self._began = number, now
        self._tables = {table: _TableProgress(n) for table, n in rotations.items()}
        self._finished, self._left = 0, sum(rotations.values())
        # Of a round that an earlier run has begun only a part is left to measure.
        left = max(rotations.values(), default=0)
        self._part = left / self._a_table if first else 1.0

    def rotation_started(self, table: int) -> None:
        """Notes that a rotation begins at a table."""
        self._tables[table].running += 1

    def rotation_finished(self, table: int) -> None:
        """Notes that a rotation of a table is over."""
        played = self._tables[table]
        played.running = max(0, played.running - 1)
        played.left -= 1
        played.finished += 1
        played.last = self._last = self._clock() - self._began
        self._finished += 1
        self._left -= 1

    def estimate(self) -> Estimate | None:
        """Says how long it still takes; `None` where nothing tells."""
        passed = self._clock() - self._began
        here = self._round_left(passed)
        later = self._rounds - self._round
        if self._lasted:
            each = sum(self._lasted) / len(self._lasted)
            here = _weighed(here, passed, each)
        else:
            each = 0.0 if here is None else (passed + here.seconds) / self._part
        if here is None:
            return None
        return Estimate(here.seconds + later * each, here.at_least)

    def _round_left(self, passed: float) -> Estimate | None:
        tables, finished = self._tables.values(), self._finished
        # The first rotations of some tables say nothing of the others; and a round of
        # which an earlier run had played all but its end has no table left.
        if not finished or finished < len(tables):
            return None
        # What no table by itself shows: that some have yet to begin.
        all_left = self._last * self._left / finished
        longest = max(0.0, all_left - (passed - self._last))
        at_least = False
        for table in tables:
            seconds = table.seconds_left(passed)
            if seconds > longest:
                longest, at_least = seconds, not table.finished
        return Estimate(longest, at_least)


def _weighed(here: Estimate | None, passed: float, each: float) -> Estimate | None:
    """Weighs what is measured of a round with how long the last ones took.

    The longer it has been played, the less they count: its beginning says little.
    """
    if passed >= each:
        return here
    expected = Estimate(each - passed)
    if here is None:
        return expected
    weight = passed / each
    seconds = weight * here.seconds + (1 - weight) * expected.seconds
    return Estimate(seconds, here.at_least and here.seconds > expected.seconds)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}"
