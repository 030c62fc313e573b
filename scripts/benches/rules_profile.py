"""Where the time of random deals goes: step by step, and function by function.

Steps are timed as the deals are played. What reading the clock costs is taken off,
and of each step the slowest calls are left out, in which the machine did other things.
"""

import cProfile
import io
import pstats
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from statistics import mean, median
from time import perf_counter

from arena.game.cards import parse_cards
from arena.game.deal import Deal
from arena.game.moves import Moves
from arena.game.variant import Variant
from scripts.benches.random_deals import deal_hands, play_deal

_DEALS = 300
_FUNCTIONS = 15
_COUNTED = 0.95
"""The share of a step's calls that counts: the quickest."""
_TABLES = ("5S", "5S 5C", "4S 5S 6S", "2S")
"""What whole hands answer to."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that is done in deals, and what it costs."""

    name: str
    times: float
    """How often it is done in a deal."""
    microseconds: float
    """What it costs once."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What random deals spend their time on."""

    steps: Sequence[Step]
    """The steps of a deal; together they are the deal."""
    whole_hands: Mapping[str, float]
    """What the legal plays of hands of 13 cost, in microseconds."""
    functions: Sequence[str]
    """A table of the functions with most time of their own."""

    def plain(self) -> dict[str, object]:
        """Gives it for JSON."""
        return {
            "steps": [asdict(step) for step in self.steps],
            "whole_hands": dict(self.whole_hands),
        }

    def lines(self) -> Iterator[str]:
        """Writes it for people."""
        total = sum(step.times * step.microseconds for step in self.steps)
        yield f"{'step of a random deal':32} {'a deal':>6} {'µs each':>8} {'share':>6}"
        for step in self.steps:
            share = step.times * step.microseconds / total
            yield (
                f"{step.name:32} {step.times:6.1f} {step.microseconds:8.2f} {share:6.0%}"
            )
        yield ""
        yield f"{'legal plays of 13 cards':39} {'µs each':>8}"
        for name, cost in self.whole_hands.items():
            yield f"{name:39} {cost:8.2f}"
        yield ""
        yield from self.functions


def measure_profile(rules: Variant, random: Random) -> Profile:
    """Measures steps and hands, and profiles random deals."""
    return Profile(
        _steps(rules, random), _whole_hands(rules, random), _functions(rules, random)
    )


class _Stopwatch:
    """Notes how long each call of a step took."""

    def __init__(self) -> None:
        self._taken: dict[str, list[float]] = {}
        self._since = 0.0
        for _ in range(1000):
            self.start()
            self.note("")
        self._reading = median(self._taken.pop(""))

    def start(self) -> None:
        self._since = perf_counter()

    def note(self, step: str) -> None:
        """Ends a call of a step, and starts the next one."""
        self._taken.setdefault(step, []).append(perf_counter() - self._since)
        self._since = perf_counter()

    def steps(self) -> list[Step]:
        """Sums up, without the slowest calls."""
        summed = []
        for name, taken in self._taken.items():
            counted = sorted(taken)[: max(1, int(len(taken) * _COUNTED))]
            cost = (mean(counted) - self._reading) * 1e6
            summed.append(Step(name, len(taken) / _DEALS, cost))
        return summed


def _steps(rules: Variant, random: Random) -> list[Step]:
    watch = _Stopwatch()
    for _ in range(_DEALS):
        watch.start()
        hands = deal_hands(random)
        watch.note("shuffle, sort the hands")
        deal = Deal(rules, hands)
        watch.note("begin the deal")
        while (seat := deal.turn) is not None:
            task = _task(deal)
            watch.start()
            plays = deal.legal_plays()
            watch.note(task)
            play = random.choice(plays)
            watch.start()
            deal.play(seat, play)
            watch.note("play cards" if play else "pass")
    return watch.steps()


def _task(deal: Deal) -> str:
    """Says what the seat on turn has to list."""
    if deal.table is None:
        return "list leads"
    if len(deal.table.cards) == 1:
        return "list answers to a single"
    return "list answers to more cards"


def _whole_hands(rules: Variant, random: Random) -> dict[str, float]:
    hands = [hand for _ in range(_DEALS) for hand in deal_hands(random)]
    watch = _Stopwatch()
    for text in ("", *_TABLES):
        # Anew each time, so that nothing is remembered of the hands.
        moves = Moves(rules)
        table = moves.combinations[parse_cards(text)]
        for hand in hands:
            watch.start()
            if table is None:
                moves.leads(hand)
            else:
                moves.answers(hand, table)
            watch.note(f"answer to {text}" if text else "lead")
    return {step.name: step.microseconds for step in watch.steps()}


def _functions(rules: Variant, random: Random) -> list[str]:
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(_DEALS):
        play_deal(rules, random)
    profiler.disable()
    text = io.StringIO()
    stats = pstats.Stats(profiler, stream=text).strip_dirs().sort_stats("tottime")
    stats.print_stats(_FUNCTIONS)
    _, heading, table = text.getvalue().partition("   ncalls")
    return f"{heading}{table}".strip("\n").splitlines()
