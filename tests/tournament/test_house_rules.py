"""The rules of a tournament, from a variant by name or from a file of house rules."""

import pytest

from arena.errors import ConfigError
from arena.game.variant import from_toml, variant, with_rules
from arena.tournament.config import parse_config
from arena.tournament.house_rules import named_file, with_file_rules
from arena.tournament.roster import with_entrants

CLUB = 'name = "club"\nbased_on = "vpered"\nequal_cards = "later"\n'
TEXT = """
name = "cup"
variant = "./club.toml"

[rules]
pairs_beat = "higher"

[[entrants]]
name = "a"
copies = 2
"""


def test_the_rules_of_a_file_become_part_of_the_text() -> None:
    text = with_file_rules(TEXT, from_toml(CLUB))
    config = parse_config(text)
    rules = {"name": "club", "equal_cards": "later", "pairs_beat": "higher"}
    assert config.variant == with_rules(variant("vpered"), rules)
    assert config.rules == {"pairs_beat": "higher"}
    assert named_file(text) is None, "it is read once"


def test_entrants_can_be_added_behind_the_rules_of_a_file() -> None:
    text = with_entrants(with_file_rules(TEXT, from_toml(CLUB)), ["b"])
    assert parse_config(text).names == ("a-1", "a-2", "b")
    assert parse_config(text).variant.name == "club"


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("./club.toml", "./club.toml"),
        ("club.toml", "club.toml"),
        ("rules/club", "rules/club"),
        ("thirteen", None),
    ],
)
def test_what_looks_like_a_path_names_a_file(given: str, named: str | None) -> None:
    assert named_file(f'variant = "{given}"') == named


@pytest.mark.parametrize("text", ["", "variant = 3", "variant = [", "variant = true"])
def test_what_cannot_be_read_names_no_file(text: str) -> None:
    assert named_file(text) is None


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (TEXT, r"variant: './club.toml' is a file, .*variant_file.* is missing"),
        (TEXT + "[variant_file]\nequal_cards = 1\n", r"variant_file\.equal_cards: "),
        (TEXT + "[variant_file]\nbased_on = 1\n", r"variant_file\.based_on: 1 is none"),
        (
            TEXT.replace("./club.toml", "vpered") + '[variant_file]\nname = "x"\n',
            "variant_file: goes with .* path of a file, and it is 'vpered'",
        ),
        (TEXT.replace("./club.toml", "vpred"), "did you mean 'vpered'"),
    ],
)
def test_a_file_whose_rules_are_missing_or_wrong_is_refused(
    text: str, error: str
) -> None:
    with pytest.raises(ConfigError, match=error):
        parse_config(text)
