"""Plays of seats that are not asked, where the variant has them."""

import pytest

from arena.game.refusal import Refusal
from arena.match.events import Acted, AnswerIgnored, Asked, Forfeited, IgnoreReason
from tests.support.matches import Table, dealt, of_type

HANDS = dealt("3S 8H KS", "4S 9H QS", "5S 10H JS")


def out_of_turn_table() -> Table:
    hands = dealt("3S 8H KS", "4S 9H QS", "5S 10H JS", "6S 7H AS")
    return Table(hands, rules={"out_of_turn": True}, clock="10+1")


def test_actions_are_reported_as_they_happen() -> None:
    table = out_of_turn_table()
    events = table.play("3S")
    assert events == [Acted(table.match.log[0]), Asked(1, 2)]


def test_a_seat_that_is_not_asked_may_beat_the_table() -> None:
    table = out_of_turn_table()
    table.play("3S")
    events = table.answer(2, 2, "5S")
    assert events == [Acted(table.match.log[1]), Asked(3, 3)]
    assert table.match.deal.owner == 2


def test_the_prompt_it_overtakes_is_void() -> None:
    table = out_of_turn_table()
    table.play("3S")
    table.answer(2, 2, "5S")
    over = IgnoreReason.TURN_OVER
    assert table.answer(1, 2, "4S") == [AnswerIgnored(1, 2, over)]


def test_the_overtaken_seat_is_charged_and_earns_nothing() -> None:
    table = out_of_turn_table()
    table.play("3S")
    table.now += 3.0
    table.answer(2, 2, "5S")
    assert table.match.clock_left(1, table.now) == 7.0
    assert table.match.clock_left(2, table.now) == 10.0


@pytest.mark.parametrize(
    ("seat", "action", "refusal"),
    [
        (2, "pass", Refusal.NOT_YOUR_TURN),
        (2, "AS", Refusal.NOT_HELD),
        (0, "8H", Refusal.NOT_YOUR_TURN),
        (2, "10H JS", Refusal.NOT_A_COMBINATION),
    ],
)
def test_what_may_not_be_played_is_ignored_without_penalty(
    seat: int, action: str, refusal: Refusal
) -> None:
    table = out_of_turn_table()
    table.play("3S")
    ignored = AnswerIgnored(seat, 2, IgnoreReason.REFUSED, refusal)
    assert table.answer(seat, 2, action) == [ignored]
    assert table.asked == Asked(1, 2)


def test_a_stale_one_is_ignored() -> None:
    table = out_of_turn_table()
    table.play("3S", "4S")
    over = IgnoreReason.TURN_OVER
    assert table.answer(3, 2, "6S") == [AnswerIgnored(3, 2, over)]


def test_it_comes_too_late_behind_the_fall_of_a_flag() -> None:
    table = out_of_turn_table()
    table.play("3S")
    table.now += 10.1
    events = table.answer(3, 2, "6S")
    assert [f.forfeit.seat for f in of_type(Forfeited, events)] == [1]
    assert events[-1] == AnswerIgnored(3, 2, IgnoreReason.TURN_OVER)
    assert table.asked == Asked(2, 3)


def test_seats_that_forfeited_or_were_withdrawn_may_not() -> None:
    table = out_of_turn_table()
    table.play("3S", "KS")
    table.withdraw(0)
    assert table.asked == Asked(2, 3)
    for seat in (0, 1):
        ignored = AnswerIgnored(seat, 3, IgnoreReason.NOT_ASKED)
        assert table.answer(seat, 3, "QS") == [ignored]


def test_a_void_prompt_that_was_sent_is_not_told_again() -> None:
    table = out_of_turn_table()
    table.play("3S")
    table.answer(2, 2, "5S")
    assert [a.seat for a in table.match.since_last_prompt(1)] == [2]


def test_a_void_prompt_that_never_left_has_told_nothing() -> None:
    table = out_of_turn_table()
    table.delivers = False
    table.play("3S")
    table.answer(2, 2, "5S")
    assert [a.seat for a in table.match.since_last_prompt(1)] == [0, 2]


def test_who_may_answer_unasked() -> None:
    table = out_of_turn_table()
    assert not any(map(table.match.may_answer_unasked, range(4)))
    table.play("3S")
    assert [*map(table.match.may_answer_unasked, range(4))] == [
        False,
        False,
        True,
        True,
    ]
    table.withdraw(3)
    assert [*map(table.match.may_answer_unasked, range(4))] == [
        False,
        False,
        True,
        False,
    ]
