from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ConfigError, VariantError
from arena.game.options import EqualCards, Opening
from arena.game.shapes import Shape
from arena.game.variant import (
    PRESETS,
    Variant,
    from_mapping,
    from_toml,
    hand_size,
    overrides,
    packs_for,
    to_toml,
    variant,
    with_rules,
)

THIRTEEN = variant("thirteen")
PLAIN_RULES = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(["house", "A b-c_1.0+"]),
        "seats": st.sampled_from(["any", 2, 8]),
        "packs": st.sampled_from(["auto", 1, 2]),
        "hand": st.sampled_from(["equal", 1, 13, 17, 52]),
        "hand_at_three": st.sampled_from(["equal", "hand", 17]),
        "leftover": st.sampled_from(["out_of_play", "opener"]),
        "twos_in_runs": st.booleans(),
        "pairs_beat": st.sampled_from(["higher", "any"]),
        "equal_cards": st.sampled_from(["forbidden", "later", "unmatched"]),
        "exceptions": st.lists(
            st.sampled_from(["quad > single 2", "single 2 > any quad"]), unique=True
        ),
        "opening": st.sampled_from(["include", "free", "may_pass"]),
        "lead_later": st.sampled_from(["winner", "lowest"]),
        "instant_win": st.sampled_from(["none", "four_twos"]),
        "solo_run": st.booleans(),
        "out_of_turn": st.booleans(),
        "open_hands": st.sampled_from(["none", "neighbour", "all"]),
        "ends": st.sampled_from(["last_holder", "first_out"]),
        "payoff": st.sampled_from(["loser_pays", "winner_takes"]),
    },
)
VARIANTS = st.builds(with_rules, st.sampled_from(list(PRESETS.values())), PLAIN_RULES)


def test_the_seven_variants_of_the_sources_are_there() -> None:
    assert list(PRESETS) == [
        "thirteen",
        "tien-len",
        "vpered",
        "justus-pang",
        "kenneth-lu",
        "kenneth-lu-twos",
        "viet-cong",
    ]
    assert all(preset.name == name for name, preset in PRESETS.items())


@given(VARIANTS)
def test_overrides_are_the_inverse_of_with_rules(house: Variant) -> None:
    name, rules = overrides(house)
    assert with_rules(variant(name), rules) == house


@given(VARIANTS)
def test_toml_is_read_as_it_was_written(house: Variant) -> None:
    assert from_toml(to_toml(house)) == house


def test_overrides_name_only_what_differs() -> None:
    assert overrides(THIRTEEN) == ("thirteen", {})
    house = with_rules(
        variant("viet-cong"), {"twos_in_runs": True, "ends": "first_out"}
    )
    assert overrides(house) == (
        "viet-cong",
        {"twos_in_runs": True, "ends": "first_out"},
    )


def test_every_field_can_be_set_but_what_it_is_based_on() -> None:
    document = to_toml(THIRTEEN)
    assert all(f"{field.name} = " in document for field in fields(Variant))
    with pytest.raises(VariantError):
        with_rules(THIRTEEN, {"based_on": "vpered"})


def test_house_rules_are_a_preset_and_what_differs() -> None:
    house = from_toml('based_on = "justus-pang"\nname = "ours"\nopening = "free"\n')
    assert house.name == "ours"
    assert house.solo_run
    assert house.opening is Opening.FREE
    assert from_mapping({}) == THIRTEEN


def test_exceptions_are_read_in_words() -> None:
    house = with_rules(THIRTEEN, {"exceptions": ["three pairs > single 2"]})
    assert house.exceptions == ((Shape(2, 3), Shape(1, 1, 12)),)


def test_members_of_the_choices_are_taken_as_they_are() -> None:
    assert with_rules(THIRTEEN, {"equal_cards": EqualCards.LATER}) == with_rules(
        THIRTEEN, {"equal_cards": "later"}
    )


@pytest.mark.parametrize(
    ("rules", "key", "said"),
    [
        ({"equal_card": "later"}, "equal_card", "did you mean 'equal_cards'"),
        ({"equal_cards": "latter"}, "equal_cards", "did you mean 'later'"),
        ({"equal_cards": True}, "equal_cards", "True"),
        ({"solo_run": "yes"}, "solo_run", "'yes'"),
        ({"packs": 3}, "packs", "3"),
        ({"packs": True}, "packs", "True"),
        ({"hand": 0}, "hand", "0"),
        ({"hand": "equals"}, "hand", "did you mean 'equal'"),
        ({"hand": 4.5}, "hand", "4.5"),
        ({"seats": 9}, "seats", "9"),
        ({"exceptions": "quad > single 2"}, "exceptions", "quad > single 2"),
        ({"exceptions": ["bomb > single 2"]}, "exceptions", "bomb > single 2"),
        ({"exceptions": [4]}, "exceptions", "4"),
        ({"name": ""}, "name", "''"),
        ({"name": 'a"b'}, "name", 'a"b'),
    ],
)
def test_a_refused_field_is_named_with_its_value_and_what_is_allowed(
    rules: dict[str, object], key: str, said: str
) -> None:
    with pytest.raises(VariantError) as error:
        with_rules(THIRTEEN, rules)
    assert error.value.key == key
    assert said in error.value.problem
    assert "allowed: " in error.value.hint
    assert isinstance(error.value, ConfigError)


def test_an_unknown_variant_is_refused_with_the_nearest() -> None:
    with pytest.raises(VariantError, match="did you mean 'vpered'"):
        variant("vpred")
    with pytest.raises(VariantError, match="did you mean 'thirteen'"):
        from_toml('based_on = "thirten"')
    with pytest.raises(VariantError, match="based_on"):
        from_mapping({"based_on": 13})


def test_text_that_is_no_toml_is_refused() -> None:
    with pytest.raises(VariantError, match="no TOML"):
        from_toml("equal_cards = ")


@pytest.mark.parametrize(
    ("name", "rules", "seats", "packs", "hand"),
    [
        ("thirteen", {}, 2, 1, 13),
        ("thirteen", {}, 3, 1, 13),
        ("thirteen", {}, 4, 1, 13),
        ("thirteen", {}, 5, 2, 13),
        ("tien-len", {}, 8, 2, 13),
        ("tien-len", {"hand": 17}, 3, 1, 17),
        ("tien-len", {"hand_at_three": 17}, 3, 1, 17),
        ("tien-len", {"hand_at_three": 17}, 4, 1, 13),
        ("thirteen", {"hand": "equal"}, 3, 1, 17),
        ("thirteen", {"hand": "equal"}, 6, 2, 17),
        ("thirteen", {"hand": "equal", "packs": 1}, 5, 1, 10),
        ("kenneth-lu", {}, 3, 1, 17),
        ("kenneth-lu", {}, 4, 1, 13),
        ("kenneth-lu", {"hand": 10}, 3, 1, 10),
        ("vpered", {"seats": "any"}, 3, 1, 13),
    ],
)
def test_packs_and_hands_by_seats(
    name: str, rules: dict[str, object], seats: int, packs: int, hand: int
) -> None:
    house = with_rules(variant(name), rules)
    assert packs_for(house, seats) == packs
    assert hand_size(house, seats) == hand


@pytest.mark.parametrize(
    ("name", "rules", "seats", "key"),
    [
        ("thirteen", {}, 1, "seats"),
        ("thirteen", {}, 9, "seats"),
        ("vpered", {}, 3, "seats"),
        ("thirteen", {"packs": 1}, 5, "hand"),
        ("thirteen", {"hand": 17}, 4, "hand"),
        ("thirteen", {"hand": 14, "packs": 2}, 8, "hand"),
    ],
)
def test_tables_that_no_packs_suffice_for_are_refused(
    name: str, rules: dict[str, object], seats: int, key: str
) -> None:
    with pytest.raises(VariantError) as error:
        hand_size(with_rules(variant(name), rules), seats)
    assert error.value.key == key
