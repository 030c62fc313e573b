"""How far the strengths may be off: a covariance that knows of duplicate boards.

The rotations of one board are played with the same cards, so their results are not
as many as they look, or worth more than they look: the favours of the deal cancel.
Neither is in the likelihood, so its curvature alone gives the wrong width. Here the
covariance is a sandwich: the curvature outside, inside the spread of the slopes as
it is seen from cluster to cluster, a cluster being one table's playing of one board.

With few boards the slopes look too flat, since the strengths were fitted to them.
Each cluster's slope is therefore taken as it would stand had the cluster been left
out (the jackknife, "CR3"), and quantiles are Student's with one degree of freedom
less than the entrant has boards.
"""

from itertools import combinations
from math import sqrt

import numpy as np
from scipy import linalg, special

from arena.tournament.columns import Ints
from arena.tournament.comparisons import Comparisons
from arena.tournament.likelihood import PRIOR_PRECISION, Floats, probabilities


def covariance(
    comparisons: Comparisons, strength: Floats, information: Floats
) -> Floats:
    """Returns the clustered covariance of strengths, in natural units.

    Args:
        comparisons: What was seen.
        strength: The most likely strengths.
        information: The posterior's curvature there.
    """
    bread = _inverse(information)
    slopes, curvature = _by_cluster(comparisons, strength)
    members = comparisons.members
    there = members >= 0
    both = there[:, :, None] & there[:, None, :]
    known = np.where(both, bread[members[:, :, None], members[:, None, :]], 0.0)
    left_out = np.eye(members.shape[1]) - curvature @ known
    without = np.linalg.solve(left_out, slopes[:, :, None])[:, :, 0]
    size = comparisons.size
    # The prior counts too: a strength is off by as much as it was pulled.
    filling = np.eye(size) * PRIOR_PRECISION
    pairs = (members[:, :, None] * size + members[:, None, :])[both]
    products = (without[:, :, None] * without[:, None, :])[both]
    filling += np.bincount(pairs, products, size * size).reshape(size, size)
    # By a root of the filling: a triangle's product, and that of a matrix with its own
    # transpose, take half the time that others do.
    half = linalg.blas.dtrmm(1.0, np.linalg.cholesky(filling).T, bread.T)
    spread: Floats = half.T @ half
    return spread


def boards_played(comparisons: Comparisons) -> Ints:
    """Returns the number of boards each player sat at."""
    seated = comparisons.members[comparisons.members >= 0]
    return np.bincount(seated, minlength=comparisons.size)


def half_width(variance: float, boards: int, confidence: float) -> float | None:
    """Returns half the interval's width, or `None` for fewer than two boards."""
    if boards < 2:
        return None
    quantile = float(special.stdtrit(boards - 1, (1 + confidence) / 2))
    return quantile * sqrt(max(variance, 0.0))


def superiority(difference: float, variance: float, boards: int) -> float | None:
    """Returns the likelihood that a difference in strength is above zero.

    Args:
        difference: The difference found.
        variance: Its variance.
        boards: The boards of whoever has fewer; below two nothing can be said.
    """
    if boards < 2 or variance <= 0:
        return None
    return float(special.stdtr(boards - 1, difference / sqrt(variance)))


def _inverse(information: Floats) -> Floats:
    """Inverts a matrix that is symmetric and positive definite, or has nothing in it."""
    if not information.size:
        return information
    inverse: Floats
    inverse, failed = linalg.lapack.dpotri(np.linalg.cholesky(information).T)
    if failed:
        raise AssertionError(f"LAPACK: {failed}")
    return np.triu(inverse) + np.triu(inverse, 1).T


def _by_cluster(comparisons: Comparisons, strength: Floats) -> tuple[Floats, Floats]:
    """Adds up each cluster's slope and curvature over its own members."""
    clusters, width = comparisons.members.shape
    slopes = comparisons.won.ravel().astype(np.float64)
    diagonal = np.zeros(len(slopes))
    pairs, products = [np.zeros(0, np.int64)], [np.zeros(0)]
    for stages in comparisons.stages:
        chance, _ = probabilities(strength, stages)
        chance = chance[:, stages.sets]
        times = stages.times * chance
        places = stages.places[:, stages.sets]
        cells = stages.clusters * width + places
        expected = np.bincount(cells.ravel(), times.ravel(), len(slopes))
        slopes -= expected
        squares = np.bincount(cells.ravel(), (times * chance).ravel(), len(slopes))
        diagonal += expected - squares
        for i, j in combinations(range(len(chance)), 2):
            pairs.append(cells[i] * width + places[j])
            products.append(times[i] * chance[j])
    crossed = np.bincount(
        np.concatenate(pairs), np.concatenate(products), clusters * width * width
    )
    # Whole numbers come of no choices at all.
    crossed = crossed.reshape(clusters, width, width).astype(np.float64, copy=False)
    curvature: Floats = np.negative(crossed + crossed.transpose(0, 2, 1))
    at = np.arange(width)
    curvature[:, at, at] += diagonal.reshape(clusters, width)
    return slopes.reshape(clusters, width), curvature
