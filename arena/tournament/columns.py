"""Outcomes as arrays of whole numbers, where there are too many to go one by one.

A tournament has far fewer different seatings and finishing orders than deals. Each
different value gets a number, what follows from it is worked out once, and arrays of
numbers say which deal had which.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from operator import attrgetter
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from arena.tournament.result import DealOutcome

Ints: TypeAlias = NDArray[np.int64]

_T = TypeVar("_T")


class Numbered(NamedTuple, Generic[_T]):
    """Values as numbers."""

    different: Sequence[_T]
    """The values that differ, in the order in which they first came."""
    number: Ints
    """For each value, its place among those."""


def column(outcomes: Sequence[DealOutcome], *fields: str) -> Numbered[object]:
    """Numbers what the outcomes have in a field, or in several together."""
    return numbered(map(attrgetter(*fields), outcomes))


def seatings(outcomes: Sequence[DealOutcome]) -> Numbered[tuple[str, ...]]:
    """Numbers who sat at each seat."""
    return numbered(map(attrgetter("entrants"), outcomes))


def finishes(outcomes: Sequence[DealOutcome]) -> Numbered[tuple[tuple[int, ...], ...]]:
    """Numbers the finishing orders."""
    return numbered(map(attrgetter("finish"), outcomes))


def numbered(values: Iterable[_T]) -> Numbered[_T]:
    """Numbers values that can be hashed."""
    listed = list(values)
    different = list(dict.fromkeys(listed))
    place = {value: number for number, value in enumerate(different)}
    numbers = map(place.__getitem__, listed)
    return Numbered(different, np.fromiter(numbers, np.int64, len(listed)))


def rows(values: Iterable[Collection[int]], padding: int) -> Ints:
    """Gives lists of numbers as the rows of one array, the shorter ones padded."""
    listed = list(values)
    lengths = np.fromiter(map(len, listed), np.int64, len(listed))
    filled = np.arange(lengths.max(initial=0)) < lengths[:, None]
    table = np.full(filled.shape, padding, dtype=np.int64)
    table[filled] = np.fromiter(chain.from_iterable(listed), np.int64)
    return table
