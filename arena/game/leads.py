"""Everything that a hand can lead, in one walk up its ranks.

Rules: section "Combinations"; quad runs, which are never led, are not among it. At
each rank the walk holds the chains that end just below it: two cards or more, one of
each rank. Every card of the rank makes each of them longer, and begins a chain with
each card below. Chains of three and more are the runs. In 3S 3D 4C 5S

    rank    chains that end there     runs
    3
    4       3S 4C, 3D 4C
    5       4C 5S and the runs        3S 4C 5S, 3D 4C 5S

Pair runs are the same walk with pairs for cards.
"""

from arena.game.cards import Cards
from arena.game.groups import by_rank


def leads(hand: Cards, in_runs: int) -> list[Cards]:
    """Lists what a hand can lead, by number of cards and then by cards.

    Args:
        hand: The cards.
        in_runs: The ranks that runs may have, as bits: bit r is rank r.
    """
    plays: list[Cards] = []
    pairs: list[Cards] = []
    longer: list[Cards] = []
    chains: list[Cards] = []
    pair_chains: list[Cards] = []
    below: tuple[Cards, ...] = ()
    pairs_below: tuple[Cards, ...] = ()
    for rank, (_, ones, twos, threes, fours) in enumerate(by_rank(hand)):
        if not ones:
            below = ()
            continue
        plays += ones
        if twos:
            pairs += twos
            longer += threes
            longer += fours
        if below and in_runs >> rank & 1:
            chains = _grow(chains, below, ones, longer)
            pair_chains = _grow(pair_chains, pairs_below, twos, longer)
        else:
            chains, pair_chains = [], []
        below, pairs_below = ones, twos
    plays += pairs
    if longer:
        longer.sort()
        longer.sort(key=len)
        plays += longer
    return plays


def _grow(
    chains: list[Cards],
    below: tuple[Cards, ...],
    parts: tuple[Cards, ...],
    found: list[Cards],
) -> list[Cards]:
    """Gives the chains that end with one of the parts; adds the runs to those found."""
    if not below or not parts:
        return []
    runs = [chain + part for chain in chains for part in parts]
    found += runs
    return [lower + part for lower in below for part in parts] + runs


def count_leads(hand: Cards, in_runs: int) -> int:
    """Counts what `leads` would list, in no time however many they are."""
    total = 0
    # By size: how many chains end, and how many parts there are, just below.
    chains, below = {1: 0, 2: 0}, {1: 0, 2: 0}
    for rank, group in enumerate(by_rank(hand)):
        joined = in_runs >> rank & 1
        total += sum(map(len, group))
        for size in (1, 2):
            parts = len(group[size])
            runs = chains[size] * parts if joined else 0
            chains[size] = below[size] * parts + runs if joined else 0
            below[size] = parts
            total += runs
    return total
