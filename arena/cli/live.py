"""Progress on a terminal: one bar for the whole tournament, events above it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.text import Text

from arena.cli.announcer import Announcer
from arena.cli.wait_text import wait_text
from arena.director.awaited import Wait
from arena.director.progress import RemoteSeat
from arena.tournament.config import TournamentConfig

REDRAWN = 0.25
"""Seconds between two drawings because of rotations: each works the time left out for
all tables, and many rotations end in a second where many tables play."""


class _Bar(Progress):
    """A bar with a line below it that is there at times."""

    below = ""

    def get_renderables(self) -> Iterable[RenderableType]:
        """Gives what is drawn."""
        yield from super().get_renderables()
        if self.below:
            yield Text(self.below, "yellow", no_wrap=True, overflow="ellipsis")


class LiveProgress(Announcer):
    """Shows a tournament on a terminal while the `with` block runs."""

    def __init__(
        self,
        config: TournamentConfig,
        outputs: Mapping[str, Path],
        clock: Callable[[], float],
        console: Console,
    ) -> None:
        """Will draw on `console`; the other arguments are those of `Announcer`."""
        super().__init__(config, outputs, clock)
        self._clock = clock
        self._drawn = -inf
        self._bar = _Bar(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            TaskProgressColumn(),
            TextColumn("{task.fields[pace]}"),
            console=console,
            expand=True,
            transient=True,
        )
        self._task = self._bar.add_task("getting ready", total=None, pace="")

    def __enter__(self) -> Self:
        """Shows the bar."""
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Takes the bar away; the lines stay."""
        self._bar.stop()

    def line(self, text: Text) -> None:
        """Prints a line above the bar."""
        self._bar.console.print(text, soft_wrap=True)

    def awaiting(self, seats: Sequence[RemoteSeat], join_time: float) -> None:
        """Says below the bar who has yet to join, too."""
        super().awaiting(seats, join_time)
        self._name_below()

    def joined(self, entrant: str, peer: str, client: str) -> None:
        """Takes a bot that is here out of those."""
        super().joined(entrant, peer, client)
        self._name_below()

    def round_started(
        self, number: int, rounds: int, rotations: Mapping[int, int]
    ) -> None:
        """Moves the bar to a round."""
        super().round_started(number, rounds, rotations)
        self._draw()

    def rotation_finished(self, table: int, deals: int, actions: int) -> None:
        """Moves the bar on if it has stood for a moment."""
        super().rotation_finished(table, deals, actions)
        if self._clock() - self._drawn >= REDRAWN:
            self._draw()

    def waits(self, waits: Sequence[Wait]) -> None:
        """Says below the bar whom the tables wait for, and lets the time run on."""
        super().waits(waits)
        self._name_below()
        if self.tally.round:
            self._draw()

    def _name_below(self) -> None:
        """Names those whom everything waits for."""
        if self._missing and not self.tally.round:
            self._bar.below = f"still to join: {', '.join(self._missing)}"
        else:
            self._bar.below = wait_text(self._waits)

    def _draw(self) -> None:
        tally, self._drawn = self.tally, self._clock()
        self._bar.update(
            self._task,
            description=f"round {tally.round}/{tally.rounds}"
            f" · rotation {tally.rotation}/{tally.rotations}",
            completed=tally.done,
            total=tally.total,
            pace=tally.in_words(),
        )
