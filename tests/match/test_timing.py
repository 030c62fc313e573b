"""When the clocks of a match run, and what they charge."""

from arena.match.events import Asked
from tests.support.matches import Table, dealt

HANDS = dealt("3S 8H KS", "4S 9H QS", "5S 10H JS")


def test_the_clock_runs_from_when_the_prompt_was_sent() -> None:
    table = Table(HANDS, clock="10+0.5")
    table.delivers = False
    table.play("3S")
    assert table.match.deadline is None
    table.now = 100.0
    table.match.sent(1, 2, 100.0)
    assert table.match.deadline == 110.0


def test_sending_again_or_another_turn_does_not_start_it_anew() -> None:
    table = Table(HANDS, clock="10")
    for seat, turn in [(0, 1), (1, 1), (0, 2)]:
        table.match.sent(seat, turn, 5.0)
    assert table.match.deadline == 10.0


def test_each_answer_is_charged_and_earns_the_increment() -> None:
    table = Table(HANDS, clock="10+0.5")
    table.play("3S", "4S", after=2.0)
    assert table.match.clock_left(0, table.now) == 8.5
    assert table.match.clock_left(1, table.now) == 8.5
    assert table.match.clock_left(2, table.now + 1.0) == 9.0


def test_an_answer_at_the_limit_is_in_time() -> None:
    table = Table(HANDS, clock="1")
    assert table.play("3S", after=1.0) == [Asked(1, 2)]


def test_an_answer_before_the_prompt_was_sent_took_no_time() -> None:
    table = Table(HANDS, clock="1")
    table.delivers = False
    table.play("3S")
    table.play("4S", after=50.0)
    assert table.match.clock_left(1, table.now) == 1.0


def test_think_times_are_added_up() -> None:
    table = Table(dealt("3S 5S", "4S 6S 7S"), clock="10")
    table.play("3S", "4S", "5S", after=2.0)
    assert table.match.played[0].think == (4.0, 2.0)


def test_there_is_no_clock_where_time_is_unlimited() -> None:
    table = Table(HANDS)
    assert table.match.deadline is None
    assert table.match.clock_left(0, 5.0) is None
    assert table.match.expire(1e9) == []
