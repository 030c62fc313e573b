"""Standings for whoever asks, however many ask.

Standings are worked out from all deals of a tournament, which takes the longer the
longer it is. Callers of the services are strangers, so what was worked out is given
again for a while: a flood of them must not slow down the tables. Those of a large
tournament that is being played are worked out in a process of their own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from time import perf_counter

from arena.director.opening import now_text
from arena.director.standings_apart import standings_apart
from arena.director.stored import parsed, stored_standings
from arena.store.repository import Repository
from arena.store.rows import TournamentRow, TournamentStatus
from arena.tournament.standings import Standing

KEPT = 1.0
"""Seconds for which standings are given again."""

SHARE = 10
"""How many times as long as they took they are given again, where that is longer."""

LARGE_FIELD = 200
"""From so many entrants on the matrices of the rating take their time."""

LARGE_HISTORY = 5000
"""From so many deals on reading and counting them does."""

_MOST_KEPT = 16
"""How many tournaments' standings are kept at once."""


@dataclass(frozen=True, slots=True)
class KeptStandings:
    """Standings that have been worked out."""

    row: TournamentRow
    """What they are the standings of, as it was then."""
    lines: Sequence[Standing]
    """The standings."""
    as_of_time: str
    """When they were worked out, RFC 3339: what was committed by then is in them."""
    until: float
    """When they are to be worked out anew, by the clock."""


class LiveStandings:
    """The standings of the tournaments of a repository; for any thread.

    There is one calculation at a time. Who asks meanwhile is given those of before,
    or waits where there are none. A round that has ended, and the tournament's end,
    are reason for a new one, however old the last is.
    """

    def __init__(
        self, repository: Repository, clock: Callable[[], float] = perf_counter
    ) -> None:
        """Reads from `repository`; `clock` gives seconds from any moment on."""
        self._repository = repository
        self._clock = clock
        self._lock = Lock()
        self._kept: dict[str, KeptStandings] = {}

    def of(self, row: TournamentRow) -> KeptStandings:
        """Gives the standings of a tournament, those of a moment ago perhaps.

        Raises:
            NotFoundError: It is not there any more.
            StoreError: The database fails.
        """
        kept = self._known(row)
        if kept is not None and self._is_fresh(kept, row):
            return kept
        if kept is None:
            self._lock.acquire()
        elif not self._lock.acquire(blocking=False):
            return kept
        try:
            # Somebody else may have been at it until now.
            kept = self._known(row)
            if kept is None or not self._is_fresh(kept, row):
                kept = self._made(row)
                # At the end of the line: those asked for longest ago go first.
                self._kept.pop(row.name, None)
                self._kept[row.name] = kept
                for name in [*self._kept][:-_MOST_KEPT]:
                    del self._kept[name]
            return kept
        finally:
            self._lock.release()

    def _known(self, row: TournamentRow) -> KeptStandings | None:
        """Gives what there is of a tournament, and not of another of its name."""
        kept = self._kept.get(row.name)
        if kept is None or kept.row.commitment != row.commitment:
            return None
        return kept

    def _is_fresh(self, kept: KeptStandings, row: TournamentRow) -> bool:
        return kept.row == row and self._clock() < kept.until

    def _made(self, row: TournamentRow) -> KeptStandings:
        began, as_of_time = self._clock(), now_text()
        if row.status is TournamentStatus.RUNNING and is_large(row):
            lines = standings_apart(self._repository, row.name)
        else:
            lines = stored_standings(self._repository, row)
        now = self._clock()
        return KeptStandings(
            row, lines, as_of_time, now + max(KEPT, SHARE * (now - began))
        )


def is_large(row: TournamentRow) -> bool:
    """Whether standings take so long that play would notice."""
    config = parsed(row.config_text)
    tables = -(-len(config.entrants) // config.seats)
    boards = row.rounds_done * tables * config.boards
    played = boards * config.rotations * config.deals
    return len(config.entrants) >= LARGE_FIELD or played >= LARGE_HISTORY
