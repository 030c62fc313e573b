"""How long entrants think, from their records."""

import json

import pytest

from arena.director.thinking import Thinking, thinking_times
from arena.store.rows import RecordKey, RecordRow, RotationKey


def row(board: int, **think_ms: int) -> RecordRow:
    """A record with nothing in it but who thought how long."""
    line = {
        "entrants": list(think_ms),
        "think_ms": list(think_ms.values()),
        "actions": [],
    }
    return RecordRow(RecordKey(RotationKey(1, 1, board, 1), 0), json.dumps(line))


def test_median_and_worst_are_of_the_time_a_deal() -> None:
    rows = [row(1, ann=10, bob=5), row(2, bob=7, ann=30), row(3, ann=20, cat=1)]
    times = thinking_times(rows)
    assert times["ann"] == Thinking(3, 0.02, 0.03, rows[1].key)
    assert times["bob"] == Thinking(2, 0.005, 0.007, rows[1].key)
    assert times["cat"] == Thinking(1, 0.001, 0.001, rows[2].key)


def test_of_equal_times_the_first_is_where_it_was_worst() -> None:
    rows = [row(1, ann=3), row(2, ann=9), row(3, ann=9)]
    assert thinking_times(rows)["ann"].worst_at == rows[1].key


def test_long_times_are_told_to_three_digits_and_the_worst_in_full() -> None:
    times = thinking_times([row(1, ann=12_345), row(2, ann=12_349), row(3, ann=1)])
    assert (times["ann"].median, times["ann"].worst) == (12.3, 12.349)
    assert thinking_times([row(1, ann=999)])["ann"].median == 0.999


@pytest.mark.parametrize("digits", ["-1", "9" * 30, "9" * 400], ids=len)
def test_a_time_that_is_none_is_passed_over(digits: str) -> None:
    assert list(thinking_times([row(1, ann=int(digits)), row(2, bob=1)])) == ["bob"]


def test_a_record_that_cannot_be_read_is_passed_over() -> None:
    broken = RecordRow(RecordKey(RotationKey(1, 1, 1, 1), 0), "{")
    assert list(thinking_times([broken, row(2, ann=1)])) == ["ann"]
    assert thinking_times([]) == {}
