import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import InvalidNotationError
from arena.game.cards import (
    cards,
    describe_action,
    format_action,
    format_card,
    format_cards,
    parse_action,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
    without,
)

HANDS = st.lists(st.integers(0, 51), max_size=30).map(sorted).map(bytes)


def test_codes_run_from_three_of_spades_to_two_of_hearts() -> None:
    assert parse_card("3S") == 0
    assert parse_card("3C") == 1
    assert parse_card("10H") == 31
    assert parse_card("2H") == 51


def test_rank_counts_before_suit() -> None:
    assert parse_card("8S") > parse_card("7H")
    assert parse_card("2S") > parse_card("AH")
    assert [suit_of(parse_card("7" + suit)) for suit in "SCDH"] == [0, 1, 2, 3]
    assert rank_of(parse_card("2S")) == 12


@given(st.integers(0, 51))
def test_card_text_and_code_are_inverses(code: int) -> None:
    assert parse_card(format_card(code)) == code


@given(HANDS)
def test_cards_text_and_bytes_are_inverses(hand: bytes) -> None:
    assert parse_cards(format_cards(hand)) == hand


@given(HANDS)
def test_action_text_and_bytes_are_inverses(hand: bytes) -> None:
    assert parse_action(format_action(hand)) == hand


def test_cards_are_read_in_any_order_and_written_low_to_high() -> None:
    assert format_cards(parse_cards(" 2H  3S 10D 3S ")) == "3S 3S 10D 2H"


def test_no_cards_are_a_pass() -> None:
    assert parse_action("pass") == b""
    assert format_action(b"") == "pass"
    assert parse_cards("") == b""


@pytest.mark.parametrize("text", ["", "1S", "11S", "3X", "3", "s3", "10", "3s", "♠3"])
def test_unreadable_cards_are_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidNotationError, match="card") as error:
        parse_card(text)
    assert error.value.value == text


def test_an_empty_text_is_no_action() -> None:
    with pytest.raises(InvalidNotationError, match="action"):
        parse_action("")


@pytest.mark.parametrize("code", [-1, 52, 255])
def test_codes_outside_the_pack_are_no_cards(code: int) -> None:
    with pytest.raises(InvalidNotationError, match="0 to 51"):
        cards([3, code, 4])
    with pytest.raises(InvalidNotationError, match="0 to 51"):
        format_card(code)


def test_any_bytes_can_be_described() -> None:
    assert describe_action(b"\x00\x4d") == "3S #77"
    assert describe_action(b"") == "pass"


@given(HANDS, st.data())
def test_taking_cards_out_of_a_hand_leaves_the_others(
    hand: bytes, data: st.DataObject
) -> None:
    split = st.lists(st.booleans(), min_size=len(hand), max_size=len(hand))
    chosen = data.draw(split)
    taken = bytes(c for c, out in zip(hand, chosen, strict=True) if out)
    rest = bytes(c for c, out in zip(hand, chosen, strict=True) if not out)
    assert without(hand, taken) == rest


@given(HANDS, st.integers(0, 51))
def test_a_card_cannot_be_taken_more_often_than_it_is_held(
    hand: bytes, card: int
) -> None:
    taken = bytes([card]) * (hand.count(card) + 1)
    assert without(hand, taken) is None
