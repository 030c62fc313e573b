"""How fast rotations are kept and read, beside bare SQLite; and a very long run.

Without `--rotations` both stores of `store_sides` commit in turn, one rotation a commit
and many, and give all back. With it a tournament of so many rotations is played into a
database by the arena's director, without bots: `long_run` says what is measured.
"""

import argparse
import platform
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

from scripts.benches.command import Report, add_rounds, positive
from scripts.benches.long_run import run_long
from scripts.benches.measure import Spread, ratio, spread, take_turns
from scripts.benches.store_sides import ArenaStore, BareStore

TOGETHER = 32
"""Rotations in a shared commit."""

BUSY = 8
"""Rotations that share a commit in an arena that is busy."""

TITLES = {
    "single": "one rotation a commit",
    "shared": f"{TOGETHER} rotations a commit",
    "busy": f"{BUSY} a commit, by CPU time",
    "read": "read all records",
}
"""What is compared."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    add_rounds(parser, 7)
    parser.add_argument(
        "--commits",
        type=positive,
        default=100,
        metavar="N",
        help="of each kind in each round",
    )
    parser.add_argument(
        "--folder",
        type=Path,
        metavar="PATH",
        help="on the disk to measure; without it, where temporary files go",
    )
    parser.add_argument(
        "--rotations",
        type=positive,
        metavar="N",
        help="play a tournament of so many rotations instead, by tenths",
    )


def run(arguments: argparse.Namespace) -> Report:
    """Measures both stores, or a long run."""
    with TemporaryDirectory(dir=arguments.folder) as folder:
        if arguments.rotations is not None:
            return run_long(Path(folder), arguments.rotations)
        return _compare(Path(folder), arguments.rounds, arguments.commits)


def _compare(folder: Path, rounds: int, commits: int) -> "StoreReport":
    arena = ArenaStore(folder)
    try:
        # Unmeasured: what is prepared once is there then, and rows for the other side.
        arena.save(TOGETHER, 1)
        arena.save(TOGETHER * commits, TOGETHER)
        bare = BareStore(folder / "bare.db", arena)
        bare.save(TOGETHER * commits, TOGETHER)
        bare.save(TOGETHER, 1)
        stores: dict[str, ArenaStore | BareStore] = {"arena": arena, "bare": bare}
        counts: dict[str, tuple[int, int, Callable[[], float]]] = {
            "single": (commits, 1, perf_counter),
            "shared": (commits * TOGETHER, TOGETHER, perf_counter),
            "busy": (commits * BUSY, BUSY, thread_time),
        }
        taken = take_turns(
            {
                f"{side}_{what}": partial(store.save, *count)
                for what, count in counts.items()
                for side, store in stores.items()
            },
            rounds,
        )
        taken |= take_turns(
            {f"{side}_read": store.read for side, store in stores.items()}, rounds
        )
        read = arena.saved
        bare.close()
    finally:
        arena.close()
    each = {what: rotations for what, (rotations, *_) in counts.items()}
    each["read"] = read
    return StoreReport(
        rounds=rounds,
        rates={
            name: spread([each[name.split("_")[1]] / seconds for seconds in times])
            for name, times in taken.items()
        },
        ratios={
            what: ratio(taken[f"arena_{what}"], taken[f"bare_{what}"]) for what in each
        },
    )


@dataclass(frozen=True, slots=True)
class StoreReport:
    """What was measured beside bare SQLite."""

    rounds: int
    rates: Mapping[str, Spread]
    """Rotations a second of each side, of CPU time where that is what counts."""
    ratios: Mapping[str, Spread]
    """How many times as long as bare SQLite the arena takes."""

    def plain(self) -> dict[str, object]:
        """Gives it for JSON."""
        return {
            "bench": "store",
            "unit": "rotations per second",
            "python": platform.python_version(),
            "sqlite": sqlite3.sqlite_version,
            "rounds": self.rounds,
            "ratio": self.ratios["shared"].plain(),
            "ratio_to": "bare_shared",
            "ratios": {name: value.plain() for name, value in self.ratios.items()},
            "sides": {name: value.plain() for name, value in self.rates.items()},
        }

    def lines(self) -> Iterator[str]:
        """Writes it for people."""
        yield f"{self.rounds} rounds: median (lowest to highest)"
        yield ""
        yield f"{'rotations a second':24} {'arena':>28} {'bare sqlite3':>28}"
        for what, title in TITLES.items():
            arena, bare = self.rates[f"arena_{what}"], self.rates[f"bare_{what}"]
            yield f"{title:24} {arena!s:>28} {bare!s:>28}"
        yield ""
        for what, title in TITLES.items():
            yield f"{title}: the arena takes {self.ratios[what]} times as long"
