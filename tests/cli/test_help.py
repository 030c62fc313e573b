"""Every command's help, found by walking the commands."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.app import app
from arena.cli.reference import commands, help_page, reference
from tests.support.cli import Arena

ALL = list(commands())
DOCS = Path(__file__).parents[2] / "docs" / "cli.md"


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_help_ends_with_an_example_that_calls_the_command(
    command: tuple[str, ...],
) -> None:
    page = help_page(command)
    _, found, examples = page.partition("\nExample")
    assert found
    assert all(
        line.startswith(" ".join(("  arena", *command)))
        for line in examples.splitlines()[1:]
    )


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_help_says_what_every_argument_and_option_is_for(
    command: tuple[str, ...],
) -> None:
    target = app
    for name in command:
        target = target[name]
    if target.default_command is None:
        return
    for argument in target.assemble_argument_collection():
        assert argument.parameter.help, f"{command}: {argument.name}"


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_help_fits_eighty_columns(command: tuple[str, ...]) -> None:
    assert max(map(len, help_page(command).splitlines())) <= 80


def test_the_commands_are_all_there() -> None:
    assert set(ALL) == {
        (),
        ("tournament",),
        ("tournament", "run"),
        ("tournament", "list"),
        ("tournament", "show"),
        ("tournament", "schedule"),
        ("serve",),
        ("bots",),
        ("bots", "add"),
        ("bots", "list"),
        ("bots", "show"),
        ("bots", "rotate"),
        ("bots", "revoke"),
        ("lobby",),
        ("certificate",),
        ("standings",),
        ("export",),
        ("verify",),
        ("replay",),
        ("variants",),
        ("variants", "show"),
    }


def test_docs_are_what_the_help_says() -> None:
    assert DOCS.read_text(encoding="utf-8") == reference(), (
        "run scripts/generate-cli-docs"
    )


def test_help_goes_to_stdout(arena: Arena) -> None:
    ran = arena("standings", "--help")
    assert ran.code == 0
    assert ran.out.startswith("Usage: arena standings")
    assert ran.err == ""


def test_help_needs_neither_grpc_nor_database_nor_scipy() -> None:
    """A newcomer's first command must not take a second."""
    program = (
        "import sys; from arena.cli import main; main(['--help']);"
        "heavy = {'grpc', 'sqlalchemy', 'scipy', 'numpy', 'trio'} & set(sys.modules);"
        "sys.exit(f'imported: {heavy}' if heavy else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "tournament" in done.stdout
