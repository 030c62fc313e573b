"""The Plackett–Luce model of finishing orders, and its most likely strengths.

A finishing order is read as choices: the first is chosen from all, the second from
the rest, and so on; each candidate is chosen in proportion to exp(strength). What is
left in last place was not chosen, so the mutual order of those who tie there says
nothing. Should several tie above others (a game that ends with its first, when a
forfeiter lies below them), each of them is chosen from itself and those below.

A weak normal prior, with a deviation of some 520 Elo, keeps strengths finite. It also
tempers what pairing by score does to short tournaments: those who were lucky together
meet, and stay above those who were not.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from arena.tournament.result import DealOutcome

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Finish: TypeAlias = tuple[tuple[int, ...], ...]

PRIOR_PRECISION = 1 / 9
"""One over the variance of the prior, in natural units of strength."""

_TOLERANCE = 1e-5
_MOST_STEPS = 60


@dataclass(frozen=True, slots=True)
class Stages:
    """Choices from equally many candidates, one a column."""

    players: Ints
    """The candidates by number; the first row was chosen."""
    clusters: Ints
    """The cluster each choice belongs to."""
    places: Ints
    """Each candidate's place among its cluster's members."""


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Everything finishing orders say, as arrays."""

    size: int
    """How many players there are; some may have no choice to show."""
    stages: tuple[Stages, ...]
    """The choices, by number of candidates."""
    members: Ints
    """Who sat at each cluster (a table's playing of a board); −1 pads the rows."""


def compare(outcomes: Sequence[DealOutcome], index: Mapping[str, int]) -> Comparisons:
    """Turns finishing orders into choices, clustered by table and board."""
    clusters: dict[tuple[int, int, int], int] = {}
    alike: defaultdict[Finish, tuple[list[int], list[tuple[str, ...]]]]
    alike = defaultdict(lambda: ([], []))
    for outcome in outcomes:
        numbers, seated = alike[outcome.finish]
        board = (outcome.round, outcome.table, outcome.board)
        numbers.append(clusters.setdefault(board, len(clusters)))
        seated.append(outcome.entrants)
    blocks = []
    for finish, (numbers, seated) in alike.items():
        flat = np.fromiter(
            map(index.__getitem__, chain.from_iterable(seated)), np.int64
        )
        blocks.append((finish, np.array(numbers), flat.reshape(len(numbers), -1).T))
    members, places = _members(blocks, len(clusters), len(index))
    by_size: defaultdict[int, list[Stages]] = defaultdict(list)
    for (finish, cluster, players), place in zip(blocks, places, strict=True):
        for choice in _choices(finish):
            by_size[len(choice)].append(Stages(players[choice], cluster, place[choice]))
    stages = tuple(
        Stages(
            np.concatenate([part.players for part in parts], axis=1),
            np.concatenate([part.clusters for part in parts]),
            np.concatenate([part.places for part in parts], axis=1),
        )
        for _, parts in sorted(by_size.items())
    )
    return Comparisons(len(index), stages, members)


def probabilities(strength: Floats, stages: Stages) -> tuple[Floats, float]:
    """Returns each candidate's chance of being chosen, and the log-likelihood."""
    shown = strength[stages.players]
    top = shown.max(axis=0)
    weight = np.exp(shown - top)
    total = weight.sum(axis=0)
    chosen = shown[0] - top - np.log(total)
    return weight / total, float(chosen.sum())


def most_likely(
    comparisons: Comparisons, start: Floats | None = None
) -> tuple[Floats, Floats]:
    """Returns the strengths of highest posterior density, and the information there.

    Newton's method, halving any step that does not climb. The posterior is strictly
    concave, so the start matters to the time only.

    Args:
        comparisons: What was seen.
        start: Strengths to begin from; `None`: all alike.
    """
    strength = np.zeros(comparisons.size) if start is None else start.copy()
    height, slope, information = _posterior(comparisons, strength)
    for _ in range(_MOST_STEPS):
        step = linalg.cho_solve(linalg.cho_factor(information), slope)
        while True:
            higher = _posterior(comparisons, strength + step)
            if higher[0] >= height - 1e-12 * abs(height):
                break
            step /= 2
        strength = strength + step
        height, slope, information = higher
        # Near the top each step squares the error: below this one nothing is left.
        if np.abs(step).max(initial=0) < _TOLERANCE:
            break
    return strength, information


def _posterior(
    comparisons: Comparisons, strength: Floats
) -> tuple[float, Floats, Floats]:
    size = comparisons.size
    height = -PRIOR_PRECISION / 2 * float(strength @ strength)
    slope = -PRIOR_PRECISION * strength
    diagonal = np.full(size, PRIOR_PRECISION)
    products = np.zeros(size * size)
    for stages in comparisons.stages:
        chance, seen = probabilities(strength, stages)
        height += seen
        expected = np.bincount(stages.players.ravel(), chance.ravel(), size)
        slope += np.bincount(stages.players[0], minlength=size) - expected
        squares = np.bincount(stages.players.ravel(), (chance**2).ravel(), size)
        diagonal += expected - squares
        for i, j in combinations(range(len(chance)), 2):
            pair = stages.players[i] * size + stages.players[j]
            products += np.bincount(pair, chance[i] * chance[j], size * size)
    crossed = products.reshape(size, size)
    return height, slope, np.diag(diagonal) - crossed - crossed.T


def _choices(finish: Sequence[Sequence[int]]) -> list[list[int]]:
    return [
        [seat, *chain.from_iterable(finish[place + 1 :])]
        for place, group in enumerate(finish[:-1])
        for seat in group
    ]


def _members(
    blocks: Sequence[tuple[object, Ints, Ints]], clusters: int, size: int
) -> tuple[Ints, list[Ints]]:
    """Lists each cluster's members, and each seat's place in that list."""
    keys = [cluster * size + players for _, cluster, players in blocks]
    flat = np.concatenate([key.ravel() for key in keys] or [np.zeros(0, np.int64)])
    known, inverse = np.unique(flat, return_inverse=True)
    cluster, player = np.divmod(known, max(size, 1))
    first = np.searchsorted(cluster, np.arange(clusters))
    place = np.arange(len(known)) - first[cluster]
    members = np.full((clusters, int(place.max(initial=0)) + 1), -1, dtype=np.int64)
    members[cluster, place] = player
    places: list[Ints] = []
    begin = 0
    for key in keys:
        places.append(place[inverse[begin : begin + key.size]].reshape(key.shape))
        begin += key.size
    return members, places
