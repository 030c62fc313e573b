"""Splitting a hand into the plays that cost least.

Suits hardly matter for how a hand comes apart, so a hand is looked at by ranks: a
number with four bits a rank, how many cards of it are held. The hand 3S 3D 4C 5S
is `0x112`. A play is a `Part`, some cards of each of some consecutive ranks, and
taking it away is one subtraction.

The cheapest split is found from the lowest rank up: its cards must leave in some
part, and what is left is a smaller hand, whose answer is remembered.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from arena_client.cards import TWO

Held: TypeAlias = int
"""A hand by ranks, four bits a rank."""

MOST_REMEMBERED = 20_000
"""How many hands a `Splitter` remembers before it starts afresh; some 5 MB."""

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

    def cost(self, part: Part) -> float:
        """What one part costs."""
        cost = self._costs.get(part)
        if cost is None:
            cost = self._costs[part] = self._cost(part)
        return cost

    def total(self, held: Held) -> float:
        """What the cheapest split of a hand costs."""
        best = self._best.get(held)
        return self._find(held) if best is None else best[0]

    def split(self, held: Held) -> list[Part]:
        """The cheapest split of a hand, lowest ranks first."""
        self.total(held)
        parts = []
        while (part := self._best[held][1]) is not None:
            parts.append(part)
            held -= part.held
            self.total(held)
        return parts

    def _find(self, held: Held) -> float:
        if len(self._best) > MOST_REMEMBERED:
            self._best = {0: (0.0, None)}
        low = ((held & -held).bit_length() - 1) >> 2
        total, part = min(
            (self.cost(part) + self.total(held - part.held), part)
            for part in parts_at(held, low, self._run_top)
        )
        self._best[held] = total, part
        return total
