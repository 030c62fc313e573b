"""Splitting a hand into the plays that cost least.

Suits hardly matter for how a hand comes apart, so a hand is looked at by ranks: a
number with four bits a rank, how many cards of it are held. The hand 3S 3D 4C 5S
is `0x112`. A play is a `Part`, some cards of each of some consecutive ranks, and
taking it away is one subtraction.

The cheapest split is found from the lowest rank up: its cards must leave in some
part, and what is left is a smaller hand, whose answer is remembered. Of a hand
of very many cards the quads are taken out first: a good split, not the cheapest.
"""

from collections.abc import Callable, Iterator
from math import inf
from typing import NamedTuple, TypeAlias

from arena_client.cards import TWO

Held: TypeAlias = int
"""A hand by ranks, four bits a rank."""

MOST_REMEMBERED = 20_000
"""How many hands a `Splitter` may remember when it begins a search, which adds some
thousands for the largest hands; with more it starts afresh. Some 5 MB."""

MOST_CARDS = 39
"""How many cards a hand may have to be split in the cheapest way. An answer from so
many takes some tens of milliseconds, and from ten more it would take hundreds."""

_SHORTEST_RUN = 3
_ONES = int("1" * (TWO + 1), 16)


class Part(NamedTuple):
    """A play by ranks."""

    size: int
    """How many cards of each rank."""

    length: int
    """How many consecutive ranks."""

    top: int
    """The highest rank."""

    cards: int
    """How many cards in all."""

    held: Held
    """The part as a hand, to be subtracted from one."""


def _part(size: int, low: int, length: int) -> Part:
    ones = _ONES & ((1 << 4 * length) - 1)
    return Part(size, length, low + length - 1, size * length, size * ones << 4 * low)


GROUPS = tuple(
    tuple(_part(size, rank, 1) for rank in range(TWO + 1)) for size in range(5)
)
"""Singles, pairs, triples and quads: `GROUPS[size][rank]`."""

RUNS = tuple(
    tuple(
        tuple(_part(size, low, length) for length in range(TWO + 2 - low))
        for low in range(TWO + 1)
    )
    for size in range(5)
)
"""Runs, pair runs and quad runs: `RUNS[size][lowest rank][length]`."""

Cost: TypeAlias = Callable[[Part], float]
"""What getting rid of a part costs: the leads that it takes and does not win."""


def held_of(hand: bytes) -> Held:
    """A hand by ranks."""
    return sum(1 << (card & ~3) for card in hand)


def parts_at(held: Held, low: int, run_top: int) -> Iterator[Part]:
    """Every part of a hand whose lowest rank is `low`; runs end at `run_top`."""
    here = held >> 4 * low
    most = here & 15
    for size in range(1, min(most, 4) + 1):
        yield GROUPS[size][low]
    for size in range(1, min(most, 2) + 1):
        above, length = here >> 4, 1
        while above & 15 >= size and low + length <= run_top:
            above >>= 4
            length += 1
            if length >= _SHORTEST_RUN:
                yield RUNS[size][low][length]


class Splitter:
    """Finds the cheapest split of hands, all under one `cost`."""

    def __init__(self, cost: Cost, run_top: int) -> None:
        """Splits by `cost`; runs end at the rank `run_top`."""
        self._cost = cost
        self._run_top = run_top
        self._costs: dict[Part, float] = {}
        self._best: dict[Held, tuple[float, Part | None]] = {0: (0.0, None)}
        self._choices: dict[int, list[tuple[Part, Held, float]]] = {}

    def cost(self, part: Part) -> float:
        """What one part costs."""
        cost = self._costs.get(part)
        if cost is None:
            cost = self._costs[part] = self._cost(part)
        return cost

    def total(self, held: Held) -> float:
        """What the cheapest split of a hand costs; of more than `MOST_CARDS`, a good one."""
        best = self._best.get(held)
        if best is not None:
            return best[0]
        # Only here: a search that forgot what it has found would find it over again.
        if len(self._best) > MOST_REMEMBERED:
            self._best = {0: (0.0, None)}
        if _count(held) <= MOST_CARDS:
            return self._find(held)
        quads = _quads(held)
        rest = held - sum(quad.held for quad in quads)
        best = self._best.get(rest)
        left = self._find(rest) if best is None else best[0]
        return sum(map(self.cost, quads)) + left

    def split(self, held: Held) -> list[Part]:
        """The split that `total` is of, lowest ranks first."""
        self.total(held)
        quads = [] if held in self._best else _quads(held)
        held -= sum(quad.held for quad in quads)
        parts = []
        while (part := self._best[held][1]) is not None:
            parts.append(part)
            held -= part.held
        if not quads:
            return parts
        return sorted(quads + parts, key=lambda part: part.top - part.length)

    def _find(self, held: Held) -> float:
        shift = (held & -held).bit_length() - 1 & ~3
        best = self._best
        least, chosen = inf, None
        # By ranks alone: what can begin at the lowest of them is asked for often.
        for part, taken, cost in self._beginning(held >> shift, shift >> 2):
            left = held - taken
            known = best.get(left)
            total = cost + (self._find(left) if known is None else known[0])
            if total < least:
                least, chosen = total, part
        best[held] = least, chosen
        return least

    def _beginning(self, here: Held, low: int) -> list[tuple[Part, Held, float]]:
        """Every part that begins at the lowest rank, with its cards and its cost.

        Ascending, so that of equal costs the least part is found first.
        """
        most, single, pair = _reach(here)
        key = ((low << 4 | most) << 4 | single) << 4 | pair
        choices = self._choices.get(key)
        if choices is None:
            parts = sorted(parts_at(here << 4 * low, low, self._run_top))
            choices = [(part, part.held, self.cost(part)) for part in parts]
            self._choices[key] = choices
        return choices


def _reach(here: Held) -> tuple[int, int, int]:
    """How many cards the lowest rank has, and how far one and two of each reach."""
    most = here & 15
    single = pair = 0
    above = here
    while above & 15 >= 2:
        above >>= 4
        pair += 1
    single = pair
    while above & 15:
        above >>= 4
        single += 1
    return min(most, 4), single, pair


def _count(held: Held) -> int:
    return sum(held >> 4 * rank & 15 for rank in range(TWO + 1))


def _quads(held: Held) -> list[Part]:
    """All quads of a hand."""
    return [
        GROUPS[4][rank]
        for rank in range(TWO + 1)
        for _ in range((held >> 4 * rank & 15) // 4)
    ]
