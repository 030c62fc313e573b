"""Where the time of random deals goes: step by step, and function by function.

A step's cost comes from many calls in a row on positions kept from random deals, so
that the clock is read seldom. What the rules remember of hands is forgotten before,
as it would be with new deals.
"""

import cProfile
import io
import pstats
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from time import process_time
from typing import NamedTuple, TypeVar

from arena.game.cards import Cards, parse_cards
from arena.game.combinations import Combination
from arena.game.deal import Deal
from arena.game.moves import Moves, moves_of
from arena.game.variant import Variant
from scripts.benches.random_deals import deal_hands, play_deal

_DEALS = 150
_REPEATS = 5
_FUNCTIONS = 15
_TABLES = ("5S", "5S 5C", "4S 5S 6S", "2S")
"""What whole hands answer to."""

Item = TypeVar("Item")


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
        yield f"{'step of a random deal':30} {'a deal':>7} {'µs each':>8} {'share':>6}"
        for step in self.steps:
            share = step.times * step.microseconds / total
            yield f"{step.name:30} {step.times:7.1f} {step.microseconds:8.2f} {share:6.0%}"
        yield ""
        yield f"{'legal plays of hands of 13':38} {'µs each':>8}"
        for name, cost in self.whole_hands.items():
            yield f"{name:38} {cost:8.2f}"
        yield ""
        yield from self.functions


def measure_profile(rules: Variant, random: Random) -> Profile:
    """Measures steps and hands, and profiles random deals."""
    return Profile(
        _steps(rules, random), _whole_hands(rules, random), _functions(rules, random)
    )


class _Position(NamedTuple):
    """A deal before an action, and the action."""

    deal: Deal
    seat: int
    action: Cards

    @property
    def task(self) -> str:
        table = self.deal.table
        if table is None:
            return "list leads"
        return f"list answers to {'a single' if len(table.cards) == 1 else 'the rest'}"


def _steps(rules: Variant, random: Random) -> list[Step]:
    dealt = [deal_hands(random) for _ in range(_DEALS)]
    positions = [kept for hands in dealt for kept in _positions(rules, hands, random)]

    def step(name: str, cost: float, count: int) -> Step:
        return Step(name, count / _DEALS, cost)

    steps = [
        step(
            "shuffle, sort the hands",
            _cost(dealt, lambda _: deal_hands(random)),
            _DEALS,
        ),
        step("begin the deal", _cost(dealt, lambda hands: Deal(rules, hands)), _DEALS),
    ]
    forget = moves_of(rules).holding.cache_clear
    for task in sorted({kept.task for kept in positions}, reverse=True):
        deals = [kept.deal for kept in positions if kept.task == task]
        steps.append(step(task, _cost(deals, Deal.legal_plays, forget), len(deals)))
    for name, passes in (("play cards", False), ("pass", True)):
        acted = [kept for kept in positions if (not kept.action) is passes]
        # A position can be played from once, so a copy is, whose cost is taken off.
        both = _cost(acted, lambda at: at.deal.copy().play(at.seat, at.action))
        copying = _cost(acted, lambda at: at.deal.copy())
        steps.append(step(name, both - copying, len(acted)))
    return steps


def _whole_hands(rules: Variant, random: Random) -> dict[str, float]:
    moves = moves_of(rules)
    hands = [hand for _ in range(_DEALS) for hand in deal_hands(random)]
    costs = {"lead": _cost(hands, moves.leads, moves.holding.cache_clear)}
    for text in _TABLES:
        table = moves.classify(parse_cards(text))
        if table is not None:
            answers = partial(_answers, moves, table)
            costs[f"answer to {text}"] = _cost(
                hands, answers, moves.holding.cache_clear
            )
    return costs


def _answers(moves: Moves, table: Combination, hand: Cards) -> list[Cards]:
    return moves.answers(hand, table)


def _functions(rules: Variant, random: Random) -> list[str]:
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(_DEALS):
        play_deal(rules, random)
    profiler.disable()
    text = io.StringIO()
    stats = pstats.Stats(profiler, stream=text).strip_dirs().sort_stats("tottime")
    stats.print_stats(_FUNCTIONS)
    table = text.getvalue().partition("   ncalls")
    return f"{table[1]}{table[2]}".strip("\n").splitlines()


def _positions(
    rules: Variant, hands: Sequence[Cards], random: Random
) -> Iterator[_Position]:
    """Plays a random deal and keeps every position of it."""
    deal = Deal(rules, hands)
    while (seat := deal.turn) is not None:
        action = random.choice(deal.legal_plays())
        yield _Position(deal.copy(), seat, action)
        deal.play(seat, action)


def _cost(
    items: Sequence[Item],
    do: Callable[[Item], object],
    before: Callable[[], object] = lambda: None,
) -> float:
    """Gives what a call costs, in microseconds: the best of some rounds over all."""
    best = float("inf")
    for _ in range(_REPEATS):
        before()
        begun = process_time()
        for item in items:
            do(item)
        best = min(best, process_time() - begun)
    return best / len(items) * 1e6
