"""The Plackett–Luce model of finishing orders, and its most likely strengths.

Of the candidates of a choice, each is chosen in proportion to exp(strength).

A weak normal prior, with a deviation of some 520 Elo, keeps strengths finite. It also
tempers what pairing by score does to short tournaments: those who were lucky together
meet, and stay above those who were not.
"""

from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from arena.tournament.comparisons import Comparisons, Stages

Floats: TypeAlias = NDArray[np.float64]

PRIOR_PRECISION = 1 / 9
"""One over the variance of the prior, in natural units of strength."""

_TOLERANCE = 1e-5
_MOST_STEPS = 60


def probabilities(strength: Floats, stages: Stages) -> tuple[Floats, float]:
    """Returns each candidate's chance in each set, and the log-likelihood of all."""
    shown = strength[stages.players]
    top = shown.max(axis=0)
    weight = np.exp(shown - top)
    total = weight.sum(axis=0)
    seen = stages.wins @ strength - stages.seen @ (top + np.log(total))
    return weight / total, float(seen)


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
    pairs, products = [np.zeros(0, np.int64)], [np.zeros(0)]
    for stages in comparisons.stages:
        chance, seen = probabilities(strength, stages)
        height += seen
        times = stages.seen * chance
        players = stages.players
        expected = np.bincount(players.ravel(), times.ravel(), size)
        slope += stages.wins - expected
        squares = np.bincount(players.ravel(), (times * chance).ravel(), size)
        diagonal += expected - squares
        for i, j in combinations(range(len(chance)), 2):
            pairs.append(players[i] * size + players[j])
            products.append(times[i] * chance[j])
    crossed = np.bincount(np.concatenate(pairs), np.concatenate(products), size * size)
    # Whole numbers come of no choices at all.
    crossed = crossed.reshape(size, size).astype(np.float64, copy=False)
    information: Floats = np.negative(crossed + crossed.T)
    information[np.diag_indices(size)] += diagonal
    return height, slope, information
