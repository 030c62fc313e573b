"""Passing for seats, and going on from deal to deal."""

import pytest

from arena.game.variant import variant
from arena.match.events import (
    Asked,
    DealEnded,
    DealStarted,
)
from arena.match.session import next_deal
from tests.support.matches import Table, dealt

HANDS = dealt("3S 8H KS", "4S 9H QS", "5S 10H JS")


def test_seats_without_a_legal_play_are_passed_for_in_a_row() -> None:
    table = Table(dealt("KS 3S", "4S 5S", "6S 7S"))
    table.play("3S", "4S", "6S")
    # Seat 0 goes out; nobody can follow, so the next seat leads.
    assert table.play("KS") == [Asked(1, 5)]
    assert table.log()[3:] == [(0, "KS"), (1, "pass!"), (2, "pass!")]
    assert [action.ends_trick for action in table.match.log[3:]] == [
        False,
        False,
        True,
    ]


def test_they_cost_no_time() -> None:
    table = Table(dealt("KS 3S", "4S 5S", "6S 7S"), clock="1")
    table.play("3S", "4S", "6S", "KS", after=0.5)
    assert table.match.clock_left(1, table.now) == 0.5


def test_without_the_option_they_are_asked() -> None:
    table = Table(dealt("KS 3S", "4S 5S", "6S 7S"), forced_passes=False)
    table.play("3S", "4S", "6S", "KS")
    assert table.asked == Asked(1, 5)
    table.play("pass", "pass")
    assert table.log()[4:] == [(1, "pass"), (2, "pass")]


def test_the_pass_that_is_left_of_a_solo_run_is_forced_too() -> None:
    table = Table(dealt("3S 9S", "4S 5S", "6S 2S"), based_on="justus-pang")
    table.play("3S", "4S", "2S")
    assert table.log()[3:] == [(0, "pass!"), (1, "pass!"), (2, "pass!")]
    assert table.asked.seat == 2


def test_handing_on_the_lead_is_a_choice_and_ends_no_trick() -> None:
    table = Table(dealt("3S 9S", "4S 5S"), based_on="justus-pang")
    assert table.play("pass") == [Asked(1, 2)]
    assert not table.match.log[0].ends_trick


def test_the_winner_leads_the_next_deal_and_the_loser_deals() -> None:
    second = dealt("4S", "3S", "5S 6S")
    table = Table(dealt("3S 9S", "4S", "5S 6S"), second)
    table.play("3S", "4S", "5S")
    events = table.play("9S")
    ended, started, asked = events
    assert isinstance(ended, DealEnded)
    assert not ended.last
    assert ended.played.finish == ((1,), (0,), (2,))
    assert started == DealStarted(1, dealer=2, leader=1, hands=second.hands)
    assert asked == Asked(1, 5)


def test_under_lead_later_lowest_each_deal_opens_like_a_first_one() -> None:
    first, second = dealt("3S 9S", "4S", "5S 6S"), dealt("5S", "6S 7S", "4S 3C")
    table = Table(first, second, rules={"lead_later": "lowest"})
    table.play("3S", "4S", "5S")
    events = table.play("9S")
    assert events[1] == DealStarted(1, dealer=2, leader=None, hands=second.hands)
    assert events[2] == Asked(2, 5)


def test_clocks_and_log_are_new_in_each_deal() -> None:
    table = Table(dealt("3S", "4S 5S"), dealt("3S 4S", "5S 6S"), clock="10+1")
    table.play("3S", after=4.0)
    assert table.match.clock_left(0, table.now) == 10.0
    assert table.match.log == []
    assert table.match.deal_number == 1
    assert [played.deal for played in table.match.played] == [0]


CLOCKWISE_FROM_THE_LEFT = [
    # finish, dealer -> next dealer, next leader
    (((0,), (1,), (2,), (3,)), 0, 3, 0),
    (((2,), (0, 1, 3)), 1, 1, 2),
    (((2,), (0, 1, 3)), 2, 1, 2),
    (((0, 1, 3), (2,)), 1, 2, 3),
    (((0, 1, 3), (2,)), 3, 2, 0),
]


@pytest.mark.parametrize(
    ("finish", "dealer", "loser", "winner"), CLOCKWISE_FROM_THE_LEFT
)
def test_ties_are_resolved_clockwise_from_the_dealers_left(
    finish: tuple[tuple[int, ...], ...], dealer: int, loser: int, winner: int
) -> None:
    assert next_deal(variant("thirteen"), finish, dealer) == (loser, winner)
