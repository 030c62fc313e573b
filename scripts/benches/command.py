"""The command line of `scripts/bench`."""

import argparse
import json
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Protocol

BENCHES = {
    "rules": "random deals in process, beside RLCard and OpenSpiel",
    "wire": "decisions through an arena with 64 tables, beside bare gRPC",
    "latency": "one decision at a time, beside bare gRPC",
    "sdk": "a decision's cost to a bot of the SDK, beside a minimal bot",
    "scale": "cost of a decision and memory of a bot, with 8 bots and with 1,000",
    "swiss": "pairing and rating when many play, beside a tenth of them",
    "store": "keeping and reading rotations, beside bare SQLite; very long runs",
}
"""By name, which is also its module's in this folder, what each measures."""


class Report(Protocol):
    """What a bench has measured."""

    def plain(self) -> dict[str, object]:
        """Gives it as one JSON object, with `bench` and `ratio` at least."""

    def lines(self) -> Iterable[str]:
        """Writes it for people."""


class Bench(Protocol):
    """What a bench's module has."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Adds the options it has beside `--json`."""

    def run(self, arguments: argparse.Namespace) -> Report:
        """Measures."""


def main(words: Sequence[str]) -> int:
    """Runs the bench that the command line names; gives the exit code."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Compares the arena with what else there is, in ratios.",
    )
    commands = parser.add_subparsers(dest="bench", required=True, metavar="BENCH")
    chosen = None
    for name, measured in BENCHES.items():
        command = commands.add_parser(name, help=measured, description=measured)
        command.add_argument("--json", action="store_true", help="print one object")
        if [name] == list(words[:1]):
            # Only this one's module is read: others may need what is not installed.
            chosen = _bench(name)
            chosen.add_arguments(command)
    arguments = parser.parse_args(words)
    if chosen is None:
        raise AssertionError  # the parser has refused such a command line
    report = chosen.run(arguments)
    if arguments.json:
        print(json.dumps(report.plain(), indent=2))
    else:
        for line in report.lines():
            print(line)
    return 0


def _bench(name: str) -> Bench:
    module: Bench = import_module(f"scripts.benches.{name}")
    return module


def add_rounds(parser: argparse.ArgumentParser, default: int) -> None:
    """Adds `--rounds`, how often what is compared is measured."""
    parser.add_argument("--rounds", type=positive, default=default, metavar="N")


def add_seconds(
    parser: argparse.ArgumentParser, default: float, *, of: str = "side"
) -> None:
    """Adds `--seconds`, how long each `of` what is compared is measured in a round."""
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=default,
        metavar="S",
        help=f"of each {of} in each round",
    )


def positive(text: str) -> int:
    """Reads a whole number above 0, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number}; must be 1 or more")
    return number


def seconds(text: str) -> float:
    """Reads seconds above 0, for argparse."""
    number = float(text)
    if not 0 < number < 3600:
        raise argparse.ArgumentTypeError(f"{text}; must be above 0")
    return number
