"""What cards form together, and what beats what.

Rules: sections "Combinations" and "What beats what". All seven kinds are one
idea: `size` cards of each of `length` consecutive ranks. A pair is size 2 and
length 1, a run of five size 1 and length 5, a pair run of three size 2 and
length 3. A set of cards is at most one of them:

    >>> from arena.game.cards import parse_cards
    >>> from arena.game.variant import variant
    >>> combination = classify(variant("thirteen"), parse_cards("7S 7C 8D 8H 9S 9D"))
    >>> combination.kind.name, combination.length, combination.highest
    ('PAIR_RUN', 3, 26)

Which cards of a hand form combinations belongs in `moves`; when which of them
may be played, in `deal`.
"""

from collections import Counter
from enum import IntEnum
from typing import Final

from arena.game.cards import RANK_TABLE, TWO, Card, Cards, rank_of
from arena.game.options import EqualCards, PairsBeat
from arena.game.shapes import Shape
from arena.game.variant import Variant


class Kind(IntEnum):
    """The kind of a combination."""

    SINGLE = 1
    """One card."""
    PAIR = 2
    """Two cards of one rank; with two packs also the same card twice."""
    TRIPLE = 3
    """Three cards of one rank."""
    QUAD = 4
    """Four cards of one rank; five of a rank are nothing."""
    RUN = 5
    """Three or more cards of consecutive ranks, suits free."""
    PAIR_RUN = 6
    """Three or more pairs of consecutive ranks."""
    QUAD_RUN = 7
    """Quads of consecutive ranks, as many as an exception of the variant names."""


_GROUP_KINDS = {1: Kind.SINGLE, 2: Kind.PAIR, 3: Kind.TRIPLE, 4: Kind.QUAD}
_RUN_KINDS = {1: Kind.RUN, 2: Kind.PAIR_RUN, 4: Kind.QUAD_RUN}
_SHORTEST_RUN = 3
_PAIR: Final = Shape(2, 1)


class Combination:
    """A set of cards that can be played together. A value, not to be changed.

    Written out, because a frozen dataclass costs far more to build.
    """

    __slots__ = ("beaters", "cards", "highest", "kind", "length", "size")

    kind: Kind
    size: int
    """How many cards of each rank."""
    length: int
    """How many consecutive ranks: 1 for single to quad, 5 for a run of five."""
    cards: Cards
    highest: Card
    """The card that decides between combinations of one kind and length."""
    beaters: tuple[Shape, ...]
    """What beats it under the variant beside what outranks it."""

    def __init__(  # noqa: PLR0917 - one for each attribute
        self,
        kind: Kind,
        size: int,
        length: int,
        cards: Cards,
        highest: Card,
        beaters: tuple[Shape, ...],
    ) -> None:
        """Says what the cards are, and what beats them."""
        self.kind = kind
        self.size = size
        self.length = length
        self.cards = cards
        self.highest = highest
        self.beaters = beaters

    def __eq__(self, other: object) -> bool:
        """Says whether it is the same cards, with the same to fear."""
        return isinstance(other, Combination) and self._values() == other._values()

    def __hash__(self) -> int:
        """Hashes the cards, which the rest mostly follows from."""
        return hash(self.cards)

    def __repr__(self) -> str:
        """Shows what the cards are."""
        return f"Combination({self.kind!r}, {self.cards!r})"

    def _values(self) -> tuple[Cards, Kind, tuple[Shape, ...]]:
        return self.cards, self.kind, self.beaters


def classify(variant: Variant, cards: bytes) -> Combination | None:
    """Says what the cards are under the variant, or `None` when they are nothing.

    The order of the cards does not matter; `Combination.cards` is ascending.
    """
    held = bytes(sorted(cards))
    if not held:
        return None
    ranks = held.translate(RANK_TABLE)
    lowest, top = ranks[0], ranks[-1]
    length = top - lowest + 1
    size = len(held) // length
    # Spread evenly over the ranks, card number i has a rank known beforehand.
    if size == 0 or any(rank != lowest + i // size for i, rank in enumerate(ranks)):
        return None
    kind = _kind(variant, size, length, top)
    if kind is None:
        return None
    beaters = _beaters(variant, size, length, top)
    return Combination(kind, size, length, held, held[-1], beaters)


def _kind(variant: Variant, size: int, length: int, top: int) -> Kind | None:
    if length == 1:
        return _GROUP_KINDS.get(size)
    kind = _RUN_KINDS.get(size)
    if kind is None or (top == TWO and not variant.twos_in_runs):
        return None
    if kind is Kind.QUAD_RUN:
        return kind if length in variant.quad_run_lengths else None
    return kind if length >= _SHORTEST_RUN else None


def _beaters(variant: Variant, size: int, length: int, top: int) -> tuple[Shape, ...]:
    """Lists the shapes that beat a form without outranking it, by rules 2 and 3."""
    exceptions = variant.exceptions
    if variant.pairs_beat is PairsBeat.ANY:
        exceptions += ((_PAIR, _PAIR),)
    return tuple(
        beater for beater, beaten in exceptions if _is_of(beaten, size, length, top)
    )


def outranks(variant: Variant, new: Combination, table: Combination) -> bool:
    """Says whether `new` is a higher combination of the table's kind and length.

    Rules 1 and 4: the highest cards decide, and where they are equal, which takes
    two packs, the variant's `equal_cards`.
    """
    if new.kind is not table.kind or new.length != table.length:
        return False
    if new.highest != table.highest:
        return new.highest > table.highest
    match variant.equal_cards:
        case EqualCards.FORBIDDEN:
            return False
        case EqualCards.LATER:
            return True
        case EqualCards.UNMATCHED:
            return _wins_unmatched(new.cards, table.cards)


def _wins_unmatched(new: Cards, table: Cards) -> bool:
    """Strikes the cards common to both and compares the highest that remain."""
    ours, theirs = Counter(new), Counter(table)
    left, right = ours - theirs, theirs - ours
    return bool(left) and max(left) > max(right)


def beats(variant: Variant, new: Combination, table: Combination) -> bool:
    """Says whether `new` may be played on `table`.

    It outranks it, or both are pairs and any pair beats a pair (rule 3), or the
    variant names an exception (rule 2). Both are of this variant.
    """
    if outranks(variant, new, table):
        return True
    top = rank_of(new.highest)
    return any(_is_of(shape, new.size, new.length, top) for shape in table.beaters)


def _is_of(shape: Shape, size: int, length: int, top: int) -> bool:
    """Says whether a form whose highest rank is `top` is of a shape."""
    return shape.size == size and shape.length == length and shape.rank in {None, top}
