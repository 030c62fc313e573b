"""How fast the rules are: random deals, all legal plays listed at every turn.

A decision is one action of a seat, a pass among them, forced or not: list what is
legal, choose, play. Shuffling and dealing are part of it. The sides are timed by
the CPU time of this process, so that other programs on the machine cost little.
"""

import argparse
import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from time import process_time

from arena.game.variant import PRESETS, variant
from scripts.benches.command import add_rounds, add_seconds
from scripts.benches.dou_dizhu import PEERS, PlayDeal, loops, version
from scripts.benches.measure import Spread, ratio, spread, take_turns
from scripts.benches.random_deals import play_deal
from scripts.benches.rules_profile import Profile, measure_profile

TARGETS = {"rlcard": 50.0, "open_spiel": 0.5}
"""By peer, how many times as fast as its usual loop the arena means to be."""

PRIMARY = ("open_spiel", "rlcard")
"""Whose ratio is `ratio`: the first of them that is installed."""

TITLES = {
    "arena": "the arena",
    "rlcard": "RLCard, as its example",
    "rlcard_plain": "RLCard, plain",
    "rlcard_bare": "RLCard, bare",
    "open_spiel": "OpenSpiel, as its example",
    "open_spiel_plain": "OpenSpiel, plain",
    "open_spiel_bare": "OpenSpiel, bare",
}
"""What the sides are called."""


class Side:
    """One loop, with what it has done so far."""

    def __init__(self, play_deal: PlayDeal) -> None:
        """Plays a deal unmeasured, so that what is prepared once is there."""
        self._play_deal = play_deal
        play_deal()
        self.deals = 0
        self.decisions = 0

    def rate(self, budget: float) -> float:
        """Plays whole deals for so many seconds; gives decisions a second."""
        decisions = 0
        begun = process_time()
        while (taken := process_time() - begun) < budget:
            decisions += self._play_deal()
            self.deals += 1
        self.decisions += decisions
        return decisions / taken


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    add_rounds(parser, 7)
    add_seconds(parser, 1.0)
    parser.add_argument("--variant", choices=PRESETS, default="thirteen")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument(
        "--profile", action="store_true", help="show where the arena's time goes"
    )


def run(arguments: argparse.Namespace) -> "Report":
    """Measures all sides that are there."""
    rules = variant(arguments.variant)
    random = Random(arguments.seed)  # noqa: S311 - chance for a benchmark
    sides = {"arena": Side(lambda: play_deal(rules, random))}
    for peer in PEERS:
        if version(peer) is not None:
            sides |= {name: Side(play) for name, play in loops(peer, random)}
    rates = take_turns(
        {name: partial(side.rate, arguments.seconds) for name, side in sides.items()},
        arguments.rounds,
    )
    return Report(
        variant=rules.name,
        rounds=arguments.rounds,
        seconds=arguments.seconds,
        sides=sides,
        rates={name: spread(measured) for name, measured in rates.items()},
        ratios={
            name: ratio(rates["arena"], rates[name])
            for name in sides
            if name != "arena"
        },
        profile=measure_profile(rules, random) if arguments.profile else None,
    )


@dataclass(frozen=True)
class Report:
    """What was measured."""

    variant: str
    rounds: int
    seconds: float
    sides: Mapping[str, Side]
    rates: Mapping[str, Spread]
    """Decisions a second of each side."""
    ratios: Mapping[str, Spread]
    """How many times as fast as each peer's loop the arena is."""
    profile: Profile | None

    def plain(self) -> dict[str, object]:
        """Gives it for JSON."""
        primary = next((name for name in PRIMARY if name in self.ratios), None)
        plain: dict[str, object] = {
            "bench": "rules",
            "unit": "decisions per second of CPU time",
            "python": platform.python_version(),
            "variant": self.variant,
            "rounds": self.rounds,
            "seconds": self.seconds,
            "ratio": None if primary is None else self.ratios[primary].plain(),
            "ratio_to": primary,
            "ratios": {name: value.plain() for name, value in self.ratios.items()},
            "targets": TARGETS,
            "sides": {
                name: {
                    "what": TITLES[name],
                    **self.rates[name].plain(),
                    "deals": side.deals,
                    "decisions": side.decisions,
                }
                for name, side in self.sides.items()
            },
            "versions": {peer: version(peer) for peer in PEERS},
        }
        if self.profile is not None:
            plain["profile"] = self.profile.plain()
        return plain

    def lines(self) -> Iterator[str]:
        """Writes it for people."""
        yield (
            f"random deals of {self.variant}, {self.rounds} rounds of {self.seconds} s"
            " a side: median (lowest to highest)"
        )
        yield ""
        yield f"{'':32} {'decisions/s of CPU':>28}   {'the arena is … times as fast'}"
        for name, rate in self.rates.items():
            times = str(self.ratios[name]) if name in self.ratios else ""
            yield f"{TITLES[name]:32} {rate!s:>28}   {times}".rstrip()
        yield ""
        for peer, target in TARGETS.items():
            if peer in self.ratios:
                yield f"aim: {target:g} times {TITLES[peer]}"
            else:
                yield f"not installed: {peer}; to compare with it: pip install {peer}"
        if self.profile is not None:
            yield ""
            yield from self.profile.lines()
