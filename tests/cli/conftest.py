"""Runs commands in this process and keeps apart what they print where."""

from pathlib import Path

import pytest

from arena.cli import main
from tests.support.cli import Arena, Ran
from tests.support.played import play_spring


@pytest.fixture
def arena(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Arena:
    """Runs `arena` with arguments, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("ARENA_DATABASE", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(arguments)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a finished tournament; not to be changed."""
    database = tmp_path_factory.mktemp("played") / "arena.db"
    play_spring(database, forfeiter="dan")
    return database


@pytest.fixture
def spring(played: Path, monkeypatch: pytest.MonkeyPatch, arena: Arena) -> Arena:
    """Runs `arena` on the database that holds the tournament `spring`."""
    monkeypatch.setenv("ARENA_DATABASE", f"sqlite:///{played}")
    return arena
