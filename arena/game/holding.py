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

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from itertools import combinations as choose
from operator import mul
from typing import Final, TypeAlias

from arena.game.cards import RANK_TABLE, Card, Cards

Group: TypeAlias = tuple[tuple[Cards, ...], ...]
"""What one rank's cards form, by size: entry 1 the singles … entry 4 the quads."""

NO_CARD: Final = -1
"""Lower than every card."""

_SHORTEST_RUN = 3
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

    __slots__ = ("_groups", "_held", "_in_runs")

    def __init__(self, hand: Cards, in_runs: int) -> None:
        """Sorts a hand by ranks; `in_runs` are the ranks that runs may have."""
        self._in_runs = in_runs
        self._groups: dict[int, Group] = {}
        # By number, the ranks that are held so often, as bits.
        self._held = held = [0] * (_MOST_OF_A_RANK + 1)
        ranks = hand.translate(RANK_TABLE)
        start = 0
        for rank in dict.fromkeys(ranks):
            end = ranks.rfind(rank) + 1
            self._groups[rank] = _group(hand[start:end])
            held[end - start] |= 1 << rank
            start = end
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
        groups = self._groups
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

    def leads(self) -> list[Cards]:
        """Lists everything but quad runs, by number of cards and then by cards."""
        groups, held = self._groups.values(), self._held
        plays = [single for group in groups for single in group[1]]
        if held[2]:
            plays += [pair for group in groups for pair in group[2]]
        longer: list[Cards] = []
        if held[3]:
            longer = [part for group in groups for part in group[3] + group[4]]
        for size in (1, 2):
            ends = self._ends(size, _SHORTEST_RUN)
            for start in _ranks(ends >> _SHORTEST_RUN - 1):
                longer += self._runs_from(start, size)
        if longer:
            longer.sort()
            longer.sort(key=len)
            plays += longer
        return plays

    def count_leads(self) -> int:
        """Counts what `leads` would list, in no time however many they are."""
        groups = self._groups
        total = sum(len(parts) for group in groups.values() for parts in group)
        for size in (1, 2):
            ends = self._ends(size, _SHORTEST_RUN)
            for start in _ranks(ends >> _SHORTEST_RUN - 1):
                held = (self._held[size] & self._in_runs) >> start
                # Adding one turns the ones at the low end to zeros up to a gap.
                length = (~held & held + 1).bit_length() - 1
                counts = [len(groups[start + step][size]) for step in range(length)]
                products = list(accumulate(counts, mul))
                total += sum(products[_SHORTEST_RUN - 1 :])
        return total

    def _runs_from(self, start: int, size: int) -> list[Cards]:
        """Lists the runs that start at a rank, each made from those one shorter."""
        groups = self._groups
        held = self._held[size] & self._in_runs
        grown: Sequence[Cards] = groups[start][size]
        runs: list[Cards] = []
        rank = start + 1
        while held >> rank & 1:
            grown = [run + part for run in grown for part in groups[rank][size]]
            rank += 1
            if rank - start >= _SHORTEST_RUN:
                runs += grown
        return runs
