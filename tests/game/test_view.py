from arena.game.cards import parse_cards
from arena.game.deal import Situation
from arena.game.view import view_of
from tests.support.positions import play, position

HANDS = ("5D 8S", "6D 9S", "7D 10S")


def test_a_seat_on_turn_sees_what_it_needs_to_decide() -> None:
    deal = play(position(*HANDS, leader=0), "0 5D")
    view = view_of(deal, 1)
    assert view.situation is Situation.FOLLOW
    assert view.turn == 1
    assert view.hand == parse_cards("6D 9S")
    assert view.table == deal.table
    assert view.owner == 0
    assert view.locked == 0
    assert view.hand_counts == bytes([1, 2, 2])
    assert view.may_pass
    assert view.must_include is None
    assert view.open_hands == ()


def test_the_opening_rule_is_shown_to_the_opener_alone() -> None:
    deal = position(*HANDS, name="justus-pang")
    assert view_of(deal, 0).must_include == parse_cards("5D")[0]
    assert view_of(deal, 0).may_pass
    assert view_of(deal, 1).must_include is None
    assert not view_of(deal, 1).may_pass


def test_a_seat_not_on_turn_has_nothing_to_decide() -> None:
    view = view_of(position(*HANDS, leader=0), 1)
    assert view.situation is None
    assert not view.may_pass


def test_a_seat_that_may_play_out_of_turn_may_not_pass() -> None:
    deal = play(position(*HANDS, leader=0, out_of_turn=True), "0 5D")
    view = view_of(deal, 2)
    assert view.situation is Situation.FOLLOW
    assert view.turn == 1
    assert not view.may_pass
    assert view_of(deal, 0).situation is None


def test_a_solo_run_is_seen_as_such() -> None:
    deal = position("5D 8S 9S", *HANDS[1:], leader=0, solo_run=True)
    play(deal, "0 5D", "1 pass", "2 pass")
    assert view_of(deal, 0).situation is Situation.SOLO_RUN


def test_a_deal_that_is_over_asks_nobody() -> None:
    deal = play(position("3S", "4S"), "0 3S")
    assert view_of(deal, 0).situation is None
    assert view_of(deal, 1).turn is None


def test_open_hands_are_those_that_the_variant_says() -> None:
    neighbour = position(*HANDS, open_hands="neighbour")
    assert view_of(neighbour, 2).open_hands == ((0, parse_cards("5D 8S")),)
    everybody = position(*HANDS, open_hands="all")
    assert view_of(everybody, 1).open_hands == (
        (0, parse_cards("5D 8S")),
        (2, parse_cards("7D 10S")),
    )
