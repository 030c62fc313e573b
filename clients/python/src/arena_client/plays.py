"""Plays: the combinations a hand holds, and what beats what.

Nothing here knows of turns or passes; `legal_plays` gets from the prompt what it
must know of them. Plays are ascending card codes.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product
from typing import NamedTuple

from arena_client.cards import NONE, TWO, Cards
from arena_client.rules import Kind, Rules, Shape

_ALIKE = {1: Kind.SINGLE, 2: Kind.PAIR, 3: Kind.TRIPLE, 4: Kind.QUAD}
_WIDTH = {Kind.RUN: 1, Kind.PAIR_RUN: 2, Kind.QUAD_RUN: 4}
_OF_WIDTH = {width: kind for kind, width in _WIDTH.items()}
_SHORTEST = {Kind.RUN: 3, Kind.PAIR_RUN: 3, Kind.QUAD_RUN: 2}


class Combination(NamedTuple):
    """What a set of cards is."""

    shape: Shape
    """Its kind and length."""

    highest: int
    """The code of its highest card."""


def classify(rules: Rules, play: bytes) -> Combination | None:
    """Says what `play` (ascending) is; `None` when it is no combination."""
    ranks = [card >> 2 for card in play]
    distinct = sorted(set(ranks))
    if len(distinct) <= 1:
        kind = _ALIKE.get(len(play))
        return None if kind is None else Combination(Shape(kind), play[-1])
    width = ranks.count(distinct[0])
    if ranks != [
        rank
        for rank in range(distinct[0], distinct[0] + len(distinct))
        for _ in range(width)
    ]:
        return None
    kind = _OF_WIDTH.get(width)
    if kind is None or len(distinct) < _SHORTEST[kind]:
        return None
    if distinct[-1] == TWO and not rules.twos_in_runs:
        return None
    return Combination(Shape(kind, len(distinct)), play[-1])


def beats(rules: Rules, play: bytes, table: bytes) -> bool:
    """Says whether `play` beats the combination on the `table`."""
    new, old = classify(rules, play), classify(rules, table)
    if new is None or old is None:
        return False
    if new.shape != old.shape:
        return new.shape in rules.beaters(old.shape, old.highest >> 2)
    return _higher(rules, new.shape.kind, play, table)


def combinations_of(rules: Rules, hand: bytes, shape: Shape) -> Iterator[bytes]:
    """Every play of one `shape` that `hand` holds, lowest first."""
    groups = _groups(hand)
    if shape.kind <= Kind.QUAD:
        return chain.from_iterable(
            _subsets(group, shape.kind) for group in groups.values()
        )
    return _runs(rules, groups, shape)


def leads(rules: Rules, hand: bytes) -> Iterator[bytes]:
    """Every combination in `hand` that may be led."""
    ranks = len(_groups(hand))
    shapes = [Shape(kind) for kind in _ALIKE.values()]
    shapes += [
        Shape(kind, length)
        for kind in (Kind.RUN, Kind.PAIR_RUN)
        for length in range(_SHORTEST[kind], ranks + 1)
    ]
    return chain.from_iterable(combinations_of(rules, hand, shape) for shape in shapes)


def answers(
    rules: Rules, hand: bytes, table: bytes, *, same_kind: bool = False
) -> Iterator[bytes]:
    """Every play in `hand` that beats `table`; with `same_kind` no exceptions."""
    old = classify(rules, table)
    if old is None:
        return
    for play in combinations_of(rules, hand, old.shape):
        if _higher(rules, old.shape.kind, play, table):
            yield play
    if not same_kind:
        for shape in rules.beaters(old.shape, old.highest >> 2):
            yield from combinations_of(rules, hand, shape)


def legal_plays(
    rules: Rules,
    hand: bytes,
    table: bytes,
    *,
    must_include: int | None = None,
    may_pass: bool = False,
    same_kind: bool = False,
) -> list[Cards]:
    """Every legal play of a seat on turn: a pass first, then by length and cards.

    Args:
        rules: The table's rules.
        hand: The seat's cards, ascending.
        table: The combination to beat, empty for a lead.
        must_include: A card that the play must include.
        may_pass: Whether the seat may pass.
        same_kind: Whether only the table's own kind and length will do.
    """
    plays: Iterable[bytes] = (
        answers(rules, hand, table, same_kind=same_kind)
        if table
        else leads(rules, hand)
    )
    if must_include is not None:
        plays = (play for play in plays if must_include in play)
    ordered = sorted(map(Cards, plays), key=lambda play: (len(play), play))
    return [NONE, *ordered] if may_pass else ordered


def _groups(hand: bytes) -> dict[int, bytes]:
    """The cards of each rank, ranks ascending."""
    groups: dict[int, bytes] = {}
    for card in hand:
        groups[card >> 2] = groups.get(card >> 2, b"") + bytes((card,))
    return groups


def _subsets(group: bytes, size: int) -> list[bytes]:
    """The different ways to take `size` cards of one rank."""
    # Two packs hold every card twice; the set keeps equal ways from counting double.
    return sorted({bytes(taken) for taken in combinations(group, size)})


def _runs(rules: Rules, groups: dict[int, bytes], shape: Shape) -> Iterator[bytes]:
    width, length = _WIDTH[shape.kind], shape.length
    top = TWO if rules.twos_in_runs else TWO - 1
    layers = {
        rank: _subsets(group, width)
        for rank, group in groups.items()
        if len(group) >= width and rank <= top
    }
    for low in layers:
        ranks = range(low, low + length)
        if all(rank in layers for rank in ranks):
            for parts in product(*(layers[rank] for rank in ranks)):
                yield b"".join(parts)


def _higher(rules: Rules, kind: Kind, play: bytes, table: bytes) -> bool:
    """Whether `play` beats a `table` of the same shape."""
    if kind is Kind.PAIR and rules.any_pair:
        return True
    if play[-1] != table[-1]:
        return play[-1] > table[-1]
    if rules.equal_cards == "unmatched":
        mine, theirs = list(play), list(table)
        for card in play:
            if card in theirs:
                mine.remove(card)
                theirs.remove(card)
        return bool(mine) and mine[-1] > theirs[-1]
    return rules.equal_cards == "later"
