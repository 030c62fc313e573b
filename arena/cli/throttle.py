"""Keeps what strangers can bring about at will from filling a log."""

from collections.abc import Callable

SPAN = 10.0
"""Seconds over which lines are counted."""

MOST = 50
"""Lines in that time; a hundred bots coming back at once are still readable."""


class Throttle:
    """Lets so many through in a span of time, and counts those it does not."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begins a span; `clock` gives seconds, from any moment on."""
        self._clock = clock
        self._began = clock()
        self._taken = 0
        self._left_out = 0

    def take(self) -> bool:
        """Says whether the next line may be written; counts it."""
        now = self._clock()
        if now - self._began >= SPAN:
            self._began, self._taken = now, 0
        self._taken += 1
        if self._taken > MOST:
            self._left_out += 1
            return False
        return True

    def left_out(self) -> dict[str, int]:
        """Gives how many lines have been left out since this was last asked, if any."""
        count, self._left_out = self._left_out, 0
        return {"left_out": count} if count else {}
