"""What the cards of one rank form: the parts that all plays are made of.

Rules: section "Combinations". Every combination is `size` cards of each of `length`
consecutive ranks, so one small table does for all: for each rank of a hand its
singles, pairs, triples and quads. The hand 3S 3D 4C 5S

    rank      singles    pairs
    3         3S, 3D     3S 3D
    4         4C
    5         5S

has the pair 3S 3D, and its runs of three are one single of each rank.
"""

from itertools import combinations as choose
from typing import Final, TypeAlias

from arena.game.cards import RANKS, Cards
from arena.game.memo import Memo

Group: TypeAlias = tuple[tuple[Cards, ...], ...]
"""What one rank's cards form, by size: entry 1 the singles … entry 4 the quads."""


def _form(of_one_rank: Cards) -> Group:
    """Lists the distinct singles to quads among cards of one rank, each ascending."""
    return (
        (),
        *(
            tuple(sorted({bytes(chosen) for chosen in choose(of_one_rank, size)}))
            for size in (1, 2, 3, 4)
        ),
    )


# One pack has 195 sets of one rank's cards, two packs have some thousands.
_groups: Final = Memo(_form, limit=8192)


_NOTHING: Final = _form(b"")


def by_rank(hand: Cards) -> list[Group]:
    """Parts a hand by rank: gives what its cards of each rank form, all 13 of them."""
    parted = [_NOTHING] * len(RANKS)
    begin, size = 0, len(hand)
    while begin < size:
        rank = hand[begin] >> 2
        end = begin + 1
        while end < size and hand[end] >> 2 == rank:
            end += 1
        parted[rank] = _groups[hand[begin:end]]
        begin = end
    return parted
