"""Asking and answering. What happens after a fault is in `test_forfeits`."""

import pytest

from arena.errors import LocalProtocolError
from arena.match.clock import TimeControl
from arena.match.events import (
    AnswerIgnored,
    Asked,
    DealEnded,
    DealStarted,
    IgnoreReason,
    MatchEnded,
)
from arena.match.machine import Match
from tests.support.matches import Table, dealt, of_type

HANDS = dealt("3S 8H KS", "4S 9H QS", "5S 10H JS")


def test_the_start_deals_and_asks_the_opener() -> None:
    table = Table(HANDS)
    assert table.events == [
        DealStarted(0, dealer=2, leader=None, hands=HANDS.hands),
        Asked(0, 1),
    ]
    assert table.match.prompt == Asked(0, 1)


def test_a_match_starts_once() -> None:
    table = Table(HANDS)
    with pytest.raises(LocalProtocolError):
        table.match.start(0.0)


def test_a_match_without_deals_is_our_own_fault() -> None:
    with pytest.raises(LocalProtocolError):
        Match(Table(HANDS).match.deal.variant, [], TimeControl())


def test_nothing_is_asked_before_the_start() -> None:
    match = Match(Table(HANDS).match.deal.variant, [HANDS], TimeControl(1.0))
    assert match.prompt is None
    assert match.expire(100.0) == []
    assert match.sent(0, 1, 0.0) == []
    assert match.lose(0, 0.0, for_good=False) == []
    assert match.regain(0, 0.0) == []
    unknown = IgnoreReason.UNKNOWN_TURN
    assert match.answer(0, 1, b"", 0.0) == [AnswerIgnored(0, 1, unknown)]


def test_an_answer_brings_the_next_question() -> None:
    table = Table(HANDS)
    assert table.play("3S") == [Asked(1, 2)]
    assert table.play("4S") == [Asked(2, 3)]
    assert table.log() == [(0, "3S"), (1, "4S")]


def test_cards_may_come_in_any_order() -> None:
    table = Table(dealt("3S 3H 9S", "4S 5S 6S"))
    assert table.match.answer(0, 1, bytes([3, 0]), 0.0)
    assert table.match.log[0].cards == bytes([0, 3])


def test_the_last_card_ends_deal_and_match() -> None:
    table = Table(dealt("3S", "4S 5S"))
    events = table.play("3S")
    assert [type(event) for event in events] == [DealEnded, MatchEnded]
    assert table.match.over
    assert table.match.prompt is None
    assert table.match.played[0].finish == ((0,), (1,))
    assert table.match.played[0].payoff == (1, -1)


def test_nothing_happens_after_the_end() -> None:
    table = Table(dealt("3S", "4S 5S"), clock="1")
    table.play("3S")
    match = table.match
    assert match.expire(99.0) == []
    assert match.lose(1, 99.0, for_good=True) == []
    assert match.regain(1, 99.0) == []
    assert match.withdraw(1, 99.0) == []
    over = IgnoreReason.TURN_OVER
    assert match.answer(0, 1, b"", 99.0) == [AnswerIgnored(0, 1, over)]


def test_a_deal_won_before_any_play_asks_nobody() -> None:
    rich = dealt("2S 2C 2D 2H", "3S 4S 5S 6S")
    table = Table(rich, based_on="viet-cong")
    assert table.match.over
    assert table.match.played[0].payoff == (1, -1)
    assert not of_type(Asked, table.events)


@pytest.mark.parametrize(
    ("turn", "reason"),
    [
        (1, IgnoreReason.TURN_OVER),
        (0, IgnoreReason.UNKNOWN_TURN),
        (3, IgnoreReason.UNKNOWN_TURN),
        (2**32 - 1, IgnoreReason.UNKNOWN_TURN),
    ],
)
def test_answers_to_other_turns_are_ignored(turn: int, reason: IgnoreReason) -> None:
    table = Table(HANDS)
    table.play("3S")
    assert table.answer(1, turn, "4S") == [AnswerIgnored(1, turn, reason)]
    assert table.match.prompt == Asked(1, 2)


def test_an_answer_from_a_seat_that_is_not_asked_is_ignored() -> None:
    table = Table(HANDS)
    ignored = AnswerIgnored(2, 1, IgnoreReason.NOT_ASKED)
    assert table.answer(2, 1, "5S") == [ignored]
    assert table.match.prompt == Asked(0, 1)


def test_a_seat_that_does_not_exist_is_our_own_fault() -> None:
    match = Table(HANDS).match
    with pytest.raises(LocalProtocolError):
        match.answer(3, 1, b"", 0.0)
    with pytest.raises(LocalProtocolError):
        match.lose(-1, 0.0, for_good=False)
    with pytest.raises(LocalProtocolError):
        match.clock_left(3, 0.0)
