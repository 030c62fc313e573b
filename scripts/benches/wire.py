"""How many decisions a second pass through the arena, beside what the wire allows.

Four bots at 64 tables. Every side has one process that serves and one a bot, speaks
gRPC over the loopback, and is started anew in every round; the bots of the yardsticks
are the arena's minimal ones. The arena is whole: it runs a tournament, and keeps its
records in a database on the disk.

Decisions a second depend on the bots as well, which share the machine. Seconds of CPU
of the serving process say what the arena itself costs, however busy the machine is.
"""

import argparse
import platform
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from scripts.benches.arena_process import ArenaProcess
from scripts.benches.bots import BOTS, Unavailable, command_of
from scripts.benches.command import add_rounds, add_seconds, positive
from scripts.benches.compiled import COMPILED, add_compiled, compiled_arena
from scripts.benches.measure import Spread, ratio, spread, take_turns
from scripts.benches.measured_process import Window
from scripts.benches.ping_pong_process import PingPongProcess
from scripts.benches.wire_profile import Profile, measure_profile

BOT_PROCESSES = 4
"""How many bots there are, each in a process of its own: one table's seats."""

TARGET = 4.0
"""How many times as many decisions as bare ping-pong the arena means to pass."""

WARM_UP = 0.5
"""The share of a measurement that a side plays unmeasured before it."""

YARDSTICKS = {
    "ping_pong": ("bare", "bare grpc.aio ping-pong"),
    "ceiling": ("gathered", "gathered grpc.aio, no rules"),
}
"""By name, the manner of `ping_pong` and what it is called."""


class Served(Protocol):
    """A side that is running."""

    def await_play(self) -> None:
        """Waits until all bots are there."""

    def measure(self, seconds: float) -> Window:
        """Measures the serving process."""


def arena(bot: str, tables: int, *, compiled: bool = False) -> ArenaProcess:
    """Starts an arena whose bots are those of that name.

    Raises:
        Unavailable: The bot cannot be built here.
    """
    command = command_of(bot, tables)
    names = [f"bot-{number}" for number in range(1, BOT_PROCESSES + 1)]
    return ArenaProcess(
        dict.fromkeys(names, command), {"parallel": tables}, compiled=compiled
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    add_rounds(parser, 5)
    add_seconds(parser, 2.0)
    parser.add_argument("--tables", type=positive, default=64, metavar="N")
    parser.add_argument(
        "--bot",
        action="append",
        choices=BOTS,
        help="what plays in the arena; may be given several times (default: minimal)",
    )
    parser.add_argument(
        "--profile", action="store_true", help="show where the arena's time goes"
    )
    add_compiled(parser, "measure the compiled arena as well, and its ratio first")


def run(arguments: argparse.Namespace) -> "Report":
    """Measures all sides that are there."""
    taken: dict[str, list[Window]] = {}
    sides: dict[str, Callable[[], float]] = {}
    missing: list[str] = []

    def add(name: str, start: Callable[[], Any]) -> None:
        taken[name] = []
        sides[name] = partial(_rate, start, arguments.seconds, taken[name])

    suffixes = [""]
    if arguments.compiled:
        compiled_arena()
        suffixes = [COMPILED, ""]
    bots = list(dict.fromkeys(arguments.bot or ["minimal"]))
    for bot in bots:
        try:
            command_of(bot, arguments.tables)
        except Unavailable as error:
            missing.append(str(error))
            continue
        for suffix in suffixes:
            start = partial(arena, bot, arguments.tables, compiled=bool(suffix))
            add(f"arena_{bot}{suffix}", start)
    for name, (manner, _) in YARDSTICKS.items():
        add(
            name,
            partial(
                PingPongProcess,
                manner,
                bots=BOT_PROCESSES,
                conversations=arguments.tables,
            ),
        )
    rates = take_turns(sides, arguments.rounds)
    profile = None
    if arguments.profile:
        with arena("minimal", arguments.tables) as served:
            served.await_play()
            profile = measure_profile(served, arguments.seconds * arguments.rounds)
    return Report(
        rounds=arguments.rounds,
        seconds=arguments.seconds,
        tables=arguments.tables,
        compiled=arguments.compiled,
        rates=rates,
        windows=taken,
        missing=missing,
        profile=profile,
    )


def _rate(start: Callable[[], Any], budget: float, taken: list[Window]) -> float:
    """Starts a side, measures it and ends it; gives decisions a second."""
    with start() as served:
        served.await_play()
        served.measure(budget * WARM_UP)
        window: Window = served.measure(budget)
    taken.append(window)
    return window.rate


@dataclass(frozen=True)
class Report:
    """What was measured."""

    rounds: int
    seconds: float
    tables: int
    compiled: bool
    """Whether the compiled arena was measured as well."""
    rates: Mapping[str, list[float]]
    """Decisions a second of each side, by round."""
    windows: Mapping[str, list[Window]]
    """The same measurements with all that was read."""
    missing: list[str]
    """Why bots that were asked for did not play."""
    profile: Profile | None

    @property
    def arenas(self) -> list[str]:
        """The sides that are arenas, the one whose ratio is `ratio` first."""
        return [name for name in self.rates if name not in YARDSTICKS]

    def times(self, side: str, yardstick: str) -> Spread:
        """Gives how many times as many decisions as a yardstick a side passes."""
        return ratio(self.rates[side], self.rates[yardstick])

    def cpu(self, side: str) -> Spread:
        """Gives the microseconds of CPU of the serving process a decision."""
        return spread([window.cpu_each * 1e6 for window in self.windows[side]])

    def plain(self) -> dict[str, object]:
        """Gives it for JSON."""
        ratios = {
            name: {each: self.times(name, each).plain() for each in YARDSTICKS}
            for name in self.arenas
        }
        primary = self.arenas[0] if self.arenas else None
        plain: dict[str, object] = {
            "bench": "wire",
            "unit": "decisions per second",
            "python": platform.python_version(),
            "rounds": self.rounds,
            "seconds": self.seconds,
            "tables": self.tables,
            "compiled": self.compiled,
            "bots": BOT_PROCESSES,
            "ratio": None if primary is None else ratios[primary]["ping_pong"],
            "ratio_of": primary,
            "ratio_to": "ping_pong",
            "ratios": ratios,
            "target": TARGET,
            "sides": {
                name: {
                    "what": _title(name),
                    **spread(rates).plain(),
                    "cpu_us": self.cpu(name).plain(),
                    "decisions": sum(w.decisions for w in self.windows[name]),
                }
                for name, rates in self.rates.items()
            },
            "missing": self.missing,
        }
        if self.profile is not None:
            plain["profile"] = self.profile.plain()
        return plain

    def lines(self) -> Iterator[str]:
        """Writes it for people."""
        yield (
            f"{BOT_PROCESSES} bots at {self.tables} tables, {self.rounds} rounds of"
            f" {self.seconds} s a side: median (lowest to highest)"
        )
        yield ""
        yield f"{'':45} {'decisions/s':>26} {'µs of CPU each':>22}"
        for name, rates in self.rates.items():
            cost = self.cpu(name)
            yield f"{_title(name):45} {spread(rates)!s:>26} {cost!s:>22}"
        yield ""
        for name in self.arenas:
            for yardstick, (_, called) in YARDSTICKS.items():
                times = self.times(name, yardstick)
                yield f"{_title(name)}: {times} times {called}"
        yield f"aim: {TARGET:g} times {YARDSTICKS['ping_pong'][1]}"
        yield from self.missing
        if self.profile is not None:
            yield ""
            yield from self.profile.lines()


def _title(name: str) -> str:
    if name in YARDSTICKS:
        return YARDSTICKS[name][1]
    arena, bot = "the arena", name.removeprefix("arena_")
    if bot.endswith(COMPILED):
        arena, bot = "the arena, compiled", bot.removesuffix(COMPILED)
    return f"{arena}, {BOTS[bot]}"
