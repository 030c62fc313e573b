"""What finishing orders say, as arrays.

A finishing order is read as choices: the first is chosen from all, the second from
the rest, and so on. What is left in last place was not chosen, so the mutual order of
those who tie there says nothing. Should several tie above others (a game that ends
with its first, when a forfeiter lies below them), each of them is chosen from itself
and those below.

The same few are chosen from again and again: a table's entrants, those of them but
one, and so on. Such a set is kept once, with the number of choices from it, so that
the work does not grow with the deals.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from arena.tournament.columns import (
    Ints,
    Seatings,
    alike,
    combined,
    distinct,
    finishes,
    seatings,
)
from arena.tournament.result import DealOutcome

_MOST_MEMBERS = 40
"""A cluster's members are told apart by the bits of a number. Eight sit at a table;
with a house bot in the place of each there are sixteen."""


@dataclass(frozen=True, slots=True)
class Stages:
    """Choices from equally many candidates."""

    players: Ints
    """The sets that were chosen from, one a column: the candidates by number."""
    places: Ints
    """Each candidate's place among its cluster's members, rising in each column."""
    seen: Ints
    """How many choices each set has seen."""
    wins: Ints
    """How often each player was chosen from a set of this size."""
    clusters: Ints
    """The cluster of each of its different sets."""
    sets: Ints
    """That set."""
    times: Ints
    """How many choices the cluster has from that set."""


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Everything finishing orders say."""

    size: int
    """How many players there are; some may have no choice to show."""
    stages: tuple[Stages, ...]
    """The choices, by number of candidates."""
    members: Ints
    """Who sat at each cluster (a table's playing of a board); −1 pads the rows."""
    won: Ints
    """How often each member of a cluster was chosen, in the form of `members`."""
    above: Ints
    """Two rows: the players of the first finished above those of the second."""


@dataclass(frozen=True, slots=True)
class _Deals:
    """Where each deal belongs."""

    cluster: Ints
    """The table's playing of a board."""
    company: Ints
    """Which different members that has."""
    finish: Ints
    """Which finishing order came out."""
    seated: Ints
    """Which row of `places` it has."""
    places: Ints
    """By seat, the places among the company's members."""


def compare(
    outcomes: Sequence[DealOutcome],
    index: Mapping[str, int],
    seated: Seatings | None = None,
) -> Comparisons:
    """Turns finishing orders into choices, clustered by table and board.

    Args:
        outcomes: The deals.
        index: Everybody's number.
        seated: The deals' seatings, where they have been numbered already.
    """
    orders = finishes(outcomes)
    seated = seatings(outcomes) if seated is None else seated
    members, companies, deals = _deals(outcomes, orders.number, seated, index)
    size = len(index)
    cells = np.zeros(members.size, dtype=np.int64)
    stages, above = [], [np.zeros((2, 0), dtype=np.int64)]
    for finish, seats in _choices(orders.different):
        stage, chosen, pairs = _stage(deals, finish, seats, companies, size)
        cells += np.bincount(chosen, minlength=len(cells))
        stages.append(stage)
        above.append(pairs)
    return Comparisons(
        size,
        tuple(stages),
        members,
        cells.reshape(members.shape),
        np.concatenate(above, axis=1),
    )


def _deals(
    outcomes: Sequence[DealOutcome],
    finish: Ints,
    seated: Seatings,
    index: Mapping[str, int],
) -> tuple[Ints, Ints, _Deals]:
    """Gives each cluster's members, the companies that differ, and the deals."""
    boards, board = combined(outcomes, "round", "table", "board")
    seats = seated.by(index)
    members = _members(board, seated.number, seats, boards)
    if (most := members.shape[1]) > _MOST_MEMBERS:
        raise AssertionError(
            f"{most} played one board at one table, {_MOST_MEMBERS} can be told apart"
        )
    company = alike(members)
    _, first = np.unique(company, return_index=True)
    companies, company = members[first], company[board]
    kinds, kind = np.unique(
        company * max(len(seats), 1) + seated.number, return_inverse=True
    )
    of, seating = np.divmod(kinds, max(len(seats), 1))
    here = companies[of][:, None, :] == seats[seating][:, :, None]
    at = here.argmax(axis=2) if here.size else np.zeros((0, 0), dtype=np.int64)
    return members, companies, _Deals(board, company, finish, kind, at)


def _members(cluster: Ints, seating: Ints, seats: Ints, clusters: int) -> Ints:
    """Lists each cluster's members, in the order of their numbers."""
    size = int(seats.max(initial=0)) + 1
    # The rotations of a board seat the same ones again.
    company = alike(np.sort(seats, axis=1))
    _, first = np.unique(company, return_index=True)
    count = max(len(first), 1)
    pairs = distinct(cluster * count + company[seating])
    cluster, of = np.divmod(pairs, count)
    there = seats[first[of]]
    keys = cluster[:, None] * size + there
    known = distinct(keys[there >= 0])
    cluster, player = np.divmod(known, size)
    first = np.searchsorted(cluster, np.arange(clusters))
    place = np.arange(len(known)) - first[cluster]
    members = np.full((clusters, int(place.max(initial=0)) + 1), -1, dtype=np.int64)
    members[cluster, place] = player
    return members


def _choices(
    orders: Sequence[Sequence[Sequence[int]]],
) -> list[tuple[Ints, Ints]]:
    """Gives the choices of finishing orders, by the number of candidates.

    Of each choice the order, by its number, and the candidates' seats; the first
    was chosen.
    """
    by_size: defaultdict[int, tuple[list[int], list[list[int]]]]
    by_size = defaultdict(lambda: ([], []))
    for number, finish in enumerate(orders):
        for place, tied in enumerate(finish[:-1]):
            below = [*chain.from_iterable(finish[place + 1 :])]
            numbers, seats = by_size[1 + len(below)]
            numbers += [number] * len(tied)
            seats += [[seat, *below] for seat in tied]
    return [
        (np.array(numbers), np.array(seats))
        for _, (numbers, seats) in sorted(by_size.items())
    ]


def _stage(
    deals: _Deals, finish: Ints, seats: Ints, companies: Ints, size: int
) -> tuple[Stages, Ints, Ints]:
    """Gathers all choices from so many candidates.

    Also gives, of each choice, the chosen one's place in the flat `members`, and who
    finished above whom.
    """
    deal, choice = _spread(deals.finish, finish)
    width = companies.shape[1]
    shown = deals.places[deals.seated[deal][:, None], seats[choice]]
    masks = (deals.company[deal] << width) | (1 << shown).sum(axis=1)
    _, sets, seen = np.unique(masks, return_inverse=True, return_counts=True)
    # Any choice from each set; which one it is does not matter.
    first = np.empty(len(seen), dtype=np.int64)
    first[sets] = np.arange(len(sets))
    rising = np.sort(shown[first], axis=1)
    candidates = companies[deals.company[deal[first]][:, None], rising]
    cluster, chosen = deals.cluster[deal], shown[:, 0]
    drawn, times = np.unique(cluster * len(first) + sets, return_counts=True)
    winner = companies[deals.company[deal], chosen]
    stage = Stages(
        players=candidates.T.copy(),
        places=rising.T.copy(),
        seen=seen,
        wins=np.bincount(winner, minlength=size),
        clusters=drawn // len(first),
        sets=drawn % len(first),
        times=times,
    )
    picked = distinct(sets * size + winner)
    pairs = np.stack(
        [
            np.repeat(picked % size, candidates.shape[1]),
            candidates[picked // size].ravel(),
        ]
    )
    return stage, cluster * width + chosen, pairs[:, pairs[0] != pairs[1]]


def _spread(numbers: Ints, finish: Ints) -> tuple[Ints, Ints]:
    """Pairs each deal with every choice of its finishing order; both by number."""
    orders = int(max(numbers.max(initial=0), finish.max(initial=0))) + 1
    count = np.bincount(finish, minlength=orders)
    first = np.searchsorted(finish, np.arange(orders))
    repeats = count[numbers]
    deal = np.repeat(np.arange(len(numbers)), repeats)
    within = np.arange(len(deal)) - (np.cumsum(repeats) - repeats)[deal]
    return deal, first[numbers[deal]] + within
