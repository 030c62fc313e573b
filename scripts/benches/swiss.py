"""How long pairing and rating take, when many play.

A Swiss tournament is played by chance, from strengths that are drawn first, and paired
by the arena's own code round by round. Timed are the pairing of its last round and the
rating of all its deals with their intervals, and beside both the same at a tenth of the
size: a tenth of the entrants, and so of the tables. Where the work follows the size,
the one costs ten times the other.

Where choix is installed, it rates the same finishing orders: a library of the model
that the arena's ratings rest on, without intervals.
"""

import argparse
import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from time import process_time

# As in the arena, which leaves the other cores to who plays meanwhile.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from arena.tournament.config import TournamentConfig
from arena.tournament.rating import ELO, fit
from arena.tournament.result import DealOutcome
from arena.tournament.standings import standings
from arena.tournament.swiss import Swiss
from scripts.benches.command import add_rounds, positive
from scripts.benches.measure import Spread, ratio, spread, take_turns
from tests.support.outcomes import tournament
from tests.support.simulated import Setting, played

AIM = 1.0
"""Seconds that pairing, and rating, are to stay below."""

TENTH = 10
"""How much smaller the tournament beside is."""

TITLES = {
    "pairing": "pair the last round",
    "pairing_tenth": "… of a tenth of the entrants",
    "rating": "rate all tables, with intervals",
    "rating_tenth": "… a tenth of them",
    "standings": "standings, ratings and all",
    "choix": "rate them by choix, no intervals",
}
"""What the sides are called."""


class Played:
    """A tournament whose last round is yet to be paired again."""

    def __init__(self, setting: Setting, seed: int) -> None:
        """Plays it by chance."""
        rng = np.random.default_rng(seed)
        self.config: TournamentConfig = tournament(
            " ".join(f"e{number}" for number in range(setting.entrants)),
            rounds=setting.rounds,
            boards=setting.boards,
            rotations=setting.rotations,
        )
        drawn = rng.normal(0, setting.spread / ELO, setting.entrants)
        strength = dict(zip(self.config.names, map(float, drawn), strict=True))
        self._swiss = Swiss(self.config, rng.bytes(32))
        self.outcomes: list[DealOutcome] = []
        self._before: Sequence[DealOutcome] = ()
        self.pairings: list[float] = []
        """Seconds of CPU time that each round's pairing took."""
        while True:
            begun = process_time()
            paired = self._swiss.next_round(self.outcomes)
            if paired is None:
                break
            self.pairings.append(process_time() - begun)
            self._before = tuple(self.outcomes)
            self.outcomes += played(paired, setting, strength.__getitem__, rng)

    def pair(self) -> None:
        """Pairs the last round once more."""
        self._swiss.next_round(self._before)

    def rate(self) -> None:
        """Rates everybody by all deals."""
        fit(self.outcomes, self.config.names)

    def stand(self) -> None:
        """Makes the standings."""
        standings(self.outcomes, self.config.names, self.config)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    add_rounds(parser, 5)
    parser.add_argument("--entrants", type=positive, default=1000, metavar="N")
    parser.add_argument(
        "--tables", type=positive, default=100_000, metavar="N", help="deals in all"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N")


def run(arguments: argparse.Namespace) -> "Report":
    """Plays both tournaments, then measures."""
    entrants = max(arguments.entrants, 4 * TENTH)
    boards, rotations = 5, 4
    a_round = entrants // 4 * boards * rotations
    rounds = max(2, round(arguments.tables / a_round))
    large, small = (
        Played(Setting(number, rounds, boards, rotations), arguments.seed)
        for number in (entrants, entrants // TENTH)
    )
    sides = {
        "pairing": large.pair,
        "pairing_tenth": small.pair,
        "rating": large.rate,
        "rating_tenth": small.rate,
        "standings": large.stand,
    }
    peer = _choix(large)
    if peer is not None:
        sides["choix"] = peer
    taken = take_turns(
        {name: _timed(work) for name, work in sides.items()}, arguments.rounds
    )
    shares = {
        what: ratio(
            taken[what], [TENTH * seconds for seconds in taken[f"{what}_tenth"]]
        )
        for what in ("pairing", "rating")
    }
    if peer is not None:
        shares["choix"] = ratio(taken["choix"], taken["rating"])
    return Report(
        entrants=entrants,
        swiss_rounds=rounds,
        tables=len(large.outcomes),
        rounds=arguments.rounds,
        seconds={name: spread(times) for name, times in taken.items()},
        ratios=shares,
        pairings=large.pairings,
    )


def _timed(work: Callable[[], None]) -> Callable[[], float]:
    def seconds() -> float:
        begun = process_time()
        work()
        return process_time() - begun

    return seconds


def _choix(rated: Played) -> Callable[[], None] | None:
    """Gives what rates the same deals by choix; `None` where it is not installed."""
    if _version() is None:
        return None
    import choix  # type: ignore[import-not-found] # noqa: PLC0415 - an optional peer

    number = {name: place for place, name in enumerate(rated.config.names)}
    rankings = [
        [number[deal.entrants[seat]] for tied in deal.finish for seat in tied]
        for deal in rated.outcomes
    ]
    return lambda: choix.ilsr_rankings(len(number), rankings, alpha=1e-3)


def _version() -> str | None:
    try:
        return metadata.version("choix")
    except metadata.PackageNotFoundError:
        return None


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured."""

    entrants: int
    swiss_rounds: int
    tables: int
    rounds: int
    seconds: Mapping[str, Spread]
    """CPU time of each side."""
    ratios: Mapping[str, Spread]
    """What an entrant costs in pairing, and a table in rating, beside what it costs
    at a tenth of the size; and how many times as long as the rating choix takes."""
    pairings: Sequence[float]
    """Seconds that each round's pairing took while the tournament was played."""

    def plain(self) -> dict[str, object]:
        """Gives it for JSON."""
        return {
            "bench": "swiss",
            "unit": "seconds of CPU time",
            "python": platform.python_version(),
            "entrants": self.entrants,
            "swiss_rounds": self.swiss_rounds,
            "tables": self.tables,
            "rounds": self.rounds,
            "ratio": self.ratios["rating"].plain(),
            "ratio_to": "rating_tenth",
            "ratios": {name: value.plain() for name, value in self.ratios.items()},
            "targets": {"pairing": AIM, "rating": AIM},
            "sides": {
                name: {"what": TITLES[name], **value.plain()}
                for name, value in self.seconds.items()
            },
            "pairings": [float(f"{seconds:.4g}") for seconds in self.pairings],
            "versions": {"choix": _version()},
        }

    def lines(self) -> Iterator[str]:
        """Writes it for people."""
        yield (
            f"{self.entrants} entrants, {self.swiss_rounds} rounds, {self.tables} tables;"
            f" {self.rounds} times each: median (lowest to highest)"
        )
        yield ""
        yield f"{'':34} {'seconds of CPU time':>26}"
        for name, value in self.seconds.items():
            yield f"{TITLES[name]:34} {value!s:>26}"
        yield ""
        yield f"a round's pairing at most: {max(self.pairings):.3g} s"
        yield f"an entrant in pairing, as at a tenth of the size: {self.ratios['pairing']}"
        yield f"a table in rating, as at a tenth of the size: {self.ratios['rating']}"
        if "choix" in self.ratios:
            yield f"choix takes as many times as long: {self.ratios['choix']}"
        else:
            yield "not installed: choix; to compare with it: pip install choix"
        yield f"aim: pairing and rating in {AIM:g} s each"
