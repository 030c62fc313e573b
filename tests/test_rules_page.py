"""The page of rules says what `arena.game` does."""

import doctest
import tomllib
from dataclasses import fields
from enum import Enum

import pytest

from arena.errors import VariantError
from arena.game.refusal import Refusal
from arena.game.shapes import format_exception, parse_exception
from arena.game.variant import (
    PRESETS,
    Variant,
    from_toml,
    plain_value,
    with_rules,
)
from arena.tournament.config import parse_config
from tests.support.documents import ROOT, code_blocks, sections, table_rows

PAGE = "docs/rules.md"
DEFAULT = PRESETS["thirteen"]
FIELDS = [field.name for field in fields(Variant)]
NOT_COMPARED = {"name", "based_on", "exceptions"}
"""Fields without a row in the table of variants; exceptions have one each."""


def plain(cell: str) -> str:
    """A cell without its emphasis and its code marks."""
    return cell.strip("*").strip("`")


def value(cell: str) -> object:
    """What a cell says in TOML."""
    return tomllib.loads(f"value = {plain(cell)}")["value"]


def side_by_side() -> dict[str, dict[str, str]]:
    """The cells of the table of variants, by variant and row."""
    section = sections(PAGE)["9. The variants side by side"]
    (heading,) = (line for line in section.splitlines() if line.startswith("| field"))
    names = [plain(cell) for cell in heading.strip("| ").split(" | ")[1:]]
    assert names == list(PRESETS)
    rows = table_rows(section)
    return {
        name: {plain(row[0]): row[column] for row in rows}
        for column, name in enumerate(PRESETS, start=1)
    }


def rows_of_fields() -> dict[str, list[str]]:
    """The cells behind each field in the table of fields."""
    rows = table_rows(sections(PAGE)["10. Every field of a variant"])
    return {plain(row[0]): row[1:] for row in rows}


def test_every_example_runs_and_shows_what_comes_out() -> None:
    blocks = code_blocks(PAGE, "pycon")
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    # Each block ends in an empty line, so that its fence is not taken for output.
    assert all(block.endswith("\n\n") for block in blocks)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE, PAGE, 0)
    assert len(examples.examples) == sum(block.count(">>> ") for block in blocks) > 50
    said: list[str] = []
    outcome = doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    assert outcome.failed == 0, "".join(said)


def test_the_table_of_variants_has_a_row_for_every_field_and_exception() -> None:
    listed = list(side_by_side()["thirteen"])
    compared = [name for name in FIELDS if name not in NOT_COMPARED]
    assert listed[: len(compared)] == compared
    exceptions = {
        format_exception(exemption)
        for preset in PRESETS.values()
        for exemption in preset.exceptions
    }
    assert sorted(listed[len(compared) :]) == sorted(exceptions)


@pytest.mark.parametrize("name", PRESETS)
def test_the_table_of_variants_says_what_each_variant_is(name: str) -> None:
    listed = set(map(format_exception, PRESETS[name].exceptions))
    for row, cell in side_by_side()[name].items():
        if row in FIELDS:
            assert value(cell) == plain_value(PRESETS[name], row), row
        else:
            assert plain(cell) == ("yes" if row in listed else "no"), row


@pytest.mark.parametrize("name", PRESETS)
def test_what_differs_from_the_default_is_in_bold_and_nothing_else(name: str) -> None:
    table = side_by_side()
    for row, cell in table[name].items():
        differs = plain(cell) != plain(table["thirteen"][row])
        assert cell.startswith("**") == differs, row


def test_every_field_is_explained_with_its_default_in_order() -> None:
    rows = rows_of_fields()
    assert list(rows) == FIELDS
    for field, (_, default, meaning) in rows.items():
        assert meaning.endswith(".")
        if field == "exceptions":
            assert default.startswith("those of `thirteen`")
        else:
            assert value(default) == plain_value(Variant(), field), field


def test_the_values_that_fields_allow_are_those_that_are_read() -> None:
    for field, (allowed, _, _) in rows_of_fields().items():
        if field in NOT_COMPARED:
            continue
        named = [value(cell) for cell in allowed.replace(" to ", ", ").split(", ")]
        for given in named:
            assert plain_value(with_rules(DEFAULT, {field: given}), field) == given
        default = getattr(DEFAULT, field)
        if isinstance(default, Enum):
            assert named == [option.value for option in type(default)]
        numbers = [given for given in named if type(given) is int]
        if " to " in allowed:
            for outside in (min(numbers) - 1, max(numbers) + 1):
                with pytest.raises(VariantError):
                    with_rules(DEFAULT, {field: outside})


def test_every_refusal_is_listed_in_the_order_of_the_checks() -> None:
    rows = table_rows(sections(PAGE)["8. Refusals"])
    assert [plain(row[0]) for row in rows] == [refusal.value for refusal in Refusal]


def test_every_way_to_write_a_shape_means_the_same() -> None:
    rows = table_rows(sections(PAGE)["11. House rules"])
    assert len(rows) > 5
    for shape, also, _ in rows:
        meant = parse_exception(f"{plain(shape)} > single 2")
        assert format_exception(meant) == f"{plain(shape)} > single 2"
        for text in also.split(", "):
            assert parse_exception(f"{plain(text)} > single 2") == meant, text


def test_the_files_on_the_page_can_be_used() -> None:
    tournaments, variants = 0, 0
    for block in code_blocks(PAGE, "toml"):
        if "[[entrants]]" in block:
            tournaments += bool(parse_config(block))
        else:
            variants += from_toml(block).name == tomllib.loads(block)["name"]
    assert (tournaments, variants) == (1, 2)
