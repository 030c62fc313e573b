from random import Random

import pytest

from arena.errors import IllegalActionError
from arena.game.cards import format_cards, parse_action, parse_cards
from arena.game.deal import Deal, Situation
from arena.game.refusal import Refusal
from arena.game.variant import variant, with_rules
from tests.support.positions import play, position, random_deal

FOUR = ("5D 8S 9S", "6S 3C", "6D 10S", "7D JS")


def legal(deal: Deal, seat: int | None = None) -> list[str]:
    return [format_cards(cards) or "pass" for cards in deal.legal_plays(seat)]


def situation(deal: Deal) -> Situation:
    return deal.situation


def refusal(deal: Deal, seat: int, action: str) -> Refusal | None:
    return deal.refusal(seat, parse_action(action))


def test_the_lowest_card_dealt_opens_and_is_included() -> None:
    deal = position("4S 9H", "3D KD 3H", "5H 9S")
    assert deal.turn == 1
    assert situation(deal) is Situation.OPEN
    assert deal.must_include == 4 * 0 + 2
    assert not deal.may_pass
    assert legal(deal) == ["3D", "3D 3H"]
    assert refusal(deal, 1, "KD") is Refusal.MUST_INCLUDE_LOWEST
    assert refusal(deal, 1, "pass") is Refusal.LEADER_MAY_NOT_PASS


def test_the_leader_of_a_later_deal_leads_anything() -> None:
    deal = position("4S 9H", "3D KD", "5H 9S", leader=2)
    assert deal.turn == 2
    assert situation(deal) is Situation.LEAD
    assert legal(deal) == ["5H", "9S"]


def test_a_free_opener_leads_anything() -> None:
    deal = position("4S 9H", "3D KD", opening="free")
    assert situation(deal) is Situation.LEAD
    assert legal(deal) == ["3D", "KD"]


def test_handing_on_the_lead_locks_nobody_and_frees_the_next() -> None:
    deal = position("3S 4S 9H", "6S 7S", "6D 7D", name="justus-pang")
    assert situation(deal) is Situation.OPEN
    assert deal.may_pass
    assert legal(deal) == ["pass", "3S"]
    play(deal, "0 pass")
    assert deal.turn == 1
    assert deal.locked == 0
    assert deal.must_include is None
    assert situation(deal) is Situation.LEAD
    assert legal(deal) == ["6S", "7S"]
    assert refusal(deal, 1, "pass") is Refusal.LEADER_MAY_NOT_PASS
    play(deal, "1 6S", "2 7D")
    assert deal.turn == 0
    assert legal(deal) == ["pass", "9H"]


def test_handing_on_at_a_table_of_two_is_done_once() -> None:
    deal = play(position("3S 4S", "5S 6S", name="justus-pang"), "0 pass")
    assert deal.turn == 1
    assert not deal.may_pass


def test_the_must_include_card_binds_the_first_play_only() -> None:
    deal = position("3S 4S 9H", "6S 7S", "6D 7D")
    play(deal, "0 3S", "1 pass", "2 pass")
    assert legal(deal) == ["4S", "9H"]


def test_leftover_cards_go_to_the_opener_of_any_deal() -> None:
    first = position("4S 9H", "3S KD", "3H 9S", name="kenneth-lu", leftover="QC")
    assert legal(first) == ["3S", "QC", "KD"]
    later = position(
        "4S 9H", "3S KD", "3H 9S", name="kenneth-lu", leftover="QC", leader=2
    )
    assert legal(later) == ["3H", "9S", "QC"]
    other = position("4S 9H", "3S KD", "3H 9S", leftover="QC")
    assert format_cards(other.hands[1]) == "3S KD"


def test_leftover_cards_do_not_decide_who_opens() -> None:
    deal = position("4S 9H", "3C KD", "3H 9S", name="kenneth-lu", leftover="3S")
    assert deal.turn == 1


def test_who_passed_stays_locked_whatever_is_played() -> None:
    deal = play(position(*FOUR, leader=0), "0 5D", "1 pass", "2 6D", "3 7D", "0 9S")
    assert deal.turn == 2
    assert deal.locked == 0b0010
    assert refusal(deal, 1, "6S") is Refusal.NOT_YOUR_TURN


def test_all_locks_fall_with_the_trick() -> None:
    deal = play(position(*FOUR, leader=0), "0 5D", "1 pass", "2 pass", "3 pass")
    assert (deal.turn, deal.table, deal.owner, deal.locked) == (0, None, None, 0)
    assert deal.trick_number == 1
    assert situation(deal) is Situation.LEAD


def test_everybody_is_still_asked_when_the_owner_goes_out() -> None:
    deal = position("5D 8S 9S", "2H", "6D 10S", "7D JS", leader=0)
    play(deal, "0 5D", "1 2H", "2 pass", "3 pass")
    assert deal.turn == 0
    assert deal.finish == ((1,),)
    play(deal, "0 pass")
    assert deal.turn == 2
    assert deal.table is None


def test_the_lead_of_an_owner_who_is_out_goes_on_from_the_owner() -> None:
    deal = position("5D 8S 9S", "6H 10C", "2H", "7D JS", leader=0)
    play(deal, "0 5D", "1 pass", "2 2H", "3 pass", "0 pass")
    assert deal.turn == 3


def test_the_lead_skips_seats_that_are_out() -> None:
    deal = position("5D 9S KS", "6H", "7H", "8D JS", leader=0)
    play(deal, "0 5D", "1 6H", "2 7H", "3 pass", "0 pass")
    assert deal.finish == ((1,), (2,))
    assert deal.turn == 3


def test_the_deal_ends_at_once_when_one_seat_holds_cards() -> None:
    deal = play(position("3S 2H", "4S 4C 4D 4H"), "0 3S", "1 pass", "0 2H")
    assert deal.over
    assert deal.turn is None
    assert deal.finish == ((0,), (1,))
    assert deal.payoff == (1, -1)
    assert deal.legal_plays() == []
    assert refusal(deal, 1, "pass") is Refusal.DEAL_OVER


def test_the_first_out_ends_the_deal_and_the_others_tie() -> None:
    deal = play(position("3S", "4S 9S", "5S 9C", "6S 7S", name="kenneth-lu"), "0 3S")
    assert deal.finish == ((0,), (1, 2, 3))
    assert deal.payoff == (3, -1, -1, -1)


def test_four_twos_win_before_any_play() -> None:
    deal = position("3S 4S", "2S 2C 2D 2H", "5S 9C", name="viet-cong")
    assert deal.over
    assert deal.finish == ((1,), (0, 2))
    assert deal.payoff == (-1, 2, -1)
    assert not deal.forced_pass()


def test_four_twos_win_in_later_deals_and_with_cards_picked_up() -> None:
    later = position("3S 4S", "2S 2C 2D 2H", name="viet-cong", leader=0)
    assert later.finish == ((1,), (0,))
    picked_up = Deal(
        with_rules(variant("viet-cong"), {"leftover": "opener"}),
        [parse_action("3S 2C 2D 2H"), parse_action("4S 5S")],
        leftover=parse_action("2S"),
    )
    assert picked_up.finish == ((0,), (1,))


def test_solo_run_asks_the_owner_again_for_higher_ones_of_the_kind() -> None:
    hands = ("6S 6C 8S 8C JS JC 3S 4S", "7S 7C 9D", "9S 9C 10S")
    deal = position(*hands, name="justus-pang", leader=0)
    play(deal, "0 6S 6C", "1 pass", "2 pass")
    assert situation(deal) is Situation.SOLO_RUN
    assert legal(deal) == ["pass", "8S 8C", "JS JC"]
    play(deal, "0 8S 8C")
    assert situation(deal) is Situation.SOLO_RUN
    assert deal.locked == 0b110
    assert refusal(deal, 1, "9D") is Refusal.NOT_YOUR_TURN
    play(deal, "0 pass")
    assert situation(deal) is Situation.LEAD
    assert deal.locked == 0


def test_solo_run_knows_no_exceptions() -> None:
    deal = position("2S 4S 4C 4D 4H 5S", "3S 6S", name="justus-pang", leader=0)
    play(deal, "0 2S", "1 pass")
    assert legal(deal) == ["pass"]
    assert deal.forced_pass()
    assert refusal(deal, 0, "4S 4C 4D 4H") is Refusal.DOES_NOT_BEAT


def test_solo_run_goes_higher_even_where_any_pair_beats_a_pair() -> None:
    deal = position(
        "6S 6C 5S 5C 9S", "7S 8S", leader=0, solo_run=True, pairs_beat="any"
    )
    play(deal, "0 6S 6C", "1 pass")
    assert legal(deal) == ["pass"]


def test_going_out_in_a_solo_run_hands_on_the_lead() -> None:
    deal = position("6S 8S", "7S 7C", "9S 9C", name="justus-pang", leader=0)
    play(deal, "0 6S", "1 pass", "2 pass", "0 8S")
    assert deal.finish == ((0,),)
    assert deal.turn == 1
    assert deal.table is None


def test_an_owner_who_is_out_is_not_asked_for_a_solo_run() -> None:
    deal = position("6S", "7S 7C", "9S 9C", name="justus-pang", leader=0)
    play(deal, "0 6S", "1 pass", "2 pass")
    assert deal.turn == 1
    assert situation(deal) is Situation.LEAD


def test_out_of_turn_play_takes_the_turn_on_from_the_player() -> None:
    deal = position("5D 8S", "6D 9S", "7D 10S", "8D JS", leader=0, out_of_turn=True)
    assert refusal(deal, 2, "7D") is Refusal.NOT_YOUR_TURN
    play(deal, "0 5D")
    assert legal(deal, 2) == ["7D", "10S"]
    assert legal(deal, 0) == []
    assert refusal(deal, 0, "8S") is Refusal.NOT_YOUR_TURN
    assert refusal(deal, 2, "pass") is Refusal.NOT_YOUR_TURN
    assert refusal(deal, 2, "5D") is Refusal.NOT_HELD
    play(deal, "2 7D")
    assert (deal.turn, deal.owner) == (3, 2)
    play(deal, "3 pass")
    assert refusal(deal, 3, "8D") is Refusal.NOT_YOUR_TURN
    assert deal.may_act(0)
    assert not deal.may_act(3)
    assert not deal.may_act(7)


def test_refusals_come_in_their_order() -> None:
    deal = position(
        "3S 6S 4S 4C 4D 4H 5S 5C 5D 5H", "7S 8S", "9S 10S", name="viet-cong"
    )
    quads = "4S 4C 4D 4H 5S 5C 5D 5H"
    assert refusal(deal, 1, "pass") is Refusal.NOT_YOUR_TURN
    assert refusal(deal, 0, "pass") is Refusal.LEADER_MAY_NOT_PASS
    assert refusal(deal, 0, "KS QS") is Refusal.NOT_HELD
    assert refusal(deal, 0, "3S 4S") is Refusal.NOT_A_COMBINATION
    assert refusal(deal, 0, quads) is Refusal.MUST_INCLUDE_LOWEST
    play(deal, "0 3S", "1 pass", "2 pass")
    assert refusal(deal, 0, quads) is Refusal.MAY_NOT_LEAD
    play(deal, "0 6S")
    assert refusal(deal, 1, "3S") is Refusal.NOT_HELD
    play(deal, "1 7S")
    assert refusal(deal, 2, "9S 10S") is Refusal.NOT_A_COMBINATION
    assert [code.value for code in Refusal] == [
        "deal_over",
        "not_your_turn",
        "leader_may_not_pass",
        "not_held",
        "not_a_combination",
        "must_include_lowest",
        "may_not_lead",
        "does_not_beat",
    ]


def test_a_quad_run_answers_what_the_exception_says_and_a_higher_one_beats_it() -> None:
    deal = position(
        "2D 2H 3S",
        "4S 4C 4D 4H 5S 5C 5D 5H 3C",
        "8S 8C 8D 8H 9S 9C 9D 9H 3D",
        name="viet-cong",
        leader=0,
    )
    play(deal, "0 2D 2H", "1 4S 4C 4D 4H 5S 5C 5D 5H")
    assert legal(deal) == ["pass", "8S 8C 8D 8H 9S 9C 9D 9H"]


def test_a_refused_action_raises_with_its_code_and_text() -> None:
    deal = position("3S 9H", "4S 5S")
    with pytest.raises(IllegalActionError) as error:
        deal.play(0, b"\x00\x63")
    assert error.value.code == "not_held"
    assert error.value.seat == 0
    assert error.value.action == "3S #99"


def test_cards_may_come_in_any_order() -> None:
    deal = position("7D 7C 9S", "7H 7S 8S", leader=0)
    deal.play(0, bytes(reversed(parse_action("7D 7C"))))
    assert deal.table is not None
    assert format_cards(deal.table.cards) == "7C 7D"
    assert format_cards(deal.hands[0]) == "9S"


def test_a_copy_goes_its_own_way() -> None:
    deal = play(position(*FOUR, leader=0), "0 5D")
    twin = play(deal.copy(), "1 6S", "2 10S")
    assert deal.turn == 1
    assert format_cards(deal.hands[1]) == "3C 6S"
    assert twin.turn == 3
    assert format_cards(twin.hands[1]) == "3C"


def test_the_largest_hands_are_played_without_listing_their_plays() -> None:
    rules = with_rules(variant("tien-len"), {"packs": 2, "hand": "equal"})
    deal = random_deal(rules, 2, Random(1))
    assert len(deal.hands[0]) == 52
    assert deal.most_plays(0) > 100_000
    while not deal.over:
        assert deal.turn is not None
        leads = deal.table is None
        assert not (leads and deal.forced_pass())
        deal.play(deal.turn, deal.hands[deal.turn][:1] if leads else b"")
    assert len(deal.finish) == 2


def test_changing_a_list_of_legal_plays_makes_nothing_legal() -> None:
    deal = position("3S 9D", "4S 5S")
    deal.legal_plays().append(parse_cards("9D"))
    assert deal.legal_plays() == [parse_cards("3S")]
    with pytest.raises(IllegalActionError, match="must_include_lowest"):
        deal.play(0, parse_cards("9D"))


def test_what_was_listed_is_legal_for_the_seat_on_turn_and_once_only() -> None:
    deal = position("3S 6S 9D", "3C 6C 9S")
    plays = deal.legal_plays()
    with pytest.raises(IllegalActionError, match="not_your_turn"):
        deal.play(1, plays[0])
    deal.play(0, plays[0])
    with pytest.raises(IllegalActionError):
        deal.play(1, plays[0])
