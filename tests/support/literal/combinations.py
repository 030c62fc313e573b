"""Cards as (rank, suit) pairs, and which sets of them are combinations.

Rule source: the sections on cards and combinations. Tuples of numbers compare
as the cards do, rank before suit, so `max` and `sorted` mean what they say.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
SUITS = ["S", "C", "D", "H"]
TWO = RANKS.index("2")

Card = tuple[int, int]
"""(position in RANKS, position in SUITS)."""

Cards = tuple[Card, ...]
"""Cards from low to high; with two packs the same card may stand there twice."""

Kind = tuple[str, int]
"""Name and length: ("pair", 1), ("run", 5), ("pair run", 3), ("quad run", 2)."""

PASS: Cards = ()
"""No cards: a pass, or a lead handed on."""


def read(text: str) -> Cards:
    """Reads cards from text such as `3S 10H 2H`, in any order; "" is no cards."""
    return tuple(
        sorted((RANKS.index(word[:-1]), SUITS.index(word[-1])) for word in text.split())
    )


def write(cards: Iterable[Card]) -> str:
    """Writes cards low to high, separated by one space."""
    return " ".join(RANKS[rank] + SUITS[suit] for rank, suit in sorted(cards))


def holds(hand: Iterable[Card], cards: Iterable[Card]) -> bool:
    """Tells whether every card is in the hand, as often as it is asked for."""
    left = list(hand)
    for card in cards:
        if card not in left:
            return False
        left.remove(card)
    return True


def without(hand: Iterable[Card], cards: Iterable[Card]) -> Cards:
    """Gives the hand that is left when the cards have been taken out of it.

    Cards that are not there are passed over, so that two combinations can be
    stripped of what they have in common.
    """
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
    return tuple(left)


def kind_of(
    cards: Cards, *, twos_in_runs: bool, quad_runs: frozenset[int]
) -> Kind | None:
    """Names the combination a set of cards is, or gives None when it is nothing.

    Args:
        cards: The set, sorted, not empty.
        twos_in_runs: Whether the two may top a run of any sort.
        quad_runs: The lengths of quad runs that the variant's exceptions name.
    """
    lowest, highest = cards[0][0], cards[-1][0]
    held = [rank for rank, _ in cards]
    ranks = set(held)
    if ranks != set(range(lowest, highest + 1)):
        return None
    if lowest == highest:
        names = {1: "single", 2: "pair", 3: "triple", 4: "quad"}
        return (names[len(cards)], 1) if len(cards) in names else None
    if highest == TWO and not twos_in_runs:
        return None
    of_each_rank = {held.count(rank) for rank in ranks}
    return _run(of_each_rank, len(ranks), quad_runs)


def _run(of_each_rank: set[int], length: int, quad_runs: frozenset[int]) -> Kind | None:
    """Names a run of consecutive ranks by how many cards of each rank it has."""
    if of_each_rank == {1} and length >= 3:
        return ("run", length)
    if of_each_rank == {2} and length >= 3:
        return ("pair run", length)
    if of_each_rank == {4} and length in quad_runs:
        return ("quad run", length)
    return None


@lru_cache(maxsize=4096)
def every_combination(
    hand: Cards, *, twos_in_runs: bool, quad_runs: frozenset[int]
) -> frozenset[Cards]:
    """Tries all subsets of a sorted hand and keeps those that are combinations.

    Cost 2^n for n cards; the last few thousand hands are remembered, because a
    hand does not change while its holder passes.
    """
    return frozenset(
        cards
        for size in range(1, len(hand) + 1)
        for cards in combinations(hand, size)
        if kind_of(cards, twos_in_runs=twos_in_runs, quad_runs=quad_runs)
    )
