"""Who takes no further part in a tournament, and what the store has yet to keep of it."""

from collections import Counter
from collections.abc import Mapping, Sequence

import trio

from arena.store.repository import Repository
from arena.store.rows import ForfeitRow
from arena.tournament.config import TournamentConfig
from arena.tournament.result import is_house


class Withdrawals:
    """The withdrawals of one tournament; none is ever taken back."""

    def __init__(
        self,
        config: TournamentConfig,
        repository: Repository,
        limiter: trio.CapacityLimiter,
        forfeits: Mapping[str, int],
    ) -> None:
        """Begins with nobody; `forfeits` are those of earlier runs, by entrant."""
        self._config = config
        self._repository = repository
        self._limiter = limiter
        self._forfeits = Counter(forfeits)
        self._reasons: dict[str, str] = {}
        self._due: dict[str, str] = {}

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why each is withdrawn, by name."""
        return self._reasons

    @property
    def due(self) -> Sequence[str]:
        """Whose withdrawal the store has yet to keep."""
        return list(self._due)

    def note(self, stored: Mapping[str, str]) -> None:
        """Takes note of withdrawals that the store keeps, with their reasons."""
        # Others may have been withdrawn since these were looked up.
        self._reasons = {**stored, **self._reasons}

    def add(self, entrant: str, reason: str) -> None:
        """Withdraws an entrant, unless it is; the store has yet to `keep` it."""
        if entrant not in self._reasons:
            self._reasons[entrant] = self._due[entrant] = reason

    def count(self, forfeits: Sequence[ForfeitRow]) -> list[str]:
        """Withdraws who has forfeited too often; gives whose withdrawal is new."""
        found = []
        for forfeit in forfeits:
            name = forfeit.entrant
            self._forfeits[name] += 1
            most = self._config.max_forfeits
            too_many = self._forfeits[name] >= most and not is_house(name)
            if too_many and name not in self._reasons:
                self.add(name, _too_many(most, forfeit.termination))
                found.append(name)
        return found

    async def keep(self, entrant: str) -> str | None:
        """Has the store keep a withdrawal that is due.

        Returns:
            The reason, to be told now; None where there is nothing to tell: it was
            kept before, or the tournament's end is public, and whoever was in it stays
            where it stands.

        Raises:
            StoreError: the database fails; the withdrawal is still due.
        """
        reason = self._due.get(entrant)
        if reason is None:
            return None
        kept = await trio.to_thread.run_sync(
            self._store, entrant, reason, limiter=self._limiter
        )
        told = self._due.pop(entrant, None) is None
        return None if told or not kept else reason

    def _store(self, entrant: str, reason: str) -> bool:
        # The store knows the last round that has been paired; a resumed run does
        # not, before it plays.
        last = self._repository.last_round(self._config.name)
        paired = 0 if last is None else last.number
        return self._repository.withdraw(self._config.name, entrant, reason, paired)


def overdue(forfeits: Sequence[ForfeitRow], most: int) -> dict[str, str]:
    """Gives who has `most` forfeits or more and must be withdrawn, with the reasons.

    A run that was killed between a commit and the withdrawal it led to has left that
    to the next.
    """
    counts = Counter[str]()
    found = {}
    for row in forfeits:
        counts[row.entrant] += 1
        if counts[row.entrant] == most and not is_house(row.entrant):
            found[row.entrant] = _too_many(most, row.termination)
    return found


def _too_many(forfeits: int, last: str) -> str:
    return f"{forfeits} forfeits, the last: {last}"
