"""Committing finished rotations, together with those that end meanwhile.

A commit waits for the disk and costs as much as dozens of decisions. So there is one
at a time, with a moment between two of them, and each takes all that has ended by then.
"""

from collections.abc import Callable
from math import inf

import trio

from arena.store.repository import Repository
from arena.store.rows import FinishedRotation

COMMIT_EVERY = 0.1
"""Seconds between two commits at the least; after a quiet while nobody waits."""


class Commits:
    """Keeps finished rotations of one tournament, and tells of each that it is kept."""

    def __init__(
        self, repository: Repository, tournament: str, limiter: trio.CapacityLimiter
    ) -> None:
        """Writes to `repository` in threads that `limiter` lets run."""
        self._repository = repository
        self._tournament = tournament
        self._limiter = limiter
        self._open: list[tuple[FinishedRotation, Callable[[], None]]] = []
        self._ended = False
        self._changed = trio.Event()
        self._next = -inf
        self.pending = 0
        """How many rotations have ended and are not kept yet."""

    def add(self, rotation: FinishedRotation, kept: Callable[[], None]) -> None:
        """Has a rotation kept by whoever runs `run`, which then calls `kept`."""
        self._open.append((rotation, kept))
        self.pending += 1
        self._changed.set()

    def end(self) -> None:
        """Has `run` return as soon as everything is kept."""
        self._ended = True
        self._changed.set()

    async def run(self) -> None:
        """Commits what is added, in that order, until `end`; to be run once.

        Cancellation waits for `end`, too: a result that has been played out is not
        lost to it. Whoever cancels this must therefore see that `end` is called.

        Raises:
            StoreError: Something could not be committed. Nothing is tried after that,
                which may have taken long, and nothing more is said to be kept.
        """
        with trio.CancelScope(shield=True):
            while self._open or not self._ended:
                if self._open:
                    await self._commit()
                else:
                    self._changed = trio.Event()
                    await self._changed.wait()

    async def _commit(self) -> None:
        await trio.sleep_until(self._next)
        self._next = trio.current_time() + COMMIT_EVERY
        # Whoever ends from now on is for the next commit.
        batch, self._open = self._open, []
        await trio.to_thread.run_sync(
            self._repository.save_rotations,
            self._tournament,
            [rotation for rotation, _ in batch],
            limiter=self._limiter,
        )
        self.pending -= len(batch)
        for _, kept in batch:
            kept()
