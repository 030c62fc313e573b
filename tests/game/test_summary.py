import pytest

from arena.game.summary import summary
from arena.game.variant import PRESETS, variant, with_rules


@pytest.mark.parametrize("name", PRESETS)
def test_every_variant_is_told_in_whole_sentences(name: str) -> None:
    lines = summary(variant(name)).splitlines()
    assert len(lines) >= 8
    assert all(line.endswith(".") for line in lines)


def test_what_differs_is_told() -> None:
    pang = summary(variant("justus-pang"))
    assert "hands the lead to the next player" in pang
    assert "may go on with higher" in pang
    assert "never have twos" in pang
    lu = summary(variant("kenneth-lu"))
    assert "at a table of three 17 cards" in lu
    assert "go to the opener" in lu
    assert "quad > any single" in lu
    assert "first player is out" in lu
    assert "four twos wins" in summary(variant("viet-cong"))
    assert "Any pair beats any pair" in summary(variant("vpered"))


def test_house_rules_are_told_from_their_data() -> None:
    house = with_rules(
        variant("thirteen"),
        {"open_hands": "neighbour", "out_of_turn": True, "hand": "equal", "packs": 1},
    )
    text = summary(house)
    assert "hand of the next seat" in text
    assert "before being on turn" in text
    assert "as many cards as all can have alike" in text
    assert "with one pack" in text
