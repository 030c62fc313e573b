"""Standings for whoever asks, however many ask.

Standings are worked out from all deals of a tournament, which takes the longer the
longer it is. Callers of the services are strangers, so what was worked out is given
again for a while: a flood of them must not slow down the tables.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from time import perf_counter

from arena.director.stored import stored_standings
from arena.store.repository import Repository
from arena.store.rows import TournamentRow
from arena.tournament.standings import Standing

KEPT = 1.0
"""Seconds for which standings are given again."""

SHARE = 10
"""How many times as long as they took they are given again, where that is longer."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """Standings that have been worked out."""

    row: TournamentRow
    """What they are the standings of, as it was then."""
    lines: Sequence[Standing]
    """The standings."""
    until: float
    """When they are to be worked out anew, by the clock."""


class LiveStandings:
    """The standings of the tournaments of a repository; for any thread.

    Those who ask at the same time wait for one calculation. A round that has ended,
    and the tournament's end, show at once.
    """

    def __init__(
        self, repository: Repository, clock: Callable[[], float] = perf_counter
    ) -> None:
        """Reads from `repository`; `clock` gives seconds from any moment on."""
        self._repository = repository
        self._clock = clock
        self._lock = Lock()
        self._kept: dict[str, _Kept] = {}

    def of(self, row: TournamentRow) -> Sequence[Standing]:
        """Gives the standings of a tournament, those of a moment ago perhaps.

        Raises:
            NotFoundError: It is not there any more.
            StoreError: The database fails.
        """
        with self._lock:
            began = self._clock()
            self._kept = {n: k for n, k in self._kept.items() if began < k.until}
            kept = self._kept.get(row.name)
            if kept is None or kept.row != row:
                lines = stored_standings(self._repository, row)
                now = self._clock()
                until = now + max(KEPT, SHARE * (now - began))
                kept = self._kept[row.name] = _Kept(row, lines, until)
            return kept.lines
