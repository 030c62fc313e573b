"""What beats what: the four numbered rules, one function each where it helps.

An exception is a sentence, `quad > single 2`; `shape` says what its words mean.
"""

from functools import lru_cache

from tests.support.literal.combinations import (
    RANKS,
    Cards,
    Kind,
    every_combination,
    kind_of,
    without,
)
from tests.support.literal.variants import Rules

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"]

Shape = tuple[Kind, int | None]
"""A kind, and the rank all its cards must have, None where any will do."""


@lru_cache
def shape(words: str) -> Shape:
    """Reads one side of an exception.

    The page's own words, `any pair`, `pair of 2s`, `three 2s`, `four pairs`,
    `two quads`, and those of a rules file, `pair run of 4`, `triple of 2s`.
    """
    first, *others = words.removeprefix("any ").split()
    last = others[-1] if others else ""
    if last in {"pairs", "quads"}:
        return (f"{last.removesuffix('s')} run", NUMBERS.index(first)), None
    if "run of " in words:
        name, length = words.removeprefix("any ").split(" of ")
        return (name, int(length)), None
    rank = RANKS.index(last.removesuffix("s")) if last else None
    return ("triple" if first == "three" else first, 1), rank


@lru_cache
def _quad_runs(exceptions: tuple[str, ...]) -> frozenset[int]:
    named = [shape(words) for sentence in exceptions for words in sentence.split(" > ")]
    return frozenset(length for (name, length), _ in named if name == "quad run")


def quad_runs(rules: Rules) -> frozenset[int]:
    """Gives the lengths of quad runs that the exceptions name."""
    return _quad_runs(tuple(rules["exceptions"]))


_remembered_kind = lru_cache(maxsize=65536)(kind_of)


def kind(cards: Cards, rules: Rules) -> Kind | None:
    """Names what a set of cards is under these rules, None when it is nothing."""
    return _remembered_kind(
        cards, twos_in_runs=rules["twos_in_runs"], quad_runs=quad_runs(rules)
    )


def combinations_in(hand: Cards, rules: Rules) -> frozenset[Cards]:
    """Gives every combination that can be made from a hand under these rules."""
    return every_combination(
        hand, twos_in_runs=rules["twos_in_runs"], quad_runs=quad_runs(rules)
    )


def beats(new: Cards, table: Cards, rules: Rules) -> bool:
    """Tells whether a combination beats the one on the table."""
    return (
        is_higher(new, table, rules)
        or is_exception(new, table, rules)
        or is_any_pair(new, table, rules)
    )


def is_higher(new: Cards, table: Cards, rules: Rules) -> bool:
    """Rules 1 and 4: same kind, same length, and a higher or luckier equal top."""
    if kind(new, rules) != kind(table, rules):
        return False
    if max(new) != max(table):
        return max(new) > max(table)
    if rules["equal_cards"] == "later":
        return True
    if rules["equal_cards"] == "unmatched":
        mine, theirs = without(new, table), without(table, new)
        return bool(mine) and max(mine) > max(theirs)
    return False


def is_exception(new: Cards, table: Cards, rules: Rules) -> bool:
    """Rule 2: a sentence among the exceptions names exactly these two."""
    for sentence in rules["exceptions"]:
        beater, beaten = sentence.split(" > ")
        if fits(new, shape(beater), rules) and fits(table, shape(beaten), rules):
            return True
    return False


def fits(cards: Cards, wanted: Shape, rules: Rules) -> bool:
    """Tells whether a combination is of the kind, and the rank if one is named."""
    wanted_kind, rank = wanted
    return kind(cards, rules) == wanted_kind and rank in {None, cards[0][0]}


def is_any_pair(new: Cards, table: Cards, rules: Rules) -> bool:
    """Rule 3: under `pairs_beat = any` a pair beats any pair."""
    return (
        rules["pairs_beat"] == "any"
        and kind(new, rules) == ("pair", 1)
        and kind(table, rules) == ("pair", 1)
    )
