"""How long one decision takes, beside the same with nothing but gRPC.

A table asks one bot after the other, each of which has slept since, and how soon the
system runs what has slept is no doing of gRPC's or the arena's. So the yardstick is a
ping-pong that goes round as many bots as sit at the table. One that asks the same bot
again and again, while the others' processes sleep, is measured beside it.

One table, so that only one decision is on its way at a time. What is measured is the
time from one answer to the next, as the serving process reads them: it holds all that
the arena does, the next prompt's way to the bot, the bot, and its answer's way back.
The first decision of a rotation is left out: before it the cards are dealt, and nobody
waits for a bot then.
"""

import argparse
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from statistics import median
from typing import Any

from scripts.benches.command import add_rounds, add_seconds
from scripts.benches.compiled import COMPILED, add_compiled, compiled_arena
from scripts.benches.measure import Spread, ratio, spread, take_turns
from scripts.benches.ping_pong_process import PingPongProcess
from scripts.benches.wire import BOT_PROCESSES, WARM_UP, arena

TARGETS = {"median": 1.5, "p99": 2.0}
"""How many times ping-pong's round trip a decision should take at the most."""

TITLES = {
    f"arena{COMPILED}": "the arena, compiled, one table",
    "arena": "the arena, one table",
    "ping_pong": "bare grpc.aio ping-pong, in turn",
    "one_bot": "the same, always with one bot",
}
"""What the sides are called."""

YARDSTICKS = {"ping_pong": "round", "one_bot": "bare"}
"""By side, the manner of `ping_pong`; the aims are for the first."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    add_rounds(parser, 7)
    add_seconds(parser, 2.0)
    add_compiled(parser, "measure the compiled arena as well, and its ratio first")


def run(arguments: argparse.Namespace) -> "Report":
    """Measures all sides."""
    starts: dict[str, Callable[[], Any]] = {
        "arena": partial(arena, "minimal", 1),
    }
    for side, manner in YARDSTICKS.items():
        starts[side] = partial(
            PingPongProcess, manner, bots=BOT_PROCESSES, conversations=1
        )
    if arguments.compiled:
        compiled_arena()
        side = f"arena{COMPILED}"
        starts = {side: partial(arena, "minimal", 1, compiled=True), **starts}
    taken: dict[str, list[Sequence[float]]] = {name: [] for name in starts}
    take_turns(
        {
            name: partial(_middle, start, arguments.seconds, taken[name])
            for name, start in starts.items()
        },
        arguments.rounds,
    )
    return Report(arguments.rounds, arguments.seconds, taken)


def _middle(
    start: Callable[[], Any], budget: float, taken: list[Sequence[float]]
) -> float:
    """Starts a side, measures it and ends it; gives the median decision's seconds.

    Raises:
        RuntimeError: Too few decisions were made to say anything.
    """
    with start() as served:
        served.await_play()
        served.measure(budget * WARM_UP)
        # One list a stretch in which each answer led to the next.
        stretches: list[list[float]] = served.ask("time", budget)["times"]
    took = [last - first for times in stretches for first, last in pairwise(times)]
    if not took:
        raise RuntimeError(f"less than two decisions in {budget} s")
    taken.append(sorted(took))
    return median(took)


def quantile(ordered: Sequence[float], share: float) -> float:
    """Gives the value that the given share of the values, in order, does not exceed."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


@dataclass(frozen=True)
class Report:
    """What was measured."""

    rounds: int
    seconds: float
    took: Mapping[str, list[Sequence[float]]]
    """By side, the seconds of all decisions of each round, in order."""

    def values(self, side: str, measure: str) -> list[float]:
        """Gives a side's median or 99th percentile in seconds, by round."""
        share = {"median": 0.5, "p99": 0.99}[measure]
        return [quantile(ordered, share) for ordered in self.took[side]]

    @property
    def arenas(self) -> list[str]:
        """The sides that are arenas, the one whose ratio is `ratio` first."""
        return [side for side in self.took if side not in YARDSTICKS]

    def times(self, side: str, measure: str, yardstick: str = "ping_pong") -> Spread:
        """Gives how many times as long as a yardstick's an arena's is."""
        return ratio(self.values(side, measure), self.values(yardstick, measure))

    def microseconds(self, side: str, measure: str) -> Spread:
        """Gives a side's in microseconds."""
        return spread([value * 1e6 for value in self.values(side, measure)])

    def plain(self) -> dict[str, object]:
        """Gives it for JSON."""
        primary = self.arenas[0]
        ratios = {m: self.times(primary, m).plain() for m in TARGETS}
        return {
            "bench": "latency",
            "unit": "microseconds a decision",
            "python": platform.python_version(),
            "rounds": self.rounds,
            "seconds": self.seconds,
            "compiled": len(self.arenas) > 1,
            "ratio": ratios["median"],
            "ratio_of": primary,
            "ratio_to": "ping_pong",
            "ratios": ratios,
            "ratios_to_one_bot": {
                m: self.times(primary, m, "one_bot").plain() for m in TARGETS
            },
            "targets": TARGETS,
            "sides": {
                side: {
                    "what": TITLES[side],
                    "decisions": sum(map(len, self.took[side])),
                    **{m: self.microseconds(side, m).plain() for m in TARGETS},
                }
                for side in self.took
            },
        }

    def lines(self) -> Iterator[str]:
        """Writes it for people."""
        yield (
            f"one decision at a time, {self.rounds} rounds of {self.seconds} s a side:"
            " median (lowest to highest)"
        )
        yield ""
        yield f"{'':32} {'median, µs':>26} {'99th percentile, µs':>26}"
        for side in self.took:
            columns = [f"{self.microseconds(side, m)!s:>26}" for m in TARGETS]
            yield f"{TITLES[side]:32} {' '.join(columns)}"
        yield from self._ratio_lines("ping_pong", "times")
        columns = [f"{target:>26g}" for target in TARGETS.values()]
        yield f"{'aim: at most':32} {' '.join(columns)}"
        yield from self._ratio_lines("one_bot", "times one bot's")

    def _ratio_lines(self, yardstick: str, called: str) -> Iterator[str]:
        for side in self.arenas:
            columns = [f"{self.times(side, m, yardstick)!s:>26}" for m in TARGETS]
            named = called + ", compiled" * side.endswith(COMPILED)
            yield f"{named:32} {' '.join(columns)}"
