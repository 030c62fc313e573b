"""Errors, hints and exit codes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import shell
from arena.errors import ConfigError, EntryError, StoreError
from tests.support.cli import Arena


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (["exprot"], "no such command: 'exprot'; did you mean 'export'?"),
        (["run"], "no such command: 'run'; did you mean 'tournament run'?"),
        (["tournament", "rum"], "no such command: 'rum'; did you mean 'run'?"),
        (
            ["export", "--otput=x"],
            "no such option: '--otput'; did you mean '--output'?",
        ),
        (
            ["replay", "--bord", "2"],
            "no such option: '--bord'; did you mean '--board'?",
        ),
    ],
)
def test_a_mistyped_word_gets_did_you_mean(
    arena: Arena, arguments: list[str], suggestion: str
) -> None:
    ran = arena(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    error, hint = ran.err.splitlines()
    assert error == f"error: {suggestion}"
    assert hint.startswith("hint: arena ")
    assert hint.endswith("--help says how it is used")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["tournament", "run"], "CONFIG is missing"),
        (["export", "spring", "autumn"], "unexpected argument: 'autumn'"),
        (["export", "--output"], "--output needs a value"),
        (["replay", "--round", "0"], 'invalid value "0" for --round. Must be >= 1'),
    ],
)
def test_other_misuse_is_told_and_ends_with_2(
    arena: Arena, arguments: list[str], problem: str
) -> None:
    ran = arena(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[0] == f"error: {problem}"


def test_a_database_that_is_not_there_is_an_error_and_is_not_made(
    arena: Arena, tmp_path: Path
) -> None:
    ran = arena("standings")
    assert ran.code == 1
    assert ran.err.startswith("error: no database at ")
    assert "Traceback" not in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_mistyped_tournament_gets_did_you_mean(spring: Arena) -> None:
    for command in (["standings"], ["export"], ["replay"], ["tournament", "show"]):
        ran = spring(*command, "sprin")
        assert ran.code == 1
        assert ran.err == (
            "error: no tournament 'sprin'; did you mean 'spring'?\n"
            "hint: arena tournament list shows those there are\n"
        )


def test_the_hint_of_an_error_has_a_line_of_its_own(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise ConfigError("clock", "'fast' is no clock", "write it as 5+0.1")

    monkeypatch.setattr(shell, "app", failing)
    ran = arena()
    assert ran.code == 1
    assert ran.err == ("error: clock: 'fast' is no clock\nhint: write it as 5+0.1\n")


def test_each_error_of_a_group_is_told(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> None:
        inner = ExceptionGroup("inner", [EntryError("ann", "did not join")])
        raise ExceptionGroup("outer", [StoreError("the disk is full"), inner])

    monkeypatch.setattr(shell, "app", failing)
    ran = arena()
    assert ran.code == 1
    assert ran.err == ("error: the disk is full\nerror: entrant 'ann': did not join\n")


def test_an_error_that_is_not_ours_is_not_hidden(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise ExceptionGroup("both", [StoreError("ours"), ZeroDivisionError()])

    monkeypatch.setattr(shell, "app", failing)
    with pytest.raises(ExceptionGroup):
        arena()


def test_ctrl_c_ends_with_130_and_says_nothing(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(shell, "app", interrupted)
    ran = arena()
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_a_reader_that_has_enough_is_no_error(played: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "arena", "export"],
        stdout=writing,
        stderr=subprocess.PIPE,
        env={**os.environ, "ARENA_DATABASE": f"sqlite:///{played}"},
        cwd=Path(__file__).parents[2],
        text=True,
        check=False,
    )
    os.close(writing)
    assert done.returncode == 0
    assert "Error" not in done.stderr


def test_the_version_is_printed(arena: Arena) -> None:
    ran = arena("--version")
    assert ran.code == 0
    assert ran.out.strip()
