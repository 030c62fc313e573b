"""An asyncio loop that is never idle, as the backlog sees it."""

from collections.abc import Callable
from itertools import count


class BusyLoop:
    """A loop that runs all callbacks at once, and has others all the time."""

    def __init__(self) -> None:
        self._count = count()
        self.when_passed: Callable[[], None] = lambda: None

    @property
    def queued(self) -> int:
        return next(self._count)

    def call_soon(self, callback: Callable[[], None], /) -> None:
        callback()
