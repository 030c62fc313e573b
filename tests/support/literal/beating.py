"""What beats what: the four numbered rules, one function each where it helps.

An exception is a sentence, `quad > single 2`; the two tables below say what its
words mean.
"""

from tests.support.literal.combinations import (
    TWO,
    Cards,
    Kind,
    every_combination,
    kind_of,
    without,
)
from tests.support.literal.variants import Rules

BEATERS: dict[str, Kind] = {
    "quad": ("quad", 1),
    "three pairs": ("pair run", 3),
    "four pairs": ("pair run", 4),
    "five pairs": ("pair run", 5),
    "six pairs": ("pair run", 6),
    "seven pairs": ("pair run", 7),
    "two quads": ("quad run", 2),
    "three quads": ("quad run", 3),
}

BEATEN: dict[str, tuple[Kind, bool]] = {
    # The kind, and whether only twos are meant.
    "single 2": (("single", 1), True),
    "pair of 2s": (("pair", 1), True),
    "three 2s": (("triple", 1), True),
    "any single": (("single", 1), False),
    "any pair": (("pair", 1), False),
}


def quad_runs(rules: Rules) -> frozenset[int]:
    """Gives the lengths of quad runs that the exceptions name."""
    beaters = [BEATERS[sentence.split(" > ")[0]] for sentence in rules["exceptions"]]
    return frozenset(length for name, length in beaters if name == "quad run")


def kind(cards: Cards, rules: Rules) -> Kind | None:
    """Names what a set of cards is under these rules, None when it is nothing."""
    return kind_of(
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
        beaten_kind, twos_only = BEATEN[beaten]
        if (
            kind(new, rules) == BEATERS[beater]
            and kind(table, rules) == beaten_kind
            and (not twos_only or max(table)[0] == TWO)
        ):
            return True
    return False


def is_any_pair(new: Cards, table: Cards, rules: Rules) -> bool:
    """Rule 3: under `pairs_beat = any` a pair beats any pair."""
    return (
        rules["pairs_beat"] == "any"
        and kind(new, rules) == ("pair", 1)
        and kind(table, rules) == ("pair", 1)
    )
