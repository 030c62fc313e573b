"""An arena that plays with many bots: the program behind `scale`.

The arena is the one of `arena_host`. What is measured of it besides is its memory, the
longest time that its event loop was late, and how many rotations were committed.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

# As in the arena: importing its command line settles how numpy calculates.
import arena.cli  # noqa: F401
from arena.director.opening import open_tournament
from arena.director.run import Place, TournamentRun
from arena.store.repository import Repository
from arena.tournament.config import parse_config
from scripts.benches.arena_host import Host, TimedMeter, Told
from scripts.benches.long_run_host import resident
from scripts.benches.measured_process import say, say_measured

LOOK = 0.01
"""Seconds between two looks at how late the loop is."""


class Counting(Told):
    """Counts rotations, too."""

    def __init__(self, meter: TimedMeter) -> None:
        """Begins at none; `meter` is as in `Told`."""
        super().__init__(meter)
        self.rotations = 0

    def rotation_finished(self, deals: int, actions: int) -> None:
        """Counts one."""
        super().rotation_finished(deals, actions)
        self.rotations += 1


class ScaleHost(Host):
    """Measures what matters with many bots."""

    def __init__(
        self, run: TournamentRun, meter: TimedMeter, progress: Counting
    ) -> None:
        """Will play `run`, counted by `meter`, of which `progress` hears."""
        super().__init__(run, meter)
        self._heard = progress
        self._late = 0.0

    async def play(self) -> None:
        """Plays, and watches the loop meanwhile."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._watch)
            await super().play()
            nursery.cancel_scope.cancel()

    async def _obey(self) -> None:
        while line := await trio.to_thread.run_sync(
            sys.stdin.readline, abandon_on_cancel=True
        ):
            match line.split():
                case ["memory"]:
                    say("memory", resident=resident())
                case ["measure", seconds]:
                    self._late, before = 0.0, self._heard.rotations
                    window = await self.measure(float(seconds))
                    say_measured(
                        window,
                        pause=self._late,
                        rotations=self._heard.rotations - before,
                        resident=resident(),
                    )
                case _:
                    break
        self._run.stop()

    async def _watch(self) -> None:
        while True:
            due = trio.current_time() + LOOK
            await trio.sleep_until(due)
            self._late = max(self._late, trio.current_time() - due)


def main(path: str) -> None:
    """Plays the tournament of the file that is named."""
    text = Path(path).read_text(encoding="utf-8")
    config = parse_config(text)
    with (
        TemporaryDirectory() as folder,
        Repository.open(f"sqlite:///{folder}/arena.db") as repository,
    ):
        row = open_tournament(repository, config, text, seed=None, fresh=False).row
        place = Place(Path(folder), Path(folder) / "output")
        meter = TimedMeter()
        progress = Counting(meter)
        run = TournamentRun(config, row, repository, place, progress)
        run.lobby.meter = meter
        trio.run(ScaleHost(run, meter, progress).play)


if __name__ == "__main__":
    main(sys.argv[1])
