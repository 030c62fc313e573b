"""Progress where there is no terminal: a line now and then."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.text import Text

from arena.cli.announcer import Announcer
from arena.cli.output import say
from arena.cli.wait_text import wait_text
from arena.director.awaited import Wait
from arena.tournament.config import TournamentConfig
from arena.tournament.standings import Standing

EVERY = 10.0
"""Seconds between two lines on how far a round is: a log stays readable."""

SILENT = 30.0
"""Seconds without such a line after which one says whom everybody waits for."""


class LineProgress(Announcer):
    """Shows a tournament as lines on stderr."""

    def __init__(
        self,
        config: TournamentConfig,
        outputs: Mapping[str, Path],
        clock: Callable[[], float],
    ) -> None:
        """Begins with nothing said; the arguments are those of `Announcer`."""
        super().__init__(config, outputs, clock)
        self._clock = clock
        self._told = clock()

    def line(self, text: Text) -> None:
        """Prints a line at once."""
        say(text)

    def round_started(
        self, number: int, rounds: int, rotations: Mapping[int, int]
    ) -> None:
        """Says that a round begins."""
        super().round_started(number, rounds, rotations)
        self._told = self._clock()
        left = self.tally.rotations
        self.line(Text(f"round {number} of {rounds}: {left} rotations to play"))

    def rotation_finished(self, table: int, deals: int, actions: int) -> None:
        """Says how far the round is if that has not been said for a while."""
        super().rotation_finished(table, deals, actions)
        self._tell(EVERY)

    def waits(self, waits: Sequence[Wait]) -> None:
        """Says whom the tables wait for if nothing has come of it for long."""
        super().waits(waits)
        if self._waits:
            self._tell(SILENT)

    def _tell(self, after: float) -> None:
        """Says how far the round is, unless less than so many seconds ago."""
        tally, now = self.tally, self._clock()
        if now - self._told >= after and tally.rotation < tally.rotations:
            self._told = now
            parts = [
                f"{tally.rotation} of {tally.rotations} rotations",
                tally.in_words(),
                wait_text(self._waits),
            ]
            self.line(
                Text(
                    f"round {tally.round} of {tally.rounds}:"
                    f" {', '.join(filter(None, parts))}"
                )
            )

    def round_finished(
        self, number: int, rounds: int, standings: Sequence[Standing]
    ) -> None:
        """Says that a round is over, and who leads."""
        pace = self.tally.in_words()
        self.line(
            Text(
                f"round {number} of {rounds} is over:"
                f" {self.tally.done} of {self.tally.total} deals"
                + (f", {pace}" if pace else "")
            )
        )
        super().round_finished(number, rounds, standings)
