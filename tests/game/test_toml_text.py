"""TOML that nobody vouches for."""

import pytest

from arena.errors import ConfigError, InvalidNotationError, VariantError
from arena.game.toml_text import parse_toml
from arena.game.variant import from_toml
from arena.tournament.config import parse_config

HOSTILE = {
    "no TOML": "name = ",
    "nested too deep": f"hand = {'[' * 5000}",
    "a number too large": f"hand = {'9' * 5000}",
    "a number above": f"hand = 0x{'f' * 5000}",
    "a number above, within a table": f"rules = {{ a = [1, -{2**64}] }}",
}


def test_a_document_is_read() -> None:
    text = f"a = {2**63 - 1}\n[b]\nc = [1, {{ d = -0.5 }}]"
    assert parse_toml(text) == {"a": 2**63 - 1, "b": {"c": [1, {"d": -0.5}]}}


@pytest.mark.parametrize("problem", HOSTILE)
def test_what_no_setting_needs_is_refused_as_what_is_no_toml(problem: str) -> None:
    text = HOSTILE[problem]
    with pytest.raises(InvalidNotationError) as caught:
        parse_toml(text)
    assert len(str(caught.value)) < 300
    if problem != "no TOML":
        assert problem.split(",", maxsplit=1)[0] in str(caught.value)
    with pytest.raises(VariantError):
        from_toml(text)
    with pytest.raises(ConfigError):
        parse_config(text)
