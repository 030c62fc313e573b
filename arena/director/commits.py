"""Committing finished rotations, together with those that end meanwhile.

A commit waits for the disk, costs as much as dozens of decisions, and slows down those
that are made meanwhile. So there is one at a time, with a moment between two of them, and
each takes all that has ended by then. What has yet to be committed when a machine dies is
played again.
"""

from collections.abc import Callable, Sequence
from math import inf

import trio

from arena.errors import StoreError
from arena.store.repository import Repository
from arena.store.rows import FinishedRotation

COMMIT_EVERY = 0.5
"""Seconds between two commits, unless somebody waits for the next; after a quiet while
nobody does."""

MANY = 64
"""How many rotations do not wait for others to be committed with them."""


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
        self._hurry = trio.Event()
        self._next = -inf
        self.pending = 0
        """How many rotations have ended and are not kept yet."""

    def add(self, rotation: FinishedRotation, kept: Callable[[], None]) -> None:
        """Has a rotation kept by whoever runs `run`, which then calls `kept`.

        That is to be soon where there are many, or forfeits: until they count, whoever
        was at that table begins nothing new there.
        """
        self._open.append((rotation, kept))
        self.pending += 1
        self._changed.set()
        if rotation.forfeits or len(self._open) >= MANY:
            self._hurry.set()

    def end(self) -> None:
        """Has `run` keep everything at once, and return."""
        self._ended = True
        self._changed.set()
        self._hurry.set()

    async def run(self) -> None:
        """Commits what is added, in that order, until `end`; to be run once.

        Cancellation waits for `end`, too: a result that has been played out is not
        lost to it. Whoever cancels this must therefore see that `end` is called.

        Raises:
            StoreError: Something could not be committed, or another process has
                committed it otherwise. Nothing is tried after that, which may have
                taken long, and nothing more is said to be kept.
        """
        with trio.CancelScope(shield=True):
            while self._open or not self._ended:
                if self._open:
                    await self._commit()
                else:
                    self._changed = trio.Event()
                    await self._changed.wait()

    async def _commit(self) -> None:
        with trio.move_on_at(self._next):
            await self._hurry.wait()
        self._next = trio.current_time() + COMMIT_EVERY
        # Whoever ends from now on is for the next commit.
        batch, self._open = self._open, []
        if not self._ended:
            self._hurry = trio.Event()
        await trio.to_thread.run_sync(
            self._save, [rotation for rotation, _ in batch], limiter=self._limiter
        )
        self.pending -= len(batch)
        for _, kept in batch:
            kept()

    def _save(self, ended: Sequence[FinishedRotation]) -> None:
        new = self._repository.save_rotations(self._tournament, ended)
        for rotation, is_new in zip(ended, new, strict=True):
            # One of ours may be there, too: from a commit whose answer was lost.
            if not (is_new or self._repository.holds(self._tournament, rotation)):
                key = rotation.key
                raise StoreError(
                    f"another process plays tournament '{self._tournament}' as well:"
                    f" rotation {key.rotation} of board {key.board} at table"
                    f" {key.table} in round {key.round} is there, played otherwise;"
                    " end that process or wait for it, then run the same command again"
                )
