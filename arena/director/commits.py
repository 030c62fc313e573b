"""Committing finished rotations, together with those that end meanwhile.

A commit waits for the disk and costs as much as dozens of decisions. So there is one
at a time, with a moment between two of them, and each takes all that has ended by then.
"""

from dataclasses import dataclass, field
from math import inf

import trio

from arena.store.repository import Repository
from arena.store.rows import FinishedRotation

COMMIT_EVERY = 0.1
"""Seconds between two commits at the least; after a quiet while nobody waits."""


@dataclass(slots=True)
class _Batch:
    """Rotations that are committed together."""

    rotations: list[FinishedRotation] = field(default_factory=list)
    done: trio.Event = field(default_factory=trio.Event)
    kept: bool = False
    """Whether they are in the store, once it is done."""


class Commits:
    """Keeps finished rotations of one tournament; each call returns when it is kept."""

    def __init__(
        self, repository: Repository, tournament: str, limiter: trio.CapacityLimiter
    ) -> None:
        """Writes to `repository` in threads that `limiter` lets run."""
        self._repository = repository
        self._tournament = tournament
        self._limiter = limiter
        self._open = _Batch()
        self._turn = trio.Lock()
        self._next = -inf
        self._failure: BaseException | None = None
        self.pending = 0
        """How many rotations have ended and are not kept yet."""

    async def keep(self, rotation: FinishedRotation) -> None:
        """Returns when the rotation is in the store; cancellation waits for that.

        Raises:
            StoreError: It could not be committed, or an earlier one could not:
                nothing is tried after a failure, which may have taken long.
        """
        batch = self._open
        batch.rotations.append(rotation)
        self.pending += 1
        # A result that has been played out is not lost to a cancellation.
        with trio.CancelScope(shield=True):
            if len(batch.rotations) == 1:
                await self._commit(batch)
            else:
                await batch.done.wait()
        if self._failure is not None and not batch.kept:
            raise self._failure

    async def _commit(self, batch: _Batch) -> None:
        async with self._turn:
            try:
                await trio.sleep_until(self._next)
                self._next = trio.current_time() + COMMIT_EVERY
                # Whoever ends from now on is for the next commit.
                self._open = _Batch()
                if self._failure is None:
                    await trio.to_thread.run_sync(
                        self._repository.save_rotations,
                        self._tournament,
                        batch.rotations,
                        limiter=self._limiter,
                    )
                    batch.kept = True
                    self.pending -= len(batch.rotations)
            except BaseException as error:
                # Raised by all whom it concerns, the caller among them.
                self._failure = error
            finally:
                batch.done.set()
