"""What the arena writes among the output of launched bots, apart from play.

A file may keep its writer waiting, and a forfeit is noted in mid-decision: the files
are written in a worker thread, one thing after the other in the order of its happening.
"""

from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

import trio

from arena.director.opening import now_text
from arena.director.output import head_output, note_output


class Notes:
    """The notes of one tournament, those that have yet to be written first."""

    def __init__(self, nursery: trio.Nursery) -> None:
        """Has nothing to write; what comes is written by tasks of `nursery`."""
        self._nursery = nursery
        self._open: deque[Callable[[], None]] = deque()
        self._writing = trio.Lock()

    def add(self, output: Path, what: str, text: str) -> None:
        """Has a note written into a bot's output, soon; returns at once."""
        if not self._open:
            self._nursery.start_soon(self.written)
        self._open.append(partial(note_output, output, what, text, now_text()))

    async def head(self, output: Path) -> None:
        """Begins a launch's part of a bot's output; returns when that is written."""
        self._open.append(partial(head_output, output))
        await self.written()

    async def written(self) -> None:
        """Returns when everything that has been noted is written."""
        async with self._writing:
            while batch := list(self._open):
                await trio.to_thread.run_sync(_write, batch)
                # Only now: if this is cancelled sooner, `written` is called again.
                for _ in batch:
                    self._open.popleft()


def _write(batch: list[Callable[[], None]]) -> None:
    for write in batch:
        write()
