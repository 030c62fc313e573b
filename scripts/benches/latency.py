"""How long one decision takes, beside the same with nothing but gRPC.

One table, so that only one decision is on its way at a time. What is measured is the
time from one answer to the next, as the serving process reads them: it holds all that
the arena does, the next prompt's way to the bot, the bot, and its answer's way back.
The first decision of a rotation is left out: before it lies the database, and nobody
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

from scripts.benches.command import positive, seconds
from scripts.benches.measure import Spread, ratio, spread, take_turns
from scripts.benches.ping_pong_process import PingPongProcess
from scripts.benches.wire import BOT_PROCESSES, WARM_UP, arena

TARGETS = {"median": 1.5, "p99": 2.0}
"""How many times ping-pong's round trip a decision should take at the most."""

TITLES = {"arena": "the arena, one table", "ping_pong": "bare grpc.aio ping-pong"}
"""What the sides are called."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    parser.add_argument("--rounds", type=positive, default=7, metavar="N")
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=2.0,
        metavar="S",
        help="of each side in each round",
    )


def run(arguments: argparse.Namespace) -> "Report":
    """Measures both sides."""
    starts: dict[str, Callable[[], Any]] = {
        "arena": partial(arena, "minimal", 1),
        "ping_pong": partial(
            PingPongProcess, "bare", bots=BOT_PROCESSES, conversations=1
        ),
    }
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

    def times(self, measure: str) -> Spread:
        """Gives how many times as long as ping-pong's the arena's is."""
        return ratio(self.values("arena", measure), self.values("ping_pong", measure))

    def microseconds(self, side: str, measure: str) -> Spread:
        """Gives a side's in microseconds."""
        return spread([value * 1e6 for value in self.values(side, measure)])

    def plain(self) -> dict[str, object]:
        """Gives it for JSON."""
        ratios = {measure: self.times(measure).plain() for measure in TARGETS}
        return {
            "bench": "latency",
            "unit": "microseconds a decision",
            "python": platform.python_version(),
            "rounds": self.rounds,
            "seconds": self.seconds,
            "ratio": ratios["median"],
            "ratio_to": "ping_pong",
            "ratios": ratios,
            "targets": TARGETS,
            "sides": {
                side: {
                    "what": title,
                    "decisions": sum(map(len, self.took[side])),
                    **{m: self.microseconds(side, m).plain() for m in TARGETS},
                }
                for side, title in TITLES.items()
            },
        }

    def lines(self) -> Iterator[str]:
        """Writes it for people."""
        yield (
            f"one decision at a time, {self.rounds} rounds of {self.seconds} s a side:"
            " median (lowest to highest)"
        )
        yield ""
        yield f"{'':28} {'median, µs':>26} {'99th percentile, µs':>26}"
        for side, title in TITLES.items():
            columns = [f"{self.microseconds(side, m)!s:>26}" for m in TARGETS]
            yield f"{title:28} {' '.join(columns)}"
        columns = [f"{self.times(m)!s:>26}" for m in TARGETS]
        yield f"{'times as long':28} {' '.join(columns)}"
        columns = [f"{target:>26g}" for target in TARGETS.values()]
        yield f"{'aim: at most':28} {' '.join(columns)}"
