"""What a decision costs a bot that is written with the SDK, beside one that is not.

Two bots of each kind sit at every table of one arena and make the same choices, so that
all of them are asked the same while the machine does the same. Cost is the CPU time of
the bots' own processes, gRPC's threads among it. At many tables a message asks a bot
several things, and what a decision itself costs shows; at one table each decision has a
message of its own, which costs far more.
"""

import argparse
import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from scripts.benches.arena_process import ArenaProcess
from scripts.benches.bot_cpu import bots_of, cpu_of
from scripts.benches.bots import command_of
from scripts.benches.command import add_rounds, add_seconds, positive
from scripts.benches.measure import Spread, ratio, spread, take_turns
from scripts.benches.wire import BOT_PROCESSES, WARM_UP

KINDS = ("minimal", "sdk")
"""The bots that are compared, half of the seats each."""

SIZES = ("many", "single")
"""Many tables, as many as are asked for, and one table."""

TITLES = {
    "minimal": "a minimal bot",
    "sdk": "the same with the SDK",
}
"""What the bots are called."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    add_rounds(parser, 5)
    add_seconds(parser, 4.0, of="number of tables")
    parser.add_argument("--tables", type=positive, default=64, metavar="N")


def run(arguments: argparse.Namespace) -> "Report":
    """Measures both numbers of tables."""
    costs: dict[str, list[Mapping[str, float]]] = {size: [] for size in SIZES}
    tables = {"many": arguments.tables, "single": 1}
    take_turns(
        {
            size: partial(_measure, tables[size], arguments.seconds, costs[size])
            for size in SIZES
        },
        arguments.rounds,
    )
    return Report(arguments.rounds, arguments.seconds, tables, costs)


def _measure(tables: int, budget: float, taken: list[Mapping[str, float]]) -> float:
    """Has both kinds play at so many tables; gives how many times as much one costs."""
    commands = {kind: command_of(kind, tables) for kind in KINDS}
    entrants = {
        f"{kind}-{number}": commands[kind]
        for number in range(1, BOT_PROCESSES // len(KINDS) + 1)
        for kind in KINDS
    }
    with ArenaProcess(entrants, {"parallel": tables}) as arena:
        arena.await_play()
        arena.measure(budget * WARM_UP)
        bots = {
            process: next(kind for kind in KINDS if f"{kind}_bot.py" in command)
            for process, command in bots_of(arena.pid)
        }
        before = {process: cpu_of(process) for process in bots}
        window = arena.measure(budget)
        used = {process: cpu_of(process) - before[process] for process in bots}
    if not window.decisions:
        raise RuntimeError(f"no decision in {window.seconds:.2f} s")
    # All sit at all tables and change seats with each rotation: they are asked as often.
    each = window.decisions / len(KINDS)
    cost = {
        kind: sum(used[process] for process in bots if bots[process] == kind) / each
        for kind in KINDS
    }
    taken.append(cost)
    return cost["sdk"] / cost["minimal"]


@dataclass(frozen=True)
class Report:
    """What was measured."""

    rounds: int
    seconds: float
    tables: Mapping[str, int]
    """By size, at how many tables was played."""
    costs: Mapping[str, list[Mapping[str, float]]]
    """By size, the seconds of CPU a decision of each kind of bot, by round."""

    def cost(self, size: str, kind: str) -> Spread:
        """Gives the microseconds of CPU a decision."""
        return spread([cost[kind] * 1e6 for cost in self.costs[size]])

    def times(self, size: str) -> Spread:
        """Gives how many times as much a decision costs with the SDK."""
        sdk, minimal = (
            [cost[kind] for cost in self.costs[size]] for kind in ("sdk", "minimal")
        )
        return ratio(sdk, minimal)

    def plain(self) -> dict[str, object]:
        """Gives it for JSON."""
        ratios = {size: self.times(size).plain() for size in SIZES}
        return {
            "bench": "sdk",
            "unit": "microseconds of CPU a decision",
            "python": platform.python_version(),
            "rounds": self.rounds,
            "seconds": self.seconds,
            "tables": self.tables,
            "ratio": ratios["many"],
            "ratio_of": "sdk",
            "ratio_to": "minimal",
            "ratios": ratios,
            "sides": {
                size: {kind: self.cost(size, kind).plain() for kind in KINDS}
                for size in SIZES
            },
        }

    def lines(self) -> Iterator[str]:
        """Writes it for people."""
        yield (
            f"CPU of a bot's process, {self.rounds} rounds of {self.seconds} s:"
            " median (lowest to highest)"
        )
        yield ""
        columns = [_tables(self.tables[size]) for size in SIZES]
        yield f"{'µs a decision':24}" + "".join(f"{column:>24}" for column in columns)
        for kind in KINDS:
            costs = [f"{self.cost(size, kind)!s:>24}" for size in SIZES]
            yield f"{TITLES[kind]:24}" + "".join(costs)
        times = [f"{self.times(size)!s:>24}" for size in SIZES]
        yield f"{'times as much':24}" + "".join(times)


def _tables(count: int) -> str:
    return f"{count} tables" if count > 1 else "one table"
