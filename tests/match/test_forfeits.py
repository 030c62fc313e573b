"""A seat's own faults: what it loses, the evidence, and how the deal goes on."""

import pytest

from arena.game.refusal import Refusal
from arena.match.events import Asked, DealEnded, Forfeited
from arena.match.result import EVIDENCE_LIMIT, Forfeit
from arena.match.termination import Termination
from tests.support.matches import Table, dealt, of_type

HANDS = dealt("3S 8H KS", "4S 9H QS", "5S 10H JS")


def the_forfeit(table: Table) -> Forfeit:
    (forfeited,) = of_type(Forfeited, table.events)
    return forfeited.forfeit


def play_out(table: Table) -> None:
    """Has everybody who is asked pass, or else play the highest card it may."""
    while not table.match.over:
        asked, deal = table.asked, table.match.deal
        plays = deal.legal_plays()
        singles = [play for play in plays if len(play) == 1]
        cards = b"" if b"" in plays else singles[-1]
        table.took(table.match.answer(asked.seat, asked.turn, cards, table.now))


def test_an_illegal_answer_forfeits_with_the_answer_and_the_rule() -> None:
    table = Table(HANDS, clock="10")
    events = table.play("8H", after=0.5)
    assert the_forfeit(table) == Forfeit(
        deal=0,
        seat=0,
        turn=1,
        termination=Termination.ILLEGAL_ANSWER,
        cards=bytes([23]),
        refusal=Refusal.MUST_INCLUDE_LOWEST,
        measured=0.5,
        allowed=10.0,
    )
    assert events[-1] == Asked(1, 2)
    assert table.log() == [(0, "3S~")]


def test_time_without_a_limit_is_measured_all_the_same() -> None:
    table = Table(HANDS)
    table.play("8H", after=0.5)
    assert (the_forfeit(table).measured, the_forfeit(table).allowed) == (0.5, None)


@pytest.mark.parametrize(
    "garbage",
    [
        bytes([255]),
        bytes([52]),
        bytes([0, 0]),
        bytes(range(52)),
        bytes([0, 77]),
        bytes(10**6),
    ],
    ids=["255", "52", "twice", "whole pack", "one of each", "a megabyte"],
)
def test_what_are_no_cards_of_the_seat_is_not_held(garbage: bytes) -> None:
    table = Table(HANDS)
    table.took(table.match.answer(0, 1, garbage, 0.0))
    assert the_forfeit(table).refusal is Refusal.NOT_HELD
    assert the_forfeit(table).cards == garbage[:EVIDENCE_LIMIT]


def test_an_answer_that_is_too_long_is_not_taken_for_its_beginning() -> None:
    table = Table(dealt("3S 4S", "5S 6S"))
    table.took(table.match.answer(0, 1, bytes([0, 4, 8]), 0.0))
    assert the_forfeit(table).refusal is Refusal.NOT_HELD


def test_a_pass_where_none_is_allowed_is_illegal() -> None:
    table = Table(HANDS)
    table.play("pass")
    assert the_forfeit(table).refusal is Refusal.LEADER_MAY_NOT_PASS
    assert the_forfeit(table).cards == b""


def test_the_flag_falls_at_the_deadline() -> None:
    table = Table(HANDS, clock="10+1")
    assert table.match.expire(9.999) == []
    table.wait_for_the_flag()
    forfeit = the_forfeit(table)
    assert forfeit.termination is Termination.FLAG_FALL
    assert (forfeit.cards, forfeit.measured, forfeit.allowed) == (None, 10.0, 10.0)
    assert table.match.clock_left(0, table.now) == 0.0


def test_a_late_answer_is_the_fall_of_the_flag() -> None:
    table = Table(HANDS, clock="10")
    table.play("3S", after=10.5)
    forfeit = the_forfeit(table)
    assert forfeit.termination is Termination.FLAG_FALL
    assert (forfeit.cards, forfeit.refusal) == (bytes([0]), None)
    assert forfeit.measured == 10.5


def test_the_limit_for_one_answer_holds_while_the_clock_has_more() -> None:
    table = Table(HANDS, clock="10", answer_time=2.0)
    table.wait_for_the_flag()
    assert (table.now, the_forfeit(table).allowed) == (2.0, 2.0)


def test_what_a_seat_has_used_up_is_gone_until_the_deal_ends() -> None:
    table = Table(dealt("3S 6S 9S", "4S 7S 10S"), clock="2")
    table.play("3S", "4S", after=1.5)
    assert table.match.deadline == table.now + 0.5


def test_a_substitute_plays_on_and_nobody_else_is_asked_less() -> None:
    table = Table(HANDS)
    table.play("8H", "4S", "5S")
    assert table.log() == [(0, "3S~"), (1, "4S"), (2, "5S"), (0, "pass~")]
    assert table.asked.seat == 1


def test_forfeiters_rank_below_the_rest_and_the_earliest_pays() -> None:
    table = Table(dealt("3S 2H", "4S 9H QS", "5S 10H JS"))
    table.play("2H", "QS 9H")
    play_out(table)
    (played,) = table.match.played
    assert played.finish == ((2,), (1,), (0,))
    assert played.payoff == (-2, 1, 1)
    assert played.terminations == (
        Termination.ILLEGAL_ANSWER,
        Termination.ILLEGAL_ANSWER,
        Termination.NORMAL,
    )
    assert [forfeit.seat for forfeit in played.forfeits] == [0, 1]


def test_a_forfeit_is_for_one_deal() -> None:
    hands = dealt("3S 7S", "4S 5S")
    table = Table(hands, hands, rules={"lead_later": "lowest"})
    table.play("pass", "4S", "5S")
    assert table.match.deal_number == 1
    assert table.asked.seat == 0


def test_a_winner_that_forfeited_does_not_lead_the_next_deal() -> None:
    table = Table(dealt("3S", "5S 6S"), dealt("7S 8S", "8D 9S"))
    table.play("pass")
    assert table.match.played[0].finish == ((1,), (0,))
    assert table.asked.seat == 1


# Lost streams.


def test_a_lost_seat_that_is_not_asked_loses_nothing_yet() -> None:
    table = Table(HANDS, clock="10")
    assert table.lose(1) == []
    assert table.asked.seat == 0


def test_a_lost_seats_clock_goes_on_and_its_fall_is_a_lost_connection() -> None:
    table = Table(HANDS, clock="10")
    table.now = 3.0
    table.lose(0)
    assert table.match.deadline == 10.0
    table.wait_for_the_flag()
    forfeit = the_forfeit(table)
    assert forfeit.termination is Termination.LOST_CONNECTION
    assert (forfeit.measured, forfeit.allowed) == (10.0, 10.0)


def test_the_clock_of_a_prompt_not_sent_yet_runs_from_the_loss() -> None:
    table = Table(HANDS, clock="10")
    table.delivers = False
    table.play("3S")
    table.now = 5.0
    table.lose(1)
    assert table.match.deadline == 15.0


def test_a_seat_lost_before_it_is_asked_has_its_clock_to_come_back() -> None:
    table = Table(HANDS, clock="10")
    table.delivers = False
    table.lose(1)
    table.play("3S", after=2.0)
    assert table.match.deadline == 12.0


def test_a_seat_that_returns_is_asked_again_with_its_clock_going_on() -> None:
    table = Table(HANDS, clock="10")
    table.now = 3.0
    table.lose(0)
    table.now = 7.0
    assert table.regain(0) == [Asked(0, 1)]
    assert table.match.deadline == 10.0
    assert table.play("3S", after=1.0) == [Asked(1, 2)]
    assert table.match.clock_left(0, table.now) == 2.0


def test_a_seat_that_returns_in_time_and_then_overruns_has_let_its_flag_fall() -> None:
    table = Table(HANDS, clock="10")
    table.lose(0)
    table.regain(0)
    table.wait_for_the_flag()
    assert the_forfeit(table).termination is Termination.FLAG_FALL


def test_a_seat_that_returns_too_late_was_lost() -> None:
    table = Table(HANDS, clock="10")
    table.lose(0)
    table.now = 10.0
    table.regain(0)
    assert the_forfeit(table).termination is Termination.LOST_CONNECTION
    assert table.asked.seat == 1


def test_a_stream_that_is_replaced_is_asked_again_without_having_been_lost() -> None:
    table = Table(HANDS, clock="10")
    table.now = 4.0
    assert table.regain(0) == [Asked(0, 1)]
    assert table.regain(1) == []
    assert table.match.deadline == 10.0


def test_an_answer_that_arrived_before_the_loss_counts() -> None:
    table = Table(HANDS, clock="10")
    table.lose(0)
    assert table.play("3S") == [Asked(1, 2)]


def test_a_dead_process_forfeits_its_prompt_at_once() -> None:
    table = Table(HANDS, clock="10")
    table.now = 1.5
    table.lose(0, for_good=True)
    forfeit = the_forfeit(table)
    assert forfeit.termination is Termination.LOST_CONNECTION
    assert (forfeit.measured, forfeit.allowed) == (1.5, 10.0)
    assert table.asked.seat == 1


def test_a_dead_process_forfeits_when_its_turn_comes() -> None:
    table = Table(HANDS, clock="10")
    table.lose(1, for_good=True)
    assert not of_type(Forfeited, table.events)
    table.play("3S")
    forfeit = the_forfeit(table)
    assert (forfeit.seat, forfeit.turn, forfeit.measured) == (1, 2, None)
    assert table.asked == Asked(2, 3)


def test_a_seat_away_can_turn_out_to_be_dead() -> None:
    table = Table(HANDS)
    table.lose(0)
    assert table.match.deadline is None
    table.lose(0, for_good=True)
    assert the_forfeit(table).termination is Termination.LOST_CONNECTION


def test_a_dead_process_that_is_never_asked_forfeits_nothing() -> None:
    table = Table(dealt("3S 3C 8S", "4S 9S"))
    table.lose(1, for_good=True)
    table.play("3S 3C", "8S")
    assert table.match.played[0].terminations == (Termination.NORMAL,) * 2


def test_the_dead_forfeit_every_deal_unless_they_come_back() -> None:
    deals = [dealt("3S 7S", "4S 5S"), dealt("3S 7S", "4S 5S"), dealt("3S 7S", "4S 5S")]
    table = Table(*deals, rules={"lead_later": "lowest"})
    table.lose(0, for_good=True)
    table.play("4S", "5S")
    assert len(table.match.played) == 1
    assert [f.forfeit.deal for f in of_type(Forfeited, table.events)] == [0, 1]
    table.regain(0)
    table.play("4S", "5S")
    assert table.asked.seat == 0
    assert table.play("3S")[-1] == Asked(1, table.asked.turn)


def test_with_all_seats_dead_the_match_plays_itself_to_its_end() -> None:
    table = Table(HANDS, HANDS)
    for seat in (2, 1, 0):
        table.lose(seat, for_good=True)
    assert table.match.over
    # The winner of the first deal leads the second, and so forfeits it first.
    assert [played.finish for played in table.match.played] == [
        ((2,), (1,), (0,)),
        ((1,), (0,), (2,)),
    ]
    assert len(of_type(DealEnded, table.events)) == 2


# Withdrawals.


def test_a_withdrawn_seat_forfeits_its_prompt_and_all_later_deals() -> None:
    deals = [dealt("3S 7S", "4S 5S"), dealt("3S 7S", "4S 5S")]
    table = Table(*deals, rules={"lead_later": "lowest"})
    table.withdraw(0)
    table.regain(0)
    table.play("4S", "5S", "4S", "5S")
    assert [p.terminations[0] for p in table.match.played] == [
        Termination.WITHDRAWN
    ] * 2


def test_a_withdrawn_seat_that_is_not_asked_forfeits_when_it_is() -> None:
    table = Table(HANDS)
    assert table.withdraw(1) == []
    table.play("3S")
    assert the_forfeit(table).termination is Termination.WITHDRAWN


def test_what_a_seat_has_forfeited_by_stays_the_reason() -> None:
    table = Table(HANDS)
    table.play("8H")
    table.withdraw(0)
    table.lose(0, for_good=True)
    play_out(table)
    assert table.match.played[0].terminations[0] is Termination.ILLEGAL_ANSWER
