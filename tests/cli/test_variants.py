"""`arena variants`."""

import tomllib
from pathlib import Path

import pytest

from arena.game.variant import PRESETS, from_toml
from tests.support.cli import Arena


def test_without_a_command_all_variants_are_listed(arena: Arena) -> None:
    ran = arena("variants")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()[1:]] == list(PRESETS)


def test_the_list_says_what_a_variant_differs_in(arena: Arena) -> None:
    lines = {line.split()[0]: line for line in arena("variants").out.splitlines()}
    assert "pairs_beat = any" in lines["vpered"]
    assert "twos_in_runs = false" in lines["viet-cong"]
    assert "exceptions" in lines["viet-cong"]
    assert lines["thirteen"].split()[1:] == ["nothing"]


@pytest.mark.parametrize("name", list(PRESETS))
def test_a_variant_is_shown_as_the_toml_that_defines_it(
    arena: Arena, name: str
) -> None:
    ran = arena("variants", "show", name)
    assert ran.code == 0
    assert from_toml(ran.out) == PRESETS[name]


def test_the_meaning_stands_above_the_toml_as_comments(arena: Arena) -> None:
    meaning, _, definition = arena("variants", "show", "thirteen").out.partition("\n\n")
    assert all(line.startswith("# ") for line in meaning.splitlines())
    assert tomllib.loads(definition)["based_on"] == "thirteen"


def test_house_rules_are_shown_from_a_file(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('name = "ours"\nequal_cards = "later"\n')
    ran = arena("variants", "show", "ours.toml")
    assert ran.code == 0
    assert from_toml(ran.out).name == "ours"


def test_a_mistyped_variant_gets_did_you_mean(arena: Arena) -> None:
    ran = arena("variants", "show", "thirten")
    assert ran.code == 1
    error, hint = ran.err.splitlines()
    assert error.endswith("did you mean 'thirteen'?")
    assert hint.endswith("or the path of a TOML file")
