"""What a planning bot can choose from, by ranks, and the cards it then takes.

For the cards of a play only their ranks and the highest suit matter, so of all
plays that differ in suits this leaves one: the cheapest that will do.
"""

from collections.abc import Iterator

from arena_client.bots.split import GROUPS, RUNS, Held, Part, parts_at
from arena_client.cards import TWO, Cards
from arena_client.plays import classify
from arena_client.rules import Rules, Shape


def leads(rules: Rules, held: Held) -> Iterator[Part]:
    """Everything that may be led."""
    for rank in range(TWO + 1):
        if held >> 4 * rank & 15:
            yield from parts_at(held, rank, rules.run_top)


def answers(rules: Rules, hand: bytes, held: Held, table: bytes) -> Iterator[Part]:
    """Everything that beats the table with a higher card, or by exception."""
    lies = classify(rules, table)
    if lies is None:
        return
    shape, highest = lies
    rank = highest >> 2
    for part in _shaped(rules, held, shape):
        if part.top > rank or (part.top == rank and _of_rank(hand, rank)[-1] > highest):
            yield part
    for side in rules.bombs(shape, rank):
        if side.shape != shape:
            for part in _shaped(rules, held, side.shape):
                if side.fits(side.shape, part.top):
                    yield part


def same_shape(rules: Rules, part: Part, table: bytes) -> bool:
    """Says whether `part` looks like what lies on the table."""
    lies = classify(rules, table)
    return lies is not None and lies.shape == (part.size, part.length)


def cards_of(hand: bytes, part: Part, above: int = -1) -> Cards:
    """The cheapest cards of `part` in `hand` whose highest is higher than `above`."""
    low = part.top - part.length + 1
    taken: list[int] = []
    for rank in range(low, part.top):
        taken += _of_rank(hand, rank)[: part.size]
    tops = _of_rank(hand, part.top)
    chosen = tops[: part.size]
    if chosen[-1] <= above:
        chosen[-1] = next(card for card in tops[part.size :] if card > above)
    return Cards(bytes(taken + chosen))


def without(hand: bytes, play: bytes) -> bytes:
    """What is left of a `hand` after a `play`: of a card held twice, the other one."""
    left = list(hand)
    for card in play:
        left.remove(card)
    return bytes(left)


def top_card(hand: bytes, part: Part) -> int:
    """The highest of the cheapest cards of `part` in `hand`."""
    return _of_rank(hand, part.top)[part.size - 1]


def _shaped(rules: Rules, held: Held, shape: Shape) -> Iterator[Part]:
    size, length = shape
    run_top = TWO if length == 1 else rules.run_top
    for low in range(run_top - length + 2):
        part = GROUPS[size][low] if length == 1 else RUNS[size][low][length]
        if all(held >> 4 * rank & 15 >= size for rank in range(low, part.top + 1)):
            yield part


def _of_rank(hand: bytes, rank: int) -> list[int]:
    return [card for card in hand if card >> 2 == rank]
