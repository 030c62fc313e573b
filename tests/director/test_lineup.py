"""Who plays in a scheduled tournament, settled when it begins."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.director.lineup import line_up
from arena.director.opening import open_tournament
from arena.errors import ConfigError, EntryError
from arena.store.repository import Repository
from arena.store.rows import TournamentRow
from arena.tournament.config import parse_config

OPEN = 'name = "cup"\nopen = true\n'
LOW = '[[entrants]]\nname = "low"\ncommand = "arena-bot lowest"\n'
NOW = "2026-03-01T12:00:00.000Z"


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    with Repository.open(f"sqlite:///{tmp_path / 'arena.db'}") as opened:
        for name in ("ann", "bob"):
            opened.add_bot(name, name, NOW)
        yield opened


def entered(repository: Repository, text: str) -> TournamentRow:
    return open_tournament(
        repository, parse_config(text), text, seed=None, fresh=False, may_be_open=True
    ).row


def test_whoever_is_present_is_entered_behind_the_files_own(
    repository: Repository,
) -> None:
    row, config = line_up(repository, entered(repository, OPEN + LOW), ["ann", "bob"])
    assert config.names == ("low", "ann", "bob")
    assert parse_config(row.config_text) == config
    assert [each.name for each in repository.entrants("cup")] == ["low", "ann", "bob"]


def test_once_begun_nobody_is_added(repository: Repository) -> None:
    line_up(repository, entered(repository, OPEN), ["ann", "bob"])
    repository.start("cup", NOW)
    row = repository.tournament("cup")
    assert line_up(repository, row, ["cat"])[1].names == ("ann", "bob")


def test_an_arena_killed_before_the_start_enters_nobody_twice(
    repository: Repository,
) -> None:
    row, _ = line_up(repository, entered(repository, OPEN), ["ann", "bob"])
    assert line_up(repository, row, ["ann", "cat"])[1].names == ("ann", "bob", "cat")


def test_too_few_are_an_error_and_change_nothing(repository: Repository) -> None:
    row = entered(repository, OPEN)
    with pytest.raises(EntryError, match="needs two"):
        line_up(repository, row, ["ann"])
    assert repository.tournament("cup") == row


def test_a_launched_bot_may_not_go_by_a_registered_bots_name(
    repository: Repository,
) -> None:
    row = entered(repository, OPEN + LOW.replace("low", "ann", 1))
    with pytest.raises(ConfigError, match="'ann' has a command"):
        line_up(repository, row, ["bob"])


def test_a_closed_tournament_is_played_as_it_is(repository: Repository) -> None:
    text = 'name = "cup"\n[[entrants]]\nname = "ann"\n[[entrants]]\nname = "bob"\n'
    row = entered(repository, text)
    assert line_up(repository, row, ["cat"]) == (row, parse_config(text))


def test_the_same_file_still_fits_an_open_tournament_that_has_begun(
    repository: Repository,
) -> None:
    line_up(repository, entered(repository, OPEN + LOW), ["ann", "bob"])
    assert len(parse_config(entered(repository, OPEN + LOW).config_text).names) == 3
    repository.start("cup", "2026-03-01T12:00:00.000Z")
    with pytest.raises(ConfigError, match="another configuration"):
        entered(repository, OPEN + "rounds = 9\n" + LOW)


def test_what_was_never_begun_may_be_entered_with_another_configuration(
    repository: Repository,
) -> None:
    line_up(repository, entered(repository, OPEN + LOW), ["ann", "bob"])
    mended = entered(repository, OPEN + "rounds = 9\n" + LOW)
    assert parse_config(mended.config_text).rounds == 9
