"""What one hand has to answer with, apart from any table.

Rules: section "What beats what". An answer is of one form, `size` cards of each of
`length` consecutive ranks, and needs a higher highest card: it is put together from
the top rank down, and only the choice at the top is narrowed.

Where such plays are is seen from a set of ranks kept as bits, bit r for rank r. The
hand 3S 3D 4C 5S holds singles of the ranks 3 4 5, as bits `0b111`; moved up by one
rank that is `0b1110`, by two `0b11100`. The bits common to all three, `0b100`, are
the ranks at which a run of three ends: the five.

What beats what, and what a variant allows, belongs in `moves`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from arena.game.cards import Card, Cards
from arena.game.groups import Group, by_rank

NO_CARD: Final = -1
"""Lower than every card."""


def _ranks(bits: int) -> Iterator[int]:
    """Gives the ranks of a set kept as bits, ascending."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


class Holding:
    """What one hand can form."""

    __slots__ = ("_groups", "_hand", "_in_runs", "_ranks_with")

    def __init__(self, hand: Cards, in_runs: int) -> None:
        """Counts a hand by ranks; `in_runs` are the ranks that runs may have."""
        ones = twos = threes = fours = 0
        for card in hand:
            rank = 1 << (card >> 2)
            fours |= threes & rank
            threes |= twos & rank
            twos |= ones & rank
            ones |= rank
        self._ranks_with = [0, ones, twos, threes, fours]
        """By size, the ranks of which so many cards are held, as bits."""
        self._hand = hand
        self._in_runs = in_runs
        self._groups: list[Group] | None = None
        """What the hand's plays are put together from, once any are listed."""

    def _ends(self, size: int, length: int) -> int:
        """Gives the ranks at which a play of one form can end, as bits."""
        held = self._ranks_with[size]
        if length == 1:
            return held
        held &= self._in_runs
        ends = held
        for shift in range(1, length):
            ends &= held << shift
        return ends

    def best(self, size: int, length: int) -> Card:
        """Gives the highest card of the strongest play of one form, or `NO_CARD`."""
        ends = self._ends(size, length)
        if not ends:
            return NO_CARD
        hand, top = self._hand, ends.bit_length() - 1
        at = len(hand) - 1
        while hand[at] >> 2 != top:
            at -= 1
        return hand[at]

    def plays(self, size: int, length: int, above: Card = NO_CARD) -> list[Cards]:
        """Lists the plays of one form whose highest card is above a card, ascending."""
        groups = self._groups
        if groups is None:
            groups = self._groups = by_rank(self._hand)
        found: list[Cards] = []
        lowest = max(above, 0) >> 2
        for end in _ranks(self._ends(size, length) >> lowest << lowest):
            grown: Sequence[Cards] = groups[end][size]
            if end == lowest:
                grown = [top for top in grown if top[-1] > above]
            for rank in range(end - 1, end - length, -1):
                grown = [part + run for part in groups[rank][size] for run in grown]
            found += grown
        return found
