"""What one hand can form, apart from any table.

Rules: sections "Combinations" and "What beats what". Every combination is `size`
cards of each of `length` consecutive ranks, so one small table does for all: for
each rank of the hand its singles, pairs, triples and quads. The hand 3S 3D 4C 5S

    rank      singles    pairs
    3         3S, 3D     3S 3D
    4         4C
    5         5S

has the pair 3S 3D, and its runs of three are one single of each rank, put
together from the left: 3S, 3D; 3S 4C, 3D 4C; 3S 4C 5S, 3D 4C 5S. Pair runs are
the same walk over the pairs. An answer needs a higher highest card, so only the
choice at the top rank is narrowed.

Where such walks lead anywhere is seen from a set of ranks kept as bits, bit r for
rank r. The hand above holds singles of the ranks 3 4 5, as bits `0b111`; moved up
by one rank that is `0b1110`, by two `0b11100`. The bits common to all three,
`0b100`, are the ranks at which a run of three ends: the five.

What one rank's cards form is computed once for each of the few sets there are.
What beats what, and what a variant allows, belongs in `moves`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from itertools import combinations as choose
from operator import mul
from typing import Final, TypeAlias

from arena.game.cards import RANK_TABLE, TWO, Card, Cards

Group: TypeAlias = tuple[tuple[Cards, ...], ...]
"""What one rank's cards form, by size: entry 1 the singles … entry 4 the quads."""

NO_CARD: Final = -1
"""Lower than every card."""

_NOTHING: Group = ((), (), (), (), ())
_SHORTEST_RUN = 3
_LARGEST_GROUP = 4
_MOST_OF_A_RANK = 8


@cache
def _group(of_one_rank: Cards) -> Group:
    """Lists the distinct singles to quads among cards of one rank, each ascending."""
    return (
        (),
        *(
            tuple(sorted({bytes(chosen) for chosen in choose(of_one_rank, size)}))
            for size in (1, 2, 3, 4)
        ),
    )


def _ranks(bits: int) -> Iterator[int]:
    """Gives the ranks of a set kept as bits, ascending."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


class Holding:
    """What one hand can form."""

    __slots__ = ("_groups", "_hand", "_held", "_in_runs")

    def __init__(self, hand: Cards, in_runs: int) -> None:
        """Sorts a hand by ranks; `in_runs` are the ranks that runs may have."""
        self._hand = hand
        self._in_runs = in_runs
        self._groups = groups = [_NOTHING] * (TWO + 1)
        # By number, the ranks that are held so often, as bits.
        self._held = held = [0] * (_MOST_OF_A_RANK + 1)
        ranks = hand.translate(RANK_TABLE)
        start = 0
        for rank in dict.fromkeys(ranks):
            count = ranks.count(rank)
            groups[rank] = _group(hand[start : start + count])
            start += count
            held[count] |= 1 << rank
        # From here on: the ranks that are held at least so often.
        held[4] |= held[5] | held[6] | held[7] | held[8]
        held[3] |= held[4]
        held[2] |= held[3]
        held[1] |= held[2]

    def _ends(self, size: int, length: int) -> int:
        """Gives the ranks at which a play of one form can end, as bits."""
        held = self._held[size]
        if length == 1:
            return held
        held &= self._in_runs
        ends = held
        for shift in range(1, length):
            ends &= held << shift
        return ends

    def best(self, size: int, length: int) -> Card:
        """Gives the highest card of the strongest play of one form, or -1."""
        ends = self._ends(size, length)
        if not ends:
            return NO_CARD
        return self._groups[ends.bit_length() - 1][size][-1][-1]

    def plays(self, size: int, length: int, above: Card = NO_CARD) -> list[Cards]:
        """Lists the plays of one form whose highest card is above a card, ascending."""
        found: list[Cards] = []
        lowest = max(above, 0) >> 2
        for end in _ranks(self._ends(size, length) >> lowest << lowest):
            tops = self._groups[end][size]
            if end == lowest:
                tops = tuple(top for top in tops if top[-1] > above)
            if length == 1:
                found += tops
                continue
            grown: tuple[Cards, ...] | list[Cards] = (b"",)
            for group in self._groups[end - length + 1 : end]:
                grown = [run + part for run in grown for part in group[size]]
            found += [run + top for run in grown for top in tops]
        return found

    def leads(self) -> list[Cards]:
        """Lists everything but quad runs, by number of cards and then by cards."""
        groups = self._groups
        most = max(len(self._hand), _LARGEST_GROUP)
        by_count: list[list[Cards]] = [[] for _ in range(most + 1)]
        for size in range(1, _LARGEST_GROUP + 1):
            if not self._held[size]:
                break
            by_count[size] = [part for group in groups for part in group[size]]
        for size in (1, 2):
            ends = self._ends(size, _SHORTEST_RUN)
            for start in _ranks(ends >> _SHORTEST_RUN - 1):
                self._grow_runs(by_count, start, size)
        plays = by_count[1] + by_count[2]
        for longer in by_count[_SHORTEST_RUN:]:
            longer.sort()
            plays += longer
        return plays

    def count_leads(self) -> int:
        """Counts what `leads` would list, in no time however many they are."""
        total = sum(len(parts) for group in self._groups for parts in group)
        for size in (1, 2):
            ends = self._ends(size, _SHORTEST_RUN)
            for start in _ranks(ends >> _SHORTEST_RUN - 1):
                counts = [len(group[size]) for group in self._groups[start:]]
                in_runs = (self._in_runs >> start).bit_length()
                products = list(accumulate(counts[:in_runs], mul))
                total += sum(products[_SHORTEST_RUN - 1 :])
        return total

    def _grow_runs(self, by_count: list[list[Cards]], start: int, size: int) -> None:
        """Adds the runs that start at a rank, each made from those one shorter."""
        grown = list(self._groups[start][size])
        held = self._held[size] & self._in_runs
        length = 1
        while held >> start + length & 1:
            parts = self._groups[start + length][size]
            grown = [run + part for run in grown for part in parts]
            length += 1
            if length >= _SHORTEST_RUN:
                by_count[size * length] += grown
