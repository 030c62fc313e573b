"""Who can be compared with whom.

Results connect players into groups. Within a group, strengths are determined only
among those who are linked both ways, by a chain of finishing above and by one of
finishing below: whoever has only ever been above the others might be stronger by any
amount.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csgraph, csr_array

from arena.tournament.columns import Ints
from arena.tournament.comparisons import Comparisons


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups that results make."""

    of: Ints
    """Each player's group, from 1, the largest first; 0: it has not played."""
    determined: NDArray[np.bool_]
    """Whether each player's strength is determined within its group."""


def group(comparisons: Comparisons) -> Groups:
    """Groups the players by the choices seen.

    Where a group falls into several parts linked both ways, only its largest part,
    the earliest among equals, is determined; a part of one never is.
    """
    size = comparisons.size
    above = np.zeros((size, size), dtype=bool)
    above[comparisons.above[0], comparisons.above[1]] = True
    graph = csr_array(above)
    _, weak = csgraph.connected_components(graph, directed=True, connection="weak")
    _, strong = csgraph.connected_components(graph, directed=True, connection="strong")
    played = np.zeros(size, dtype=bool)
    played[comparisons.members[comparisons.members >= 0]] = True
    of = np.zeros(size, dtype=np.int64)
    determined = np.zeros(size, dtype=bool)
    for number, label in enumerate(_largest_first(weak[played]), start=1):
        inside = played & (weak == label)
        of[inside] = number
        part = strong == _largest_first(strong[inside])[0]
        determined |= part if part.sum() > 1 else False
    return Groups(of, determined)


def _largest_first(labels: NDArray[np.integer]) -> list[int]:
    """Lists the labels that occur, the most frequent first, else by occurrence."""
    found, first, count = np.unique(labels, return_index=True, return_counts=True)
    order = np.lexsort((first, -count))
    return [int(label) for label in found[order]]
