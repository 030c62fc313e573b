"""The plays a hand has: everything that may be led, everything that answers.

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
choice at the top rank is narrowed. What one rank's cards form is computed once
for each of the few sets there are, and what one hand forms is kept while the hand
is in use, since a hand is asked many times between two of its plays.

Whose turn it is, and whether a pass is allowed, belongs in `deal`.
"""

from bisect import bisect_right
from functools import cache, lru_cache
from itertools import combinations as choose
from typing import TypeAlias

from arena.game.cards import PACK_SIZE, TWO, Card, Cards, rank_of
from arena.game.combinations import Combination, Kind, classify, matches, outranks
from arena.game.options import EqualCards, PairsBeat
from arena.game.shapes import Shape
from arena.game.variant import Variant

Group: TypeAlias = tuple[tuple[Cards, ...], ...]
"""What one rank's cards form, by size: entry 1 the singles … entry 4 the quads."""

_SINGLES = tuple(bytes([card]) for card in range(PACK_SIZE))
_RANKS_OF = bytes(min(rank_of(card), TWO) for card in range(256))
_NOTHING: Group = ((), (), (), (), ())
_NO_CARD = -1
_SHORTEST_RUN = 3


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


class Holding:
    """What one hand can form, computed as it is asked for."""

    __slots__ = ("_best", "_groups", "_run_top", "hand")

    def __init__(self, hand: Cards, run_top: int) -> None:
        """Sorts the hand by ranks; runs go up to the rank `run_top`."""
        self.hand = hand
        self._run_top = run_top
        groups = [_NOTHING] * (TWO + 1)
        ranks = hand.translate(_RANKS_OF)
        start = 0
        while start < len(hand):
            end = start + ranks.count(ranks[start])
            groups[ranks[start]] = _group(hand[start:end])
            start = end
        self._groups = groups
        self._best: dict[tuple[int, int], Card] = {}

    def plays(self, size: int, length: int, above: Card = _NO_CARD) -> list[Cards]:
        """Lists the plays of one form whose highest card is above a card, ascending."""
        found: list[Cards] = []
        lowest = max(above >> 2, length - 1)
        for top in range(lowest, (TWO if length == 1 else self._run_top) + 1):
            span = [group[size] for group in self._groups[top - length + 1 : top + 1]]
            if not all(span):
                continue
            if top == above >> 2:
                span[-1] = tuple(part for part in span[-1] if part[-1] > above)
            found += _joined(span)
        return found

    def best(self, size: int, length: int) -> Card:
        """Gives the highest card of the strongest play of one form, or -1."""
        form = (size, length)
        card = self._best.get(form)
        if card is None:
            card = self._best[form] = self._find_best(size, length)
        return card

    def _find_best(self, size: int, length: int) -> Card:
        for top in range(TWO if length == 1 else self._run_top, length - 2, -1):
            span = self._groups[top - length + 1 : top + 1]
            if all(group[size] for group in span):
                return span[-1][size][-1][-1]
        return _NO_CARD

    def leads(self) -> list[Cards]:
        """Lists everything but quad runs, by number of cards and then by cards."""
        by_count: list[list[Cards]] = [[] for _ in range(len(self.hand) + 1)]
        for rank, group in enumerate(self._groups):
            for size in (1, 2, 3, 4):
                if not group[size]:
                    break
                by_count[size] += group[size]
                if size <= 2:
                    self._grow_runs(by_count, rank, size)
        for plays in by_count[_SHORTEST_RUN:]:
            plays.sort()
        return [play for plays in by_count for play in plays]

    def _grow_runs(self, by_count: list[list[Cards]], rank: int, size: int) -> None:
        """Adds the runs that start at a rank, each made from those one shorter."""
        grown: list[Cards] | tuple[Cards, ...] = self._groups[rank][size]
        for length, top in enumerate(range(rank + 1, self._run_top + 1), start=2):
            parts = self._groups[top][size]
            if not parts:
                return
            grown = [run + part for run in grown for part in parts]
            if length >= _SHORTEST_RUN:
                by_count[size * length] += grown


def _joined(span: list[tuple[Cards, ...]]) -> list[Cards]:
    """Lists every way to take one part of each rank, ascending."""
    grown = list(span[0])
    for parts in span[1:]:
        grown = [run + part for run in grown for part in parts]
    return grown


class Moves:
    """The plays of one variant. Hands and combinations seen lately are kept."""

    def __init__(self, variant: Variant) -> None:
        """Prepares the tables of a variant; `moves_of` shares them."""
        self._variant = variant
        self._run_top = TWO if variant.twos_in_runs else TWO - 1
        self._any_pair = variant.pairs_beat is PairsBeat.ANY
        self._strict = variant.equal_cards is EqualCards.FORBIDDEN
        self._unmatched = variant.equal_cards is EqualCards.UNMATCHED
        # Bounded: a few hundred tables' worth of hands, some megabytes.
        self.holding = lru_cache(maxsize=4096)(self._hold)
        self.classify = lru_cache(maxsize=16384)(self._classify)
        self._bombs: dict[tuple[int, int, int], tuple[Shape, ...]] = {}

    def _hold(self, hand: Cards) -> Holding:
        return Holding(hand, self._run_top)

    def _classify(self, cards: bytes) -> Combination | None:
        return classify(self._variant, cards)

    def bombs(self, table: Combination) -> tuple[Shape, ...]:
        """Lists the shapes that beat a combination by exception."""
        key = (table.size, table.length, table.highest >> 2)
        shapes = self._bombs.get(key)
        if shapes is None:
            shapes = self._bombs[key] = tuple(
                beater
                for beater, beaten in self._variant.exceptions
                if matches(beaten, table)
            )
        return shapes

    def leads(self, hand: Cards) -> list[Cards]:
        """Lists everything the hand can lead, by number of cards and then by cards."""
        return self.holding(hand).leads()

    def higher(self, hand: Cards, table: Combination) -> list[Cards]:
        """Lists the hand's higher plays of the table's own kind and length."""
        top = table.highest
        if self._strict:
            if table.kind is Kind.SINGLE:
                above = hand[bisect_right(hand, top) :]
                return [_SINGLES[card] for card in dict.fromkeys(above)]
            return self.holding(hand).plays(table.size, table.length, top)
        plays = self.holding(hand).plays(table.size, table.length, top - 1)
        if self._unmatched and plays:
            return [play for play in plays if self._outranks(play, table)]
        return plays

    def _outranks(self, play: Cards, table: Combination) -> bool:
        new = self.classify(play)
        return new is not None and outranks(self._variant, new, table)

    def answers(self, hand: Cards, table: Combination) -> list[Cards]:
        """Lists everything in the hand that beats the table, in the order of leads."""
        holding = self.holding(hand)
        if self._any_pair and table.kind is Kind.PAIR:
            plays = holding.plays(2, 1)
        else:
            plays = self.higher(hand, table)
        bombs = [play for shape in self.bombs(table) for play in _of(shape, holding)]
        if bombs:
            plays = sorted({*plays, *bombs}, key=lambda play: (len(play), play))
        return plays

    def can_go_higher(self, hand: Cards, table: Combination) -> bool:
        """Says whether `higher` has anything, without listing it."""
        best = self.holding(hand).best(table.size, table.length)
        if best != table.highest or self._strict:
            return best > table.highest
        return not self._unmatched or bool(self.higher(hand, table))

    def can_answer(self, hand: Cards, table: Combination) -> bool:
        """Says whether `answers` has anything, without listing it.

        More than half of all turns have nothing to play, so this is asked most.
        """
        if table.kind is Kind.SINGLE and hand[-1] > table.highest:
            return True
        if self.can_go_higher(hand, table):
            return True
        holding = self.holding(hand)
        if self._any_pair and table.kind is Kind.PAIR and holding.best(2, 1) >= 0:
            return True
        return any(_has(shape, holding) for shape in self.bombs(table))


def _of(shape: Shape, holding: Holding) -> list[Cards]:
    """Lists a hand's plays of a shape."""
    plays = holding.plays(shape.size, shape.length)
    if shape.rank is None:
        return plays
    return [play for play in plays if rank_of(play[-1]) == shape.rank]


def _has(shape: Shape, holding: Holding) -> bool:
    if shape.rank is None:
        return holding.best(shape.size, shape.length) >= 0
    return bool(_of(shape, holding))


@lru_cache(maxsize=64)
def moves_of(variant: Variant) -> Moves:
    """Gives the shared `Moves` of a variant."""
    return Moves(variant)
