import pytest

from arena.game.cards import format_card, parse_cards
from arena.game.combinations import Combination, Kind, beats, classify, outranks
from arena.game.variant import Variant, variant, with_rules

THIRTEEN = variant("thirteen")
PANG = variant("justus-pang")
VIET_CONG = variant("viet-cong")


def combination(text: str, rules: Variant = THIRTEEN) -> Combination:
    found = classify(rules, parse_cards(text))
    assert found is not None, text
    return found


@pytest.mark.parametrize(
    ("text", "kind", "length", "highest"),
    [
        ("3S", Kind.SINGLE, 1, "3S"),
        ("7D 7C", Kind.PAIR, 1, "7D"),
        ("7H 7H", Kind.PAIR, 1, "7H"),
        ("2S 2D 2C", Kind.TRIPLE, 1, "2D"),
        ("9S 9D 9C 9H", Kind.QUAD, 1, "9H"),
        ("4D 5S 6H", Kind.RUN, 3, "6H"),
        ("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S", Kind.RUN, 13, "2S"),
        ("QS KD AH 2S", Kind.RUN, 4, "2S"),
        ("3S 3C 4S 4C 5S 5D", Kind.PAIR_RUN, 3, "5D"),
        ("7H 7H 8S 8S 9C 9D", Kind.PAIR_RUN, 3, "9D"),
        ("KS KC AS AC 2S 2C", Kind.PAIR_RUN, 3, "2C"),
    ],
)
def test_kinds(text: str, kind: Kind, length: int, highest: str) -> None:
    found = combination(text)
    assert found.kind is kind
    assert found.length == length
    assert format_card(found.highest) == highest
    assert found.cards == parse_cards(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3S 4S",
        "3S 3C 4S 4C",
        "AS 2S 3S",
        "JD QH KC 2D",
        "3S 3C 4S",
        "3S 3C 3D 4S 4C 5S 5C",
        "3S 3C 3D 4S 4C 4D 5S 5C 5D",
        "7S 7S 7C 7D 7H",
        "3S 4S 5S 5C",
        "4S 4C 4D 4H 5S 5C 5D 5H",
    ],
)
def test_nothing(text: str) -> None:
    assert classify(THIRTEEN, parse_cards(text)) is None


def test_the_order_of_the_cards_does_not_matter() -> None:
    shuffled = bytes(reversed(parse_cards("4D 5S 6H")))
    assert classify(THIRTEEN, shuffled) == combination("4D 5S 6H")


def test_twos_stay_out_of_runs_where_the_variant_says_so() -> None:
    assert classify(PANG, parse_cards("KS AS 2S")) is None
    assert classify(PANG, parse_cards("KS KC AS AC 2S 2C")) is None
    assert combination("QS KS AS", PANG).kind is Kind.RUN
    assert combination("2S 2C", PANG).kind is Kind.PAIR


def test_quad_runs_exist_only_in_the_lengths_that_exceptions_name() -> None:
    quads = "4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D 6H 7S 7C 7D 7H"
    assert combination(quads[:23], VIET_CONG).kind is Kind.QUAD_RUN
    assert combination(quads[:35], VIET_CONG).length == 3
    assert classify(VIET_CONG, parse_cards(quads)) is None


def test_only_the_highest_card_counts() -> None:
    assert outranks(THIRTEEN, combination("8S 9S 10D"), combination("8H 9H 10C"))
    assert outranks(THIRTEEN, combination("7H 7S"), combination("7D 7C"))
    assert not outranks(THIRTEEN, combination("7D 7C"), combination("7H 7S"))


def test_kind_and_length_must_be_the_same() -> None:
    assert not beats(THIRTEEN, combination("4S 5S 6S 7S"), combination("3S 4S 5S"))
    assert not beats(THIRTEEN, combination("4S 4C 4D"), combination("3S 3C"))
    assert not beats(THIRTEEN, combination("8S 8C 8D"), combination("4S 5S 6S"))


@pytest.mark.parametrize(
    ("ruling", "new", "table", "wins"),
    [
        ("forbidden", "9C", "9C", False),
        ("later", "9C", "9C", True),
        ("unmatched", "9C", "9C", False),
        ("forbidden", "9D 9H", "9C 9H", False),
        ("later", "9C 9H", "9D 9H", True),
        ("unmatched", "9D 9H", "9C 9H", True),
        ("unmatched", "9C 9H", "9D 9H", False),
        ("unmatched", "5H 6S 7H", "5S 6C 7H", False),
        ("unmatched", "5S 6C 7H", "5H 6S 7H", True),
        ("unmatched", "9H 9H", "9S 9H", True),
        ("unmatched", "9S 9H", "9H 9H", False),
        ("unmatched", "9D 9H", "9C 9D", True),
        ("later", "9S", "9C", False),
    ],
)
def test_equal_highest_cards(ruling: str, new: str, table: str, wins: bool) -> None:
    rules = with_rules(THIRTEEN, {"equal_cards": ruling})
    assert outranks(rules, combination(new), combination(table)) is wins


def test_equal_cards_are_ruled_on_within_one_length_only() -> None:
    later = with_rules(THIRTEEN, {"equal_cards": "later"})
    assert not beats(later, combination("5S 6S 7H"), combination("4S 5S 6S 7H"))


def test_a_pair_beats_any_pair_where_the_variant_says_so() -> None:
    any_pair = variant("vpered")
    pair = combination("6S 6C", any_pair)
    assert beats(any_pair, combination("5D 5H"), pair)
    assert not beats(any_pair, combination("5D 5H 5S"), combination("6S 6C 6D"))
    assert not outranks(any_pair, combination("5D 5H"), pair)


def test_a_bomb_is_beaten_by_a_higher_one_of_its_kind_only() -> None:
    quad, higher = combination("4S 4C 4D 4H"), combination("9S 9C 9D 9H")
    three_pairs = combination("5S 5C 6S 6C 7S 7C")
    assert beats(THIRTEEN, higher, quad)
    assert not beats(THIRTEEN, combination("2H"), quad)
    assert not beats(THIRTEEN, higher, three_pairs)
    assert not beats(THIRTEEN, three_pairs, quad)


def test_the_letter_of_the_source_can_be_had_as_a_house_rule() -> None:
    letter = with_rules(THIRTEEN, {"exceptions": ["single 2 > quad"]})
    quad = combination("9S 9C 9D 9H", letter)
    assert beats(letter, combination("2S"), quad)
    assert not beats(letter, combination("AS"), quad)
    assert not beats(letter, quad, combination("2S", letter))


def test_combinations_are_equal_when_cards_and_what_beats_them_are() -> None:
    plain = with_rules(THIRTEEN, {"exceptions": []})
    two = combination("2S")
    assert two == combination("2S")
    assert hash(two) == hash(combination("2S"))
    assert two != combination("2S", plain)
    assert two != combination("2H")
    assert two != two.cards
    assert repr(two) == "Combination(<Kind.SINGLE: 1>, b'0')"
