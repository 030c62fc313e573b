"""What docs/reliability.md promises is shown by the tests it names."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.documents import ROOT, sections, table_rows, text_of

PAGE = "docs/reliability.md"
TABLES = [title for title, text in sections(PAGE).items() if table_rows(text)]


def names_in(text: str) -> list[str]:
    """The tests that a text names."""
    return re.findall(r"`(test_\w+|Test\w+)`", text)


def all_tests() -> Iterator[str]:
    """The names of all tests: functions, methods, and state machines' classes."""
    for folder in ("tests", "clients/python/tests"):
        for path in (ROOT / folder).rglob("test_*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                match node:
                    case ast.FunctionDef() | ast.AsyncFunctionDef():
                        yield node.name
                    case ast.Assign(targets=[ast.Name(id=name)]):
                        yield name
                    case _:
                        pass


def test_every_test_that_is_named_is_there() -> None:
    named = names_in(text_of(PAGE))
    assert len(named) > 60
    assert set(named) - set(all_tests()) == set()


@pytest.mark.parametrize("title", TABLES)
def test_every_promise_has_a_test(title: str) -> None:
    rows = table_rows(sections(PAGE)[title])
    assert [row[0] for row in rows if not names_in(row[-1])] == []


def test_there_are_tables_of_all_kinds_of_faults() -> None:
    assert TABLES == [
        "Faults of bots",
        "Faults of the machine",
        "Changed records",
        "Hostile input",
    ]
