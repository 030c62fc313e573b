"""An arena that plays a tournament for a bench: the program behind `arena_process`.

It is what `arena tournament run` runs: the server, the director, the store. Only the
front end is another one: it tells a bench what it wants to know.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from heapq import nlargest
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from unittest.mock import patch

import trio

# As in the arena: importing its command line settles how numpy calculates.
import arena.cli
from arena.cli.installed import is_compiled
from arena.director import runner
from arena.director.opening import open_tournament
from arena.director.progress import Progress, RemoteSeat
from arena.director.run import Place, TournamentRun
from arena.director.schedule import Assignment
from arena.match.machine import Match
from arena.match.result import Forfeit
from arena.server.meter import Meter
from arena.store.repository import Repository
from arena.store.rows import FinishedRotation, RotationKey
from arena.tournament.config import TournamentConfig, parse_config
from scripts.benches.arena_groups import group_of
from scripts.benches.measured_process import (
    LOOK_AGAIN,
    PATIENCE,
    Reading,
    Window,
    say,
    say_measured,
)
from scripts.benches.sampling import Sampler

FUNCTIONS = 20
"""How many functions a profile lists."""


def _cost(function: tuple[str, float]) -> float:
    return function[1]


class TimedMeter(Meter):
    """Counts as the server does, and notes when each answer has been read."""

    def __init__(self) -> None:
        """Notes nothing as long as there is no list in `times`."""
        self.times: list[list[float]] = []
        """By stretch between two rotations, when the answers were read."""
        self._decisions = 0
        super().__init__()

    @property
    def decisions(self) -> int:
        """Answers that came for a table the bot sits at."""
        return self._decisions

    @decisions.setter
    def decisions(self, count: int) -> None:
        self._decisions = count
        if self.times:
            self.times[-1].append(perf_counter())


class TimedRepository(Repository):
    """A repository that notes what keeping rotations costs the threads that do it."""

    writing = 0.0
    """Seconds of CPU up to now."""

    def save_rotations(
        self, name: str, finished: Sequence[FinishedRotation]
    ) -> list[bool]:
        """Keeps them as ever; the director lets one thread at a time do so."""
        begun = thread_time()
        try:
            return super().save_rotations(name, finished)
        finally:
            self.writing += thread_time() - begun


class Told(Progress):
    """Tells the bench how far the tournament is."""

    def __init__(self) -> None:
        """Has heard of nothing yet."""
        self.rotations = 0
        """How many have been committed."""

    def listening(self, address: str) -> None:
        """Tells where bots can connect."""
        say("listening", address=address)

    def awaiting(self, seats: Sequence[RemoteSeat], join_time: float) -> None:
        """Tells the tokens of bots that the bench connects itself."""
        del join_time
        say("awaiting", tokens={seat.entrant: seat.token for seat in seats})

    def round_started(
        self, number: int, rounds: int, rotations: Mapping[int, int]
    ) -> None:
        """Tells that all bots are there and play begins."""
        del rounds, rotations
        if number == 1:
            say("playing")

    def rotation_finished(self, table: int, deals: int, actions: int) -> None:
        """Counts it."""
        del table, deals, actions
        self.rotations += 1

    def forfeited(self, entrant: str, forfeit: Forfeit, key: RotationKey) -> None:
        """Says what spoils the measurement: a bench's bots play by the rules."""
        del key
        sys.stderr.write(f"{entrant}: {forfeit.message}\n")


class Host:
    """Plays one tournament and measures it on command."""

    def __init__(
        self, run: TournamentRun, meter: TimedMeter, heard: Told, kept: TimedRepository
    ) -> None:
        """Will play `run`; `meter` counts its decisions, `heard` its rotations."""
        self._run = run
        self._meter = meter
        self._heard = heard
        self._kept = kept

    async def play(self) -> None:
        """Plays until it is told to stop, or the tournament is over."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._obey)
            await self._run.play()
            nursery.cancel_scope.cancel()

    async def _obey(self) -> None:
        while line := await trio.to_thread.run_sync(
            sys.stdin.readline, abandon_on_cancel=True
        ):
            if not await self.obey(line.split()):
                break
        self._run.stop()

    async def obey(self, words: Sequence[str]) -> bool:
        """Does what it is told; False where that is none of its commands."""
        match words:
            case ["measure", seconds]:
                say_measured(await self.measure(float(seconds)))
            case ["time", seconds]:
                await self.time(float(seconds))
            case ["profile", seconds]:
                await self.profile(float(seconds))
            case _:
                return False
        return True

    async def measure(self, seconds: float) -> Window:
        """Measures the arena for so long, or until a decision has passed through it."""
        first = self._read()
        await trio.sleep(seconds)
        await self._until(lambda: self._meter.decisions > first.decisions)
        return Window.between(first, self._read())

    async def time(self, seconds: float) -> None:
        """Measures the arena for so long, and when each answer has come.

        It goes on until an answer has led to another.
        """
        self._meter.times = [[]]
        first = self._read()
        await trio.sleep(seconds)
        await self._until(lambda: any(len(t) > 1 for t in self._meter.times))
        window = Window.between(first, self._read())
        say_measured(window, times=self._meter.times)
        self._meter.times = []

    async def _until(self, enough: Callable[[], bool]) -> None:
        """Waits on a machine that is too busy to have had `enough` in its time."""
        with trio.move_on_after(PATIENCE):
            while not enough():  # noqa: ASYNC110 - nobody tells when a bot answers
                await trio.sleep(LOOK_AGAIN)

    async def profile(self, seconds: float) -> None:
        """Measures the arena for so long, and where its time goes."""
        sampler = Sampler(group_of)
        writing = self._kept.writing
        sampler.start()
        window = await self.measure(seconds)
        sampler.stop()
        writing = self._kept.writing - writing
        say_measured(
            window,
            groups=sampler.seconds,
            functions=dict(nlargest(FUNCTIONS, sampler.functions.items(), _cost)),
            writing=writing,
            other_threads=sampler.other_threads - writing,
        )

    def _read(self) -> Reading:
        return Reading.now(self._meter.decisions)


@contextmanager
def noting_starts(meter: TimedMeter) -> Iterator[None]:
    """Has each rotation begin a new stretch of answers that lead to one another.

    The director says when one has been kept, which is some time after the next began.
    """
    make = runner.match_of

    def begin(config: TournamentConfig, assignment: Assignment) -> Match:
        if meter.times:
            meter.times.append([])
        return make(config, assignment)

    with patch.object(runner, "match_of", begin):
        yield


def main(words: Sequence[str], host: type[Host] = Host) -> None:
    """Plays the tournament of the file that is named, and has `host` measure it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("config", type=Path)
    parser.add_argument("--compiled", action="store_true")
    options = parser.parse_args(words)
    if is_compiled() != options.compiled:
        raise SystemExit(f"this arena is not the one to measure: {arena.__file__}")
    text = options.config.read_text(encoding="utf-8")
    config = parse_config(text)
    with (
        TemporaryDirectory() as folder,
        TimedRepository.open(f"sqlite:///{folder}/arena.db") as repository,
    ):
        row = open_tournament(repository, config, text, seed=None, fresh=False).row
        place = Place(Path(folder), Path(folder) / "output")
        meter = TimedMeter()
        told = Told()
        run = TournamentRun(config, row, repository, place, told)
        run.lobby.meter = meter
        with noting_starts(meter):
            trio.run(host(run, meter, told, repository).play)


if __name__ == "__main__":
    main(sys.argv[1:])
