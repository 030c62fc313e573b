"""An arena that plays with many bots: the program behind `scale`.

The arena is the one of `arena_host`. What is measured of it besides is its memory, the
longest time that its event loop was late, and how many rotations were committed.
"""

import resource
import sys
from collections.abc import Sequence

import trio

from arena.director.run import TournamentRun
from scripts.benches.arena_host import Host, TimedMeter, TimedRepository, Told, main
from scripts.benches.measured_process import resident, say, say_measured

LOOK = 0.01
"""Seconds between two looks at how late the loop is."""


class ScaleHost(Host):
    """Measures what matters with many bots."""

    def __init__(
        self, run: TournamentRun, meter: TimedMeter, heard: Told, kept: TimedRepository
    ) -> None:
        """Will play `run`, as any host does."""
        super().__init__(run, meter, heard, kept)
        self._late = 0.0

    async def play(self) -> None:
        """Plays, and watches the loop meanwhile."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._watch)
            await super().play()
            nursery.cancel_scope.cancel()

    async def obey(self, words: Sequence[str]) -> bool:
        """Measures more, and tells its memory as well."""
        match words:
            case ["memory"]:
                say("memory", resident=resident())
            case ["measure", seconds]:
                self._late, before = 0.0, self._heard.rotations
                children = _of_children()
                window = await self.measure(float(seconds))
                say_measured(
                    window,
                    pause=self._late,
                    children=_of_children() - children,
                    rotations=self._heard.rotations - before,
                    resident=resident(),
                )
            case _:
                return await super().obey(words)
        return True

    async def _watch(self) -> None:
        while True:
            due = trio.current_time() + LOOK
            await trio.sleep_until(due)
            self._late = max(self._late, trio.current_time() - due)


def _of_children() -> float:
    """Gives the seconds of CPU of processes that the arena started and that ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main(sys.argv[1:], ScaleHost)
