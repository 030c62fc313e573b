"""Progress on a terminal: one bar for the whole tournament, events above it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.text import Text

from arena.cli.announcer import Announcer
from arena.tournament.config import TournamentConfig


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
        self._bar = Progress(
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

    def round_started(self, number: int, rounds: int, rotations: int) -> None:
        """Moves the bar to a round."""
        super().round_started(number, rounds, rotations)
        self._draw()

    def rotation_finished(self, deals: int, actions: int) -> None:
        """Moves the bar on."""
        super().rotation_finished(deals, actions)
        self._draw()

    def _draw(self) -> None:
        tally = self.tally
        self._bar.update(
            self._task,
            description=f"round {tally.round}/{tally.rounds}"
            f" · rotation {tally.rotation}/{tally.rotations}",
            completed=tally.done,
            total=tally.total,
            pace=tally.in_words(),
        )
