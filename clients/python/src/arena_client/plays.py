"""Plays: the combinations a hand holds, and what beats what.

Nothing here knows of turns or passes; `legal_plays` gets from the prompt what it
must know of them. Plays are ascending card codes.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from typing import NamedTuple, TypeAlias

from arena_client.cards import NONE, TWO, Cards
from arena_client.rules import PAIR, Rules, Shape

MOST_PLAYS = 1 << 16
"""The most plays that `legal_plays` looks at, several times what thirteen cards have."""

_SHORTEST_RUN = 3

_Layer: TypeAlias = Sequence[bytes]
"""The ways to take some cards of one rank."""


class Combination(NamedTuple):
    """What a set of cards is."""

    shape: Shape
    """Its size and length."""

    highest: int
    """The code of its highest card, which decides between two of one shape."""


@lru_cache(maxsize=4096)
def classify(rules: Rules, play: bytes) -> Combination | None:
    """Says what `play` (ascending) is; `None` when it is no combination."""
    if not play:
        return None
    ranks = [card >> 2 for card in play]
    size, low, top = ranks.count(ranks[0]), ranks[0], ranks[-1]
    length = top - low + 1
    if ranks != [rank for rank in range(low, top + 1) for _ in range(size)]:
        return None
    shape = Shape(size, length)
    return Combination(shape, play[-1]) if _exists(rules, shape, top) else None


def _exists(rules: Rules, shape: Shape, top: int) -> bool:
    if shape.length == 1:
        return shape.size <= 4
    if top > rules.run_top:
        return False
    if shape.size == 4:
        return rules.is_quad_run(shape)
    return shape.size <= 2 and shape.length >= _SHORTEST_RUN


def beats(rules: Rules, play: bytes, table: bytes, *, same_kind: bool = False) -> bool:
    """Says whether `play` beats the `table`; `same_kind` is as for `answers`."""
    new, old = classify(rules, play), classify(rules, table)
    if new is None or old is None:
        return False
    if new.shape == old.shape and _higher(
        rules, play, table, old.shape, same_kind=same_kind
    ):
        return True
    return not same_kind and any(
        side.fits(new.shape, new.highest >> 2)
        for side in rules.bombs(old.shape, old.highest >> 2)
    )


def leads(rules: Rules, hand: bytes) -> Iterator[bytes]:
    """Every combination in `hand` that may be led, groups of a rank before runs."""
    for size in (1, 2, 3, 4):
        for layer in _layers(hand, size).values():
            yield from layer
    for size in (1, 2):
        layers = _layers(hand, size)
        for low in layers:
            length = _SHORTEST_RUN
            while all(rank in layers for rank in range(low, low + length)):
                yield from _runs(rules, layers, low, length)
                length += 1


def answers(
    rules: Rules, hand: bytes, table: bytes, *, same_kind: bool = False
) -> Iterator[bytes]:
    """Every play in `hand` that beats `table`.

    With `same_kind` it has to be higher, as in a solo run: neither an exception nor
    `any_pair` helps.
    """
    old = classify(rules, table)
    if old is None:
        return
    for play in shaped(rules, hand, old.shape):
        if _higher(rules, play, table, old.shape, same_kind=same_kind):
            yield play
    if same_kind:
        return
    for side in rules.bombs(old.shape, old.highest >> 2):
        for play in shaped(rules, hand, side.shape):
            if side.fits(side.shape, play[-1] >> 2):
                yield play


def shaped(rules: Rules, hand: bytes, shape: Shape) -> Iterator[bytes]:
    """Every play of one `shape` in `hand`, lowest ranks first."""
    layers = _layers(hand, shape.size)
    for low in layers:
        yield from _runs(rules, layers, low, shape.length)


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

    A hand of far more than thirteen cards can have millions; of such a hand only the
    first `MOST_PLAYS` that are found, all groups of a rank among them, are looked at.

    Args:
        rules: The table's rules.
        hand: The seat's cards, ascending.
        table: The combination to beat, empty for a lead.
        must_include: A card that the play must include.
        may_pass: Whether the seat may pass.
        same_kind: Whether only a higher play of the table's own kind and length will
            do.
    """
    plays: Iterable[bytes] = (
        answers(rules, hand, table, same_kind=same_kind)
        if table
        else leads(rules, hand)
    )
    plays = islice(plays, MOST_PLAYS)
    if must_include is not None:
        plays = [play for play in plays if must_include in play]
    # Once each: one play may beat the table both as higher and by exception. They are
    # found nearly in order, and so of a large hand they are quickly sorted.
    ordered = sorted(dict.fromkeys(plays))
    ordered.sort(key=len)
    legal = list(map(Cards, ordered))
    return [NONE, *legal] if may_pass else legal


def _layers(hand: bytes, size: int) -> dict[int, _Layer]:
    """The ways to take `size` cards of each rank that has them, ranks ascending."""
    groups: dict[int, list[int]] = {}
    for card in hand:
        groups.setdefault(card >> 2, []).append(card)
    return {
        rank: _ways(bytes(group), size)
        for rank, group in groups.items()
        if len(group) >= size
    }


@lru_cache(maxsize=1024)
def _ways(group: bytes, size: int) -> _Layer:
    # Two packs hold every card twice; the set keeps equal ways from counting double.
    return sorted({bytes(taken) for taken in combinations(group, size)})


def _runs(
    rules: Rules, layers: dict[int, _Layer], low: int, length: int
) -> Iterable[bytes]:
    """Every combination of `length` ranks from `low` up, one way of each rank."""
    ranks = range(low, low + length)
    top = TWO if length == 1 else rules.run_top
    if ranks[-1] > top or not all(rank in layers for rank in ranks):
        return ()
    return map(b"".join, product(*(layers[rank] for rank in ranks)))


def _higher(
    rules: Rules, play: bytes, table: bytes, shape: Shape, *, same_kind: bool
) -> bool:
    """Whether `play` beats a `table` of the same shape."""
    if shape == PAIR and rules.any_pair and not same_kind:
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
