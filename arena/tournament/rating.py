"""Ratings on the Elo scale, with intervals that mean what they say.

A difference of 400 is odds of ten to one of finishing above the other. Ratings are
relative: within a group of entrants that results connect, either the anchor's is 0
or the mean of the entrants' is. Between groups nothing is compared.

What results do not determine is `None`, never a number. An entrant that finished
above, or below, all it met has no rating yet, and one board gives no interval.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.tournament.columns import seatings
from arena.tournament.comparisons import compare
from arena.tournament.groups import Groups, group
from arena.tournament.intervals import (
    boards_played,
    covariance,
    half_width,
    superiority,
)
from arena.tournament.likelihood import Floats, most_likely
from arena.tournament.result import DealOutcome, is_house

Mask: TypeAlias = NDArray[np.bool_]

ELO = 400 / log(10)
"""Elo points in one natural unit of strength."""

PROVISIONAL_BOARDS = 12
"""With fewer boards a rating is provisional: its interval may be too narrow."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of one entrant's strength."""

    entrant: str
    """The entrant's name; fill-ins are rated too."""
    rating: float | None
    """Elo points above the group's zero; `None`: results do not determine it."""
    low: float | None
    """The lower end of the interval; `None`: undetermined."""
    high: float | None
    """The upper end of the interval; `None`: undetermined."""
    provisional: bool
    """Whether there are fewer boards than `PROVISIONAL_BOARDS`."""
    group: int | None
    """The group it can be compared in, from 1, the largest first; `None`: no deals."""
    boards: int
    """How many boards it sat at."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of everyone, and how sure they are together."""

    by_name: Mapping[str, Rating]
    """Each player's rating, entrants first in their own order, then fill-ins."""
    strength: Floats
    """Each player's strength in Elo points, in that order; for a later fit's start."""
    covariance: Floats
    """The strengths' covariance in squared Elo points, in that order."""

    def __getitem__(self, name: str) -> Rating:
        """Returns one player's rating."""
        return self.by_name[name]

    def los(self, one: str, other: str) -> float | None:
        """Returns the likelihood that `one` is stronger than `other`.

        `None` where either has no rating, or they are not compared.
        """
        first, second = self.by_name[one], self.by_name[other]
        if first.rating is None or second.rating is None or one == other:
            return None
        if first.group != second.group:
            return None
        number = {name: place for place, name in enumerate(self.by_name)}
        i, j = number[one], number[other]
        spread = self.covariance
        return superiority(
            first.rating - second.rating,
            float(spread[i, i] + spread[j, j] - 2 * spread[i, j]),
            min(first.boards, second.boards),
        )


def fit(
    outcomes: Sequence[DealOutcome],
    entrants: Iterable[str] = (),
    *,
    anchor: str = "",
    confidence: float = 0.95,
    start: Ratings | None = None,
) -> Ratings:
    """Rates everyone in the outcomes.

    Args:
        outcomes: The deals. Their order changes nothing but the last digits.
        entrants: Names to list even before their first deal.
        anchor: Whose rating is 0; empty, or in another group: the mean is.
        confidence: How often intervals are to hold the true strength.
        start: An earlier fit to begin from, which saves time and nothing else.
    """
    seated = seatings(outcomes)
    fill_ins = sorted(filter(is_house, seated.names))
    names = [*dict.fromkeys([*entrants, *sorted({*seated.names} - {*fill_ins})])]
    names += fill_ins
    index = {name: number for number, name in enumerate(names)}
    comparisons = compare(outcomes, index, seated)
    strength, information = most_likely(comparisons, _start(names, start))
    spread = covariance(comparisons, strength, information)
    boards = boards_played(comparisons)
    groups = group(comparisons)
    value, variance = _above_zero(strength, spread, _zeros(names, groups, anchor))
    by_name = {}
    for name, number in index.items():
        rating = width = None
        if groups.determined[number]:
            rating = float(value[number]) * ELO
            played = int(boards[number])
            width = half_width(float(variance[number]), played, confidence)
        off = None if rating is None or width is None else width * ELO
        by_name[name] = Rating(
            entrant=name,
            rating=rating,
            low=None if rating is None or off is None else rating - off,
            high=None if rating is None or off is None else rating + off,
            provisional=bool(boards[number] < PROVISIONAL_BOARDS),
            group=int(groups.of[number]) or None,
            boards=int(boards[number]),
        )
    return Ratings(by_name, strength * ELO, spread * ELO**2)


def _above_zero(
    strength: Floats, spread: Floats, zeros: Sequence[tuple[Mask, Floats]]
) -> tuple[Floats, Floats]:
    """Measures strengths from their group's zero; returns values and variances."""
    value = strength.copy()
    variance = np.diagonal(spread).copy()
    for inside, weights in zeros:
        shared = spread @ weights
        value[inside] -= weights @ strength
        variance[inside] += weights @ shared - 2 * shared[inside]
    return value, variance


def _start(names: Sequence[str], start: Ratings | None) -> Floats | None:
    if start is None:
        return None
    known = dict(zip(start.by_name, start.strength / ELO, strict=True))
    return np.array([known.get(name, 0.0) for name in names])


def _zeros(
    names: Sequence[str], groups: Groups, anchor: str
) -> list[tuple[Mask, Floats]]:
    """Gives each group's members, and the weights of those who make its zero.

    Fill-ins do not count towards a mean, unless a group has nobody else.
    """
    entrant = np.array([not is_house(name) for name in names], dtype=bool)
    anchored = np.array([name == anchor for name in names], dtype=bool)
    zeros = []
    for number in range(1, int(groups.of.max(initial=0)) + 1):
        inside = groups.determined & (groups.of == number)
        choices = (inside & anchored, inside & entrant, inside)
        counted = next((who for who in choices if who.any()), None)
        if counted is not None:
            zeros.append((inside, counted / counted.sum()))
    return zeros
