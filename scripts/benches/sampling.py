"""Where a thread's CPU time goes, without slowing it down.

A timer of the system that counts CPU time interrupts the main thread now and then. It
is then charged the time since the last interruption, at the line that it was at: calls
into compiled code have no lines of their own, so they count where they were made.
"""

import signal
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from time import process_time, thread_time
from types import CodeType, FrameType

EVERY = 0.001
"""Seconds of CPU between two looks, as far as the system is that exact."""

Group = Callable[[FrameType], str]
"""Gives the group that what a thread is doing belongs to."""


class Sampler:
    """Charges the main thread's time to groups; made and used in that thread."""

    def __init__(self, group: Group) -> None:
        """Begins with nothing; `group` names what each sample belongs to."""
        self.seconds: dict[str, float] = defaultdict(float)
        """By group, the CPU time."""
        self._codes: dict[CodeType, float] = defaultdict(float)
        self.other_threads = 0.0
        """The CPU time of all other threads."""
        self._group = group
        self._last = 0.0
        self._begun = (0.0, 0.0)

    def start(self) -> None:
        """Begins to look."""
        self._last = thread_time()
        self._begun = (process_time(), self._last)
        signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def stop(self) -> None:
        """Looks no more, after a last look: what was spent is all charged."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        self._look(signal.SIGPROF, sys._getframe())  # noqa: SLF001 - none but this
        process, thread = self._begun
        self.other_threads = (process_time() - process) - (thread_time() - thread)

    @property
    def functions(self) -> dict[str, float]:
        """By function, its own CPU time."""
        functions: dict[str, float] = defaultdict(float)
        for code, spent in self._codes.items():
            functions[f"{Path(code.co_filename).name} {code.co_name}"] += spent
        return functions

    def _look(self, number: int, frame: FrameType | None) -> None:
        del number
        now = thread_time()
        if frame is not None:
            spent = now - self._last
            self.seconds[self._group(frame)] += spent
            self._codes[frame.f_code] += spent
        # What looking costs is charged to nobody.
        self._last = thread_time()
