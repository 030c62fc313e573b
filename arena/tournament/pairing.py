"""Seats the entrants of one round at tables.

A seating costs, over every two who share a table, the square of their difference in
score, and a price for every time they have met before. The search starts from the
order of scores and swaps two entrants of different tables for as long as a swap
makes the seating cheaper. Everything is a whole number and every choice goes by
position, so the same round comes out on every machine.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from arena.tournament.columns import Ints

_WINDOW = 256
"""How many neighbours in the order of scores are searched at once; it keeps the
search's time in proportion to the field, and nobody should sit farther away."""


def table_sizes(entrants: int, seats: int) -> tuple[int, ...]:
    """Returns the sizes of short tables: as few tables as can be, as even as can be.

    Larger tables come first; sizes differ by one at most. Of nobody there are none.
    """
    tables = -(-entrants // seats)
    if not tables:
        return ()
    size, larger = divmod(entrants, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def seat(
    scores: Sequence[int],
    meetings: Ints,
    price: int,
    sizes: Sequence[int],
    starts: Sequence[Sequence[int]] = (),
) -> list[list[int]]:
    """Returns the tables, best scores first, as lists of entrants' numbers.

    Args:
        scores: Each entrant's score; who comes earlier goes first among equals.
        meetings: How often each two have met: symmetric, zeros on the diagonal.
        price: What one meeting costs, in squared units of score.
        sizes: The tables' sizes, adding up to the number of entrants.
        starts: Further orders to begin from, for a field of one window; the
            cheapest seating is taken, the earliest among equals.
    """
    standing = np.array(scores, dtype=np.int64)
    ranked = np.argsort(-standing, kind="stable")
    bounds = np.concatenate(([0], np.cumsum(sizes)))
    if len(ranked) <= _WINDOW:
        costs = _costs(standing, meetings, price)
        orders = [ranked, *(np.array(start, dtype=np.int64) for start in starts)]
        found = [_improve(costs, order, bounds) for order in orders]
        cheapest = min(range(len(found)), key=lambda n: found[n][0])
        order = found[cheapest][1]
    else:
        order = _in_windows(standing, meetings, price, ranked, bounds)
    rank = np.empty_like(ranked)
    rank[ranked] = np.arange(len(ranked))
    tables = [
        sorted(order[low:high].tolist(), key=lambda entrant: int(rank[entrant]))
        for low, high in pairwise(bounds)
    ]
    return sorted(tables, key=lambda table: int(rank[table[0]]))


def _costs(scores: Ints, meetings: Ints, price: int) -> Ints:
    differences = scores[:, None] - scores[None, :]
    return differences * differences + meetings.astype(np.int64) * price


def _in_windows(
    scores: Ints, meetings: Ints, price: int, ranked: Ints, bounds: Ints
) -> Ints:
    order = ranked.copy()
    tables = len(bounds) - 1
    wide = max(2, _WINDOW * tables // len(ranked))
    for first in range(0, tables - wide // 2, wide // 2):
        window = bounds[first : first + wide + 1]
        part = order[window[0] : window[-1]]
        costs = _costs(scores[part], meetings[np.ix_(part, part)], price)
        _, better = _improve(costs, np.arange(len(part)), window - window[0])
        order[window[0] : window[-1]] = part[better]
    return order


def _improve(costs: Ints, order: Ints, bounds: Ints) -> tuple[int, Ints]:
    """Swaps until no swap helps; returns the seating's cost and the new order."""
    order = order.copy()
    table = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    apart = table[:, None] != table[None, :]
    while True:
        placed = costs[np.ix_(order, order)]
        to_table = np.add.reduceat(placed, bounds[:-1], axis=1)[:, table]
        own = np.diagonal(to_table)
        gain = (own[:, None] + own[None, :]) - (to_table + to_table.T - 2 * placed)
        gain *= apart
        partner = gain.argmax(axis=1)
        best = gain[np.arange(len(order)), partner]
        if not best.any():
            return int(own.sum()) // 2, order
        _swap(order, table, partner, best)


def _swap(order: Ints, table: Ints, partner: Ints, best: Ints) -> None:
    """Makes the best swaps that do not touch one table twice.

    Gains of swaps between different tables add up; a second swap at a table would
    have to be weighed again.
    """
    touched: set[int] = set()
    for place in np.argsort(-best, kind="stable").tolist():
        if best[place] <= 0:
            break
        other = int(partner[place])
        here, there = int(table[place]), int(table[other])
        if here not in touched and there not in touched:
            touched |= {here, there}
            order[[place, other]] = order[[other, place]]
