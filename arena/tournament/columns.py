"""Outcomes as arrays of whole numbers, where there are too many to go one by one.

A tournament has far fewer different seatings and finishing orders than deals. Each
different value gets a number, what follows from it is worked out once, and arrays of
numbers say which deal had which.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
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


def combined(outcomes: Sequence[DealOutcome], *fields: str) -> tuple[int, Ints]:
    """Numbers what deals have in several fields together: whole numbers from 0.

    Returns:
        How many differ, and each outcome's number.
    """
    key = np.zeros(len(outcomes), dtype=np.int64)
    for field in fields:
        values = _ints(map(attrgetter(field), outcomes), len(outcomes))
        key = key * (int(values.max(initial=0)) + 1) + values
    found, number = np.unique(key, return_inverse=True)
    return len(found), number


class Seatings(NamedTuple):
    """Who sat at each seat, as numbers."""

    names: Sequence[str]
    """Everybody who sat at a table, in the order in which they first came."""
    different: Ints
    """The seatings that differ, a row each: places among the names, the shorter ones
    padded with −1."""
    number: Ints
    """For each deal, its row."""

    def by(self, index: Mapping[str, int]) -> Ints:
        """Gives the seatings that differ with the names' numbers in `index`."""
        numbers = _ints(map(index.__getitem__, self.names), len(self.names))
        return np.append(numbers, -1)[self.different]


def seatings(outcomes: Sequence[DealOutcome]) -> Seatings:
    """Numbers who sat at each seat."""
    found = numbered(map(attrgetter("entrants"), outcomes))
    names = numbered(chain.from_iterable(found.different))
    lengths = _ints(map(len, found.different), len(found.different))
    return Seatings(names.different, _filled(lengths, names.number, -1), found.number)


def finishes(outcomes: Sequence[DealOutcome]) -> Numbered[tuple[tuple[int, ...], ...]]:
    """Numbers the finishing orders."""
    return numbered(map(attrgetter("finish"), outcomes))


def numbered(values: Iterable[_T]) -> Numbered[_T]:
    """Numbers values that can be hashed."""
    place: defaultdict[_T, int] = defaultdict()
    # Whatever is new gets the next number: hashing once is what this costs.
    place.default_factory = place.__len__
    number = _ints(map(place.__getitem__, values), -1)
    return Numbered(list(place), number)


def distinct(values: Ints) -> Ints:
    """Gives the values that differ, rising.

    `numpy.unique` would go through a hash table, which takes twenty times as long
    where most of them do differ.
    """
    rising = np.sort(values)
    first = np.ones(len(rising), dtype=bool)
    np.not_equal(rising[1:], rising[:-1], out=first[1:])
    return rising[first]


def alike(table: Ints) -> Ints:
    """Numbers the rows of a table: equal ones get the same number."""
    number = np.zeros(len(table), dtype=np.int64)
    low = int(table.min(initial=0))
    count = int(table.max(initial=0)) - low + 1
    for column in table.T:
        _, number = np.unique(number * count + column - low, return_inverse=True)
    return number


def rows(values: Sequence[Collection[int]], padding: int) -> Ints:
    """Gives lists of numbers as the rows of one array, the shorter ones padded."""
    lengths = _ints(map(len, values), len(values))
    return _filled(lengths, _ints(chain.from_iterable(values), -1), padding)


def _ints(values: Iterable[int], count: int) -> Ints:
    return np.fromiter(values, np.int64, count)


def _filled(lengths: Ints, flat: Ints, padding: int) -> Ints:
    filled = np.arange(lengths.max(initial=0)) < lengths[:, None]
    table = np.full(filled.shape, padding, dtype=np.int64)
    table[filled] = flat
    return table
