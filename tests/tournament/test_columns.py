"""Outcomes as arrays."""

import numpy as np
import pytest

from arena.tournament.columns import (
    alike,
    combined,
    distinct,
    numbered,
    rows,
    seatings,
)
from tests.support.outcomes import outcome

OUTCOMES = [
    outcome("a b c", board=2),
    outcome("a b", board=1),
    outcome("a b c", round=2),
    outcome("b a", board=2, seated="a b"),
]


def test_equal_values_get_one_number_in_the_order_in_which_they_came() -> None:
    found = numbered("banana")
    assert found.different == ["b", "a", "n"]
    assert found.number.tolist() == [0, 1, 2, 1, 2, 1]


def test_seatings_are_rows_of_everybodys_numbers() -> None:
    seated = seatings(OUTCOMES)
    assert seated.names == ["a", "b", "c"]
    assert seated.number.tolist() == [0, 1, 0, 1]
    assert seated.different.tolist() == [[0, 1, 2], [0, 1, -1]]
    assert seated.by({"c": 7, "b": 5, "a": 3}).tolist() == [[3, 5, 7], [3, 5, -1]]
    assert seatings([]).by({}).size == 0


def test_fields_together_are_numbered_in_their_order() -> None:
    count, number = combined(OUTCOMES, "round", "board")
    assert (count, number.tolist()) == (3, [1, 0, 2, 1])
    assert combined([], "round", "board")[0] == 0


def test_shorter_rows_are_padded() -> None:
    assert rows([(1, 2, 3), (), (4,)], padding=9).tolist() == [
        [1, 2, 3],
        [9, 9, 9],
        [4, 9, 9],
    ]


def test_rows_are_alike_that_are_equal_in_every_place() -> None:
    number = alike(rows([(1, 2), (1, -1), (1, 2), (2, 1), (1,)], padding=-1)).tolist()
    assert number[0] == number[2]
    assert number[1] == number[4]
    assert len(set(number)) == 3


@pytest.mark.parametrize("values", [[], [5], [3, 1, 3, -1, 1], [2, 2, 2]])
def test_values_that_differ_are_given_once_and_rising(values: list[int]) -> None:
    assert distinct(np.array(values, dtype=np.int64)).tolist() == sorted(set(values))
