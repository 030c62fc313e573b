"""What the server counts while it works, for whoever wants to watch it.

Plain numbers, since they are touched for every message: a lock or a look-up by name
would cost more than the counting.
"""

import asyncio
from bisect import bisect_left
from collections.abc import Sequence

import trio

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""The upper ends of the classes that waits are counted in."""

LOOK_EVERY = 0.25
"""Seconds between two looks at how the event loop is doing."""


class Histogram:
    """How many values fell into which class, and their sum."""

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        """Begins empty; `bounds` are the upper ends of all classes but the last."""
        self.bounds = bounds
        """The upper ends."""
        self.counts = [0] * (len(bounds) + 1)
        """By class, the values in it alone; the last class has no upper end."""
        self.sum = 0.0
        """The sum of all values."""

    def observe(self, value: float) -> None:
        """Counts one value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value


class Meter:
    """The counts of one server."""

    def __init__(self) -> None:
        """Begins at nothing."""
        self.decisions = 0
        """Answers that came for a table the bot sits at."""
        self.refused = 0
        """Callers that were not let in."""
        self.queued = Histogram()
        """Seconds from asking a seat to its prompt leaving the arena."""
        self.lag = Histogram()
        """Seconds by which the event loop was late for what it had promised."""
        self.tasks = 0
        """Tasks of the process at the last look, trio's and asyncio's."""


async def watch_loop(meter: Meter) -> None:
    """Measures how late the event loop is and how much it has, until cancelled.

    To be called inside the loop that gRPC runs in.
    """
    while True:
        due = trio.current_time() + LOOK_EVERY
        await trio.sleep_until(due)
        meter.lag.observe(trio.current_time() - due)
        living = trio.lowlevel.current_statistics().tasks_living
        meter.tasks = living + len(asyncio.all_tasks())
