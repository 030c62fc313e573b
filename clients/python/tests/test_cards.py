import pytest
from arena_client.cards import (
    NONE,
    Cards,
    cards,
    format_card,
    format_cards,
    format_play,
    format_received,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from hypothesis import given
from hypothesis import strategies as st

CODES = st.integers(0, 51)


@given(CODES)
def test_a_card_is_read_as_it_is_written(code: int) -> None:
    assert parse_card(format_card(code)) == code
    assert 4 * rank_of(code) + suit_of(code) == code


@given(st.lists(CODES, max_size=17))
def test_cards_are_read_as_they_are_written_in_any_order(codes: list[int]) -> None:
    held = cards(codes)
    assert parse_cards(" ".join(format_card(code) for code in codes)) == held
    assert parse_cards(str(held)) == held
    assert str(held) == format_cards(held)


def test_the_lowest_and_the_highest_card_have_the_codes_of_the_wire() -> None:
    assert (parse_card("3S"), parse_card("10H"), parse_card("2H")) == (0, 31, 51)


def test_no_cards_are_a_pass() -> None:
    assert parse_cards("") == parse_cards("pass") == NONE
    assert format_play(NONE) == "pass"


def test_cards_print_as_text_and_are_plain_bytes() -> None:
    held = parse_cards("10H 3S")
    assert f"{held}" == "3S 10H"
    assert repr(held) == "Cards('3S 10H')"
    assert held.texts == ["3S", "10H"]
    assert held == bytes([0, 31])
    assert Cards(held) == held


@pytest.mark.parametrize(
    "text",
    ["3♠ 10♣ Q♦ 2♥", "3S, 10C,QD , 2H", "3♠,10c 2♥\ufe0f, q♦\n", "2H 3♠ QD 10♣,"],
)
def test_cards_are_read_as_people_and_the_arena_show_them(text: str) -> None:
    assert str(parse_cards(text)) == "3S 10C QD 2H"


def test_one_card_is_read_with_its_sign() -> None:
    assert parse_card("10♥") == parse_card("10H")


@pytest.mark.parametrize(
    "text", ["1S", "3X", "S3", "3S4S", "♠3", "3♠4♠", "♠", "3S,4", "3S;4S"]
)
def test_what_is_no_card_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="10H"):
        parse_cards(text)


def test_bytes_that_are_no_cards_can_still_be_shown() -> None:
    assert format_received(bytes([0, 200])) == "3S #200"
    assert format_received(b"") == "pass"
