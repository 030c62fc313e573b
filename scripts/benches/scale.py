"""What a decision costs the arena with few bots connected, and with many.

A real arena plays one tournament with bots that each have a connection of their own and
play one table at a time, the same bots in both sizes: with eight two tables are played
at once, with a thousand two hundred and fifty. In every round each size has a fresh
arena for a while. Cost is the arena's CPU time by its decisions, all its threads
together. Memory is what the arena's process has resident: before any bot is connected,
when all but one are, and after a while of play. Then, for as long again, somebody asks
for the standings once a second. The longest time by which the arena's event loop was
late is noted with and without.
"""

import argparse
import json
import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter
from typing import Any

import grpc

from arena.v1.tournament_service_pb2 import GetStandingsRequest
from arena.v1.tournament_service_pb2_grpc import TournamentServiceStub
from scripts.benches.arena_process import HostProcess
from scripts.benches.command import add_rounds, add_seconds, positive
from scripts.benches.compiled import add_compiled
from scripts.benches.measure import Spread, ratio, spread, take_turns
from scripts.benches.measured_process import MeasuredProcess

AIM_COST = 1.2
"""How much more a decision may cost with many bots."""

AIM_MEMORY = 100_000
"""Bytes that a connected bot may cost."""

SEATS = 4

SETTINGS = {
    "seed": "b0a2d0" + "00" * 29,
    "rounds": 1000,
    "boards": 20,
    "clock": "600+10",
    "join_time": 600,
}
"""A tournament that is not over before it has been measured, with clocks that a busy
machine does not let run out."""


@dataclass(frozen=True, slots=True)
class Stay:
    """What was measured of one arena."""

    cost: float
    """Seconds of CPU a decision."""
    rate: float
    """Decisions a second."""
    rotations: int
    """Rotations that were committed."""
    connected: float
    """Bytes of memory a bot that is connected."""
    table: float
    """Bytes of memory a table that is played, its bots' streams being in use."""
    pause: float
    """Seconds by which the event loop was late at most."""
    standings: Sequence[float]
    """Seconds that each asking for the standings took."""
    asked_cost: float
    """Seconds of CPU a decision while they were asked for, with what working them out
    takes in a process of its own."""
    asked_rate: float
    """Decisions a second while they were asked for."""
    asked_pause: float
    """Seconds by which the event loop was late at most meanwhile."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    add_rounds(parser, 3)
    add_seconds(parser, 10.0, of="size")
    parser.add_argument("--bots", type=positive, default=1000, metavar="N")
    parser.add_argument("--few", type=positive, default=8, metavar="N")
    parser.add_argument(
        "--processes", type=positive, default=4, metavar="N", help="that hold the bots"
    )
    add_compiled(parser, "measure the compiled arena")


def run(arguments: argparse.Namespace) -> "Report":
    """Measures both sizes."""
    stays: dict[str, list[Stay]] = {"few": [], "many": []}
    sizes = {"few": arguments.few, "many": arguments.bots}

    def measure(name: str) -> float:
        stay = _stay(
            sizes[name],
            arguments.processes,
            arguments.seconds,
            compiled=arguments.compiled,
        )
        stays[name].append(stay)
        return stay.cost

    costs = take_turns(
        {name: lambda name=name: measure(name) for name in stays},  # type: ignore[misc]
        arguments.rounds,
    )
    return Report(
        bots=sizes,
        compiled=arguments.compiled,
        rounds=arguments.rounds,
        seconds=arguments.seconds,
        stays=stays,
        ratio=ratio(costs["many"], costs["few"]),
    )


def _stay(bots: int, processes: int, seconds: float, *, compiled: bool) -> Stay:
    """Has an arena play with so many bots, and measures it."""
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        config = Path(folder) / "bench.toml"
        config.write_text(_config_text(bots), encoding="utf-8")
        arena = stack.enter_context(
            HostProcess("scripts.benches.scale_host", config, compiled=compiled)
        )
        address = arena.hear("listening")["address"]
        tokens = list(arena.hear("awaiting")["tokens"].values())
        empty = _memory(arena)
        holders = [
            stack.enter_context(MeasuredProcess("scripts.benches.many_bots", [address]))
            for _ in range(min(processes, bots - 1))
        ]
        last = tokens.pop()
        for number, holder in enumerate(holders):
            holder.tell(json.dumps(tokens[number :: len(holders)]))
        for holder in holders:
            holder.hear("joined")
        connected = _memory(arena)
        holders[0].tell(json.dumps([last]))
        arena.hear("playing")
        # Unmeasured: until all tables have begun.
        arena.measure(seconds / 4)
        told = _measured(arena, seconds)
        with _Asking(address) as asking:
            asked = _measured(arena, seconds)
        window, meanwhile = told["window"], asked["window"]
        return Stay(
            cost=window["cpu"] / window["decisions"],
            rate=window["decisions"] / window["seconds"],
            rotations=told["rotations"],
            connected=(connected - empty) / len(tokens),
            table=(told["resident"] - connected) / (bots // SEATS),
            pause=told["pause"],
            standings=asking.taken,
            asked_cost=(meanwhile["cpu"] + asked["children"]) / meanwhile["decisions"],
            asked_rate=meanwhile["decisions"] / meanwhile["seconds"],
            asked_pause=asked["pause"],
        )


def _config_text(bots: int) -> str:
    lines = ['name = "bench"']
    lines += [f"{key} = {json.dumps(value)}" for key, value in SETTINGS.items()]
    lines += [f'[[entrants]]\nname = "bot-{number}"' for number in range(bots)]
    return "\n".join(lines) + "\n"


def _measured(arena: MeasuredProcess, seconds: float) -> dict[str, Any]:
    arena.tell("measure", seconds)
    return arena.hear("measured")


def _memory(arena: MeasuredProcess) -> int:
    arena.tell("memory")
    resident: int = arena.hear("memory")["resident"]
    return resident


class _Asking:
    """Somebody who wants to see the standings, once a second."""

    def __init__(self, address: str) -> None:
        self.taken: list[float] = []
        self._address = address
        self._enough = Event()
        self._thread = Thread(target=self._ask)

    def _ask(self) -> None:
        with grpc.insecure_channel(self._address) as channel:
            service = TournamentServiceStub(channel)
            while not self._enough.wait(1.0):
                begun = perf_counter()
                service.GetStandings(GetStandingsRequest(tournament="bench"))
                self.taken.append(perf_counter() - begun)

    def __enter__(self) -> "_Asking":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self._thread.join()


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured."""

    bots: Mapping[str, int]
    compiled: bool
    rounds: int
    seconds: float
    stays: Mapping[str, Sequence[Stay]]
    ratio: Spread
    """How many times as much a decision costs with many bots."""

    def of(self, name: str, figure: str) -> Spread:
        """Gives a figure of a size over the rounds."""
        return spread([getattr(stay, figure) for stay in self.stays[name]])

    def plain(self) -> dict[str, object]:
        """Gives it for JSON."""
        return {
            "bench": "scale",
            "unit": "seconds of the arena's CPU time per decision",
            "python": platform.python_version(),
            "bots": dict(self.bots),
            "compiled": self.compiled,
            "rounds": self.rounds,
            "seconds": self.seconds,
            "ratio": self.ratio.plain(),
            "ratio_to": "few",
            "targets": {"ratio": AIM_COST, "connected": AIM_MEMORY},
            "sides": {
                name: {
                    **self.of(name, "cost").plain(),
                    "rate": self.of(name, "rate").plain(),
                    "connected": self.of(name, "connected").plain(),
                    "table": self.of(name, "table").plain(),
                    "pause": self.of(name, "pause").plain(),
                    "asked_cost": self.of(name, "asked_cost").plain(),
                    "asked_rate": self.of(name, "asked_rate").plain(),
                    "asked_pause": self.of(name, "asked_pause").plain(),
                    "stays": [asdict(stay) for stay in stays],
                }
                for name, stays in self.stays.items()
            },
        }

    def lines(self) -> Iterator[str]:
        """Writes it for people."""
        few, many = (f"{self.bots[name]} bots" for name in ("few", "many"))
        arena = "the compiled arena, " if self.compiled else ""
        yield (
            f"{arena}{self.rounds} rounds of {self.seconds:g} s: median (lowest to"
            " highest)"
        )
        yield ""
        yield f"{'':36} {few:>24} {many:>24}"
        for title, figure, unit in (
            ("µs of CPU a decision", "cost", 1e-6),
            ("decisions a second", "rate", 1),
            ("kB of memory a connected bot", "connected", 1e3),
            ("kB more a table at play", "table", 1e3),
            ("ms that the loop was late at most", "pause", 1e-3),
            ("µs of CPU a decision, with standings", "asked_cost", 1e-6),
            ("decisions a second, with standings", "asked_rate", 1),
            ("ms late at most, with standings", "asked_pause", 1e-3),
        ):
            cells = [
                str(spread([getattr(stay, figure) / unit for stay in self.stays[name]]))
                for name in ("few", "many")
            ]
            yield f"{title:36} {cells[0]:>24} {cells[1]:>24}"
        yield ""
        for name, stays in self.stays.items():
            taken = [seconds for stay in stays for seconds in stay.standings]
            if taken:
                yield (
                    f"standings asked for with {self.bots[name]} bots: {len(taken)}"
                    f" times, {max(taken) * 1e3:.0f} ms at most"
                )
        yield f"a decision with many bots costs {self.ratio} times as much"
        yield f"aim: {AIM_COST:g} times, {AIM_MEMORY / 1e3:g} kB a connected bot"
