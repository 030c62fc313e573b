"""Commands that are printed to be pasted."""

import shlex

import pytest

from arena.cli.app import app
from arena.cli.options import DATABASE_VARIABLE, DEFAULT_DATABASE
from arena.cli.printed_commands import command_on, replay_command
from arena.store.rows import RotationKey

KEY = RotationKey(round=1, table=2, board=3, rotation=4)
DATABASES = [DEFAULT_DATABASE, 'sqlite:///it\'s my "\u00e9" $HOME.db']


@pytest.mark.parametrize("database", DATABASES)
@pytest.mark.parametrize("name", ["spring", "-x", "--help", 'o\'hare "$HOME" `id` *'])
def test_a_printed_command_names_what_it_is_to_name(
    name: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(DATABASE_VARIABLE, raising=False)
    words = shlex.split(replay_command(name, KEY, 5, database))[1:]
    _, bound, _ = app.parse_args(words, exit_on_error=False, print_error=False)
    assert bound.args == (name,)
    options = {"database": DEFAULT_DATABASE, **bound.kwargs}
    place = {"round_": 1, "table": 2, "board": 3, "rotation": 4, "deal": 5}
    assert options == {**place, "database": database}


def test_a_database_is_named_where_the_environment_names_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ["arena", "export"]
    monkeypatch.setenv(DATABASE_VARIABLE, "sqlite:///a.db")
    assert command_on(words, "x", [], "sqlite:///a.db") == "arena export x"
    named = command_on(words, "x", [], DEFAULT_DATABASE)
    assert named == f"arena export x --database {DEFAULT_DATABASE}"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        (
            "postgresql://ann:s3cret@db.example/arena?sslmode=require",
            "postgresql://ann:***@db.example/arena?sslmode=require",
        ),
        (
            "postgresql:///arena?user=ann&password=s3cret",
            "postgresql:///arena?password=***&user=ann",
        ),
        ("postgresql:///arena?host=/run", "postgresql:///arena?host=/run"),
    ],
)
def test_the_password_of_a_database_is_left_to_be_filled_in(
    url: str, shown: str
) -> None:
    command = command_on(["arena", "export"], "x", [], url)
    assert shlex.split(command)[-2:] == ["--database", shown]
