import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import InvalidNotationError
from arena.match.clock import Clock, TimeControl, parse_time_control


@pytest.mark.parametrize(
    ("text", "bank", "increment"),
    [
        ("10+0.5", 10.0, 0.5),
        ("10", 10.0, 0.0),
        ("0.25+0", 0.25, 0.0),
        ("none", None, 0.0),
    ],
)
def test_notation_reads_as_bank_and_increment(
    text: str, bank: float | None, increment: float
) -> None:
    assert parse_time_control(text) == TimeControl(bank, increment)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0+1",
        "-1",
        "+1",
        "1+",
        "1+-1",
        "1e3",
        "inf",
        "nan",
        "1 + 1",
        "None",
        "١",
        "1.",
        ".5",
        "1\n",
    ],
)
def test_anything_else_is_unreadable(text: str) -> None:
    with pytest.raises(InvalidNotationError, match=r"10\+0.5"):
        parse_time_control(text)


def test_the_limit_for_one_answer_is_no_part_of_the_notation() -> None:
    control = parse_time_control("10+1", answer_time=2.0)
    assert control.answer_time == 2.0
    assert str(control) == "10+1"


@given(bank=st.integers(1, 10**9), increment=st.integers(0, 10**9))
def test_printing_and_reading_are_inverses(bank: int, increment: int) -> None:
    control = TimeControl(bank / 1000, increment / 1000)
    assert parse_time_control(str(control)) == control


def test_unlimited_prints_as_none() -> None:
    assert str(TimeControl()) == "none"


def test_an_answer_is_charged_and_then_earns_the_increment() -> None:
    clock = Clock(TimeControl(10.0, 0.5), 2)
    clock.run(0, 100.0)
    assert clock.deadline == 110.0
    assert clock.stop(0, 103.0, answered=True) == 3.0
    assert (clock.left(0), clock.left(1)) == (7.5, 10.0)
    assert clock.think == [3.0, 0.0]


def test_without_an_answer_there_is_no_increment() -> None:
    clock = Clock(TimeControl(10.0, 0.5), 2)
    clock.run(0, 100.0)
    clock.stop(0, 103.0, answered=False)
    assert clock.left(0) == 7.0


def test_the_shorter_of_bank_and_answer_time_is_allowed() -> None:
    clock = Clock(TimeControl(3.0, 0.0, 2.0), 1)
    clock.run(0, 0.0)
    assert (clock.allowed, clock.deadline) == (2.0, 2.0)
    clock.stop(0, 2.0, answered=True)
    clock.run(0, 10.0)
    assert (clock.allowed, clock.deadline) == (1.0, 11.0)


def test_an_answer_limit_holds_without_a_bank() -> None:
    clock = Clock(TimeControl(None, 0.0, 2.0), 1)
    clock.run(0, 0.0)
    assert clock.deadline == 2.0
    assert clock.left(0) is None


def test_unlimited_time_has_no_deadline_and_is_measured_all_the_same() -> None:
    clock = Clock(TimeControl(), 1)
    clock.run(0, 0.0)
    assert (clock.deadline, clock.allowed, clock.left(0)) == (None, None, None)
    assert clock.stop(0, 5.0, answered=True) == 5.0
    assert clock.think == [5.0]


def test_a_clock_that_does_not_run_charges_nothing() -> None:
    clock = Clock(TimeControl(1.0), 1)
    assert clock.stop(0, 5.0, answered=True) == 0.0
    assert clock.left(0) == 1.0
    assert clock.elapsed(9.0) is None


def test_an_answer_stamped_before_the_start_is_charged_nothing() -> None:
    clock = Clock(TimeControl(1.0), 1)
    clock.run(0, 5.0)
    assert clock.stop(0, 4.9, answered=True) == 0.0
