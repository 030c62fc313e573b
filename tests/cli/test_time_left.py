"""How long it still takes, by table and by round."""

from arena.cli.time_left import Estimate, TimeLeft
from tests.support.clock import Clock


def play(left: TimeLeft, clock: Clock, table: int, seconds: float) -> None:
    """Plays a rotation at a table that takes so long."""
    left.rotation_started(table)
    clock.now += seconds
    left.rotation_finished(table)


def beside_a_quick_table() -> TimeLeft:
    """A table that is at its first rotation when another has played all of its."""
    clock = Clock(500.0)
    left = TimeLeft(1, 4, clock)
    left.round_started(1, {1: 4, 2: 4})
    left.rotation_started(2)
    for _ in range(4):
        play(left, clock, 1, 1.0)
    clock.now += 16
    return left


def test_nothing_is_claimed_before_anything_is_measured() -> None:
    clock = Clock(500.0)
    left = TimeLeft(2, 4, clock)
    left.round_started(1, {1: 4, 2: 4})
    left.rotation_started(1)
    clock.now += 60
    assert left.estimate() is None


def test_a_round_takes_as_long_as_its_slowest_table() -> None:
    left = beside_a_quick_table()
    left.rotation_finished(2)
    assert left.estimate() == Estimate(60.0), "three of 20 s each"


def test_a_table_without_a_finished_rotation_gives_a_lower_bound() -> None:
    left = beside_a_quick_table()
    assert left.estimate() == Estimate(60.0, at_least=True)
    assert str(left.estimate()) == "at least 1:00 left"


def test_a_rotation_that_takes_longer_than_those_before_it_moves_the_end_away() -> None:
    clock = Clock(500.0)
    left = TimeLeft(1, 3, clock)
    left.round_started(1, {1: 3})
    play(left, clock, 1, 10.0)
    left.rotation_started(1)
    assert left.estimate() == Estimate(20.0)
    clock.now += 5
    assert left.estimate() == Estimate(15.0)
    clock.now += 35
    # Two in fifty seconds, at the best: the third takes another 25.
    assert left.estimate() == Estimate(25.0)


def test_a_table_that_plays_many_at_once_is_not_taken_for_a_slow_one() -> None:
    clock = Clock(500.0)
    left = TimeLeft(1, 8, clock)
    left.round_started(1, {1: 8})
    for _ in range(4):
        left.rotation_started(1)
    clock.now += 10
    for _ in range(4):
        left.rotation_finished(1)
        left.rotation_started(1)
    clock.now += 9
    assert left.estimate() == Estimate(1.0)


def test_tables_that_have_to_wait_for_others_are_counted_in() -> None:
    clock = Clock(500.0)
    left = TimeLeft(1, 2, clock)
    left.round_started(1, {1: 2, 2: 2, 3: 2})
    play(left, clock, 1, 5.0)
    play(left, clock, 1, 5.0)
    assert left.estimate() is None, "two of three tables have played nothing"
    play(left, clock, 2, 5.0)
    assert left.estimate() == Estimate(15.0)


def test_the_next_rounds_are_taken_to_last_as_long_as_the_last_ones() -> None:
    clock = Clock(500.0)
    left = TimeLeft(7, 1, clock)
    for number, seconds in enumerate((100.0, 10.0, 20.0, 30.0), 1):
        left.round_started(number, {1: 1})
        play(left, clock, 1, seconds)
    left.round_started(5, {1: 1})
    assert left.estimate() == Estimate(20.0 + 2 * 20.0)
    play(left, clock, 1, 20.0)
    assert left.estimate() == Estimate(2 * 20.0)


def test_the_beginning_of_a_round_counts_for_little_where_others_were_measured() -> (
    None
):
    clock = Clock(500.0)
    left = TimeLeft(2, 10, clock)
    left.round_started(1, {1: 10})
    for _ in range(10):
        play(left, clock, 1, 10.0)
    left.round_started(2, {1: 10})
    play(left, clock, 1, 20.0)
    # By this round 180 s, by the last one 80; a fifth of it is over.
    assert left.estimate() == Estimate(0.2 * 180 + 0.8 * 80)
    for _ in range(4):
        play(left, clock, 1, 20.0)
    assert left.estimate() == Estimate(100.0)


def test_a_round_that_was_resumed_tells_of_its_part_only() -> None:
    clock = Clock(500.0)
    left = TimeLeft(2, 8, clock)
    left.round_started(1, {1: 2})
    play(left, clock, 1, 3.0)
    play(left, clock, 1, 3.0)
    assert left.estimate() == Estimate(24.0)
    left.round_started(2, {1: 8})
    play(left, clock, 1, 3.0)
    assert left.estimate() == Estimate(21.0)


def test_a_round_that_was_resumed_with_nothing_left_to_play_tells_nothing() -> None:
    clock = Clock()
    left = TimeLeft(2, 4, clock)
    left.round_started(1, {})
    assert left.estimate() is None
    left.round_started(2, {1: 4})
    play(left, clock, 1, 3.0)
    assert left.estimate() == Estimate(9.0)


def test_only_the_round_that_was_resumed_is_a_part() -> None:
    clock = Clock()
    left = TimeLeft(3, 8, clock)
    left.round_started(1, {1: 2})
    play(left, clock, 1, 3.0)
    play(left, clock, 1, 3.0)
    # Of short tables, since somebody was withdrawn: it is played as a whole.
    left.round_started(2, {1: 6})
    for _ in range(6):
        play(left, clock, 1, 4.0)
    left.round_started(3, {1: 6})
    assert left.estimate() == Estimate(24.0)


def test_of_many_tables_the_slowest_is_found_wherever_it_is() -> None:
    clock = Clock(500.0)
    left = TimeLeft(1, 5, clock)
    left.round_started(1, dict.fromkeys(range(9), 5))
    for table in range(9):
        left.rotation_started(table)
    for table in range(9):
        clock.now += 1.0
        left.rotation_finished((table + 4) % 9)
    # Four more of nine seconds each at the table that was last.
    assert left.estimate() == Estimate(4 * 9.0)
