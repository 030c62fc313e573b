import pytest

from arena.errors import LocalProtocolError
from arena.game.cards import parse_cards
from arena.game.deal import Deal
from arena.game.variant import variant
from arena.match.substitute import substitute_play


def deal(*hands: str, rules: str = "thirteen", leader: int | None = None) -> Deal:
    return Deal(variant(rules), [parse_cards(hand) for hand in hands], leader=leader)


def test_the_opener_plays_the_card_it_must() -> None:
    assert substitute_play(deal("3S 3C 4S", "5S")) == parse_cards("3S")


def test_the_opener_hands_the_lead_on_where_it_may() -> None:
    assert substitute_play(deal("3S 3C", "5S", rules="justus-pang")) == b""


def test_a_leader_leads_its_lowest_card() -> None:
    assert substitute_play(deal("6S 7S 8S", "5S", leader=0)) == parse_cards("6S")


def test_a_follower_passes_whatever_it_holds() -> None:
    following = deal("3S 4S", "2S 2H")
    following.play(0, parse_cards("3S"))
    assert substitute_play(following) == b""


def test_a_deal_that_is_over_has_none() -> None:
    over = deal("3S", "2S 2H")
    over.play(0, parse_cards("3S"))
    with pytest.raises(LocalProtocolError):
        substitute_play(over)
