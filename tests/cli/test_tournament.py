"""`arena tournament run` and `list`."""

import os
import shlex
from pathlib import Path

import pytest

from arena.cli import tournament_run
from arena.cli.config_file import read_config
from arena.cli.exit_codes import ExitCode
from arena.game.variant import from_toml
from arena.store.repository import Repository
from tests.support.cli import Arena
from tests.support.played import CONFIG, play_spring
from tests.support.ports import own_port


@pytest.fixture
def config(tmp_path: Path) -> str:
    (tmp_path / "spring.toml").write_text(CONFIG)
    return "spring.toml"


def test_an_empty_database_lists_nothing_and_says_what_to_do(
    arena: Arena, tmp_path: Path
) -> None:
    Repository.open(f"sqlite:///{tmp_path / 'arena.db'}").close()
    ran = arena("tournament", "list")
    assert (ran.code, ran.out) == (0, "")
    assert "arena tournament run CONFIG plays one" in ran.err


def test_the_list_says_how_far_each_tournament_is(arena: Arena, tmp_path: Path) -> None:
    play_spring(tmp_path / "arena.db", rounds=1)
    heading, line = arena("tournament", "list").out.splitlines()
    assert heading.split() == [
        *("name", "status", "variant", "entrants", "rounds", "created")
    ]
    facts = ["thirteen", "4", "1/2", "2026-03-01T12:00:00.000Z"]
    assert line.split() == ["spring", "interrupted", *facts]
    with (
        Repository.open(f"sqlite:///{tmp_path / 'arena.db'}") as repository,
        repository.claim("spring"),
    ):
        _, line = arena("tournament", "list").out.splitlines()
    assert line.split() == ["spring", "running", *facts]


def test_a_finished_tournament_is_not_played_again(spring: Arena, config: str) -> None:
    ran = spring("tournament", "run", config)
    assert ran.code == 0
    assert "'spring' has finished already; --fresh plays it anew" in ran.err
    assert ran.out == spring("standings").out


def test_what_to_try_next_is_said(arena: Arena, config: str, played: Path) -> None:
    told = arena("tournament", "run", config, "--database", f"sqlite:///{played}").err
    assert f"the records are in sqlite:///{played}" in told
    for command, options in (
        ("replay", ""),
        ("export", ""),
        ("standings", " --json"),
        ("verify", ""),
        ("tournament show", ""),
    ):
        line = f"arena {command} spring{options} --database sqlite:///{played}  "
        assert line in told


async def stopped(*_: object, **__: object) -> ExitCode:
    """Plays nothing, as if it had been stopped at once."""
    return ExitCode.INTERRUPTED


def test_a_tournament_that_was_stopped_is_resumed_by_the_same_options(
    arena: Arena, config: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena("certificate", "--out", "our keys")
    monkeypatch.setattr(tournament_run, "play", stopped)
    options = [
        *("--listen", "0.0.0.0:7070"),
        *("--tls-cert", "our keys/server.pem"),
        *("--tls-key", "our keys/server-key.pem"),
        *("--tls-client-ca", "our keys/ca.pem"),
        *("--output", "what they said"),
        *("--database", "sqlite:///it's.db"),
    ]
    ran = arena("tournament", "run", config, *options, "--seed", "5eed", "--fresh")
    *_, printed = ran.err.splitlines()
    assert shlex.split(printed) == ["arena", "tournament", "run", config, *options]


def test_what_the_bots_of_the_tournament_before_had_printed_is_forgotten(
    arena: Arena, config: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_run, "play", stopped)
    folder = tmp_path / "bot-output" / "spring"
    (folder / "odd.log").mkdir(parents=True)
    (folder / "bob.log").touch()
    assert "to resume it" in arena("tournament", "run", config).err
    assert [path.name for path in folder.iterdir()] == ["odd.log"]


def test_another_configuration_under_the_same_name_is_refused(
    spring: Arena, config: str, tmp_path: Path
) -> None:
    (tmp_path / config).write_text(CONFIG.replace("boards = 2", "boards = 3"))
    ran = spring("tournament", "run", config)
    assert ran.code == 1
    assert "with another configuration" in ran.err
    assert "hint: give it another name, or play it anew with arena" in ran.err


def test_a_mistyped_key_gets_did_you_mean_and_the_file(
    arena: Arena, config: str, tmp_path: Path
) -> None:
    (tmp_path / config).write_text(CONFIG.replace("boards", "bords"))
    ran = arena("tournament", "run", config)
    assert ran.code == 1
    assert ran.err.startswith("error: spring.toml: bords: ")
    assert "did you mean 'boards'?" in ran.err


def test_a_file_that_is_not_there_gets_did_you_mean(arena: Arena, config: str) -> None:
    ran = arena("tournament", "run", "sprin.toml")
    assert ran.code == 1
    assert ran.err.endswith(f"; did you mean '{config}'?\n")


@pytest.mark.parametrize("seed", ["xyz", "0" * 65, "0x12"])
def test_a_seed_that_is_none_is_misuse(arena: Arena, config: str, seed: str) -> None:
    ran = arena("tournament", "run", config, "--seed", seed)
    assert ran.code == 2
    assert ran.err.splitlines() == [
        f"error: --seed: '{seed}' is no seed",
        "hint: it has up to 64 hexadecimal digits",
    ]


def test_a_port_that_will_be_another_is_said_where_bots_join_by_themselves(
    arena: Arena, tmp_path: Path
) -> None:
    remote = '[[entrants]]\nname = "ann"\n[[entrants]]\nname = "bob"\n'
    (tmp_path / "cup.toml").write_text(f'name = "cup"\njoin_time = 0.1\n{remote}')
    run = ("tournament", "run", "cup.toml", "--fresh")
    notice = "another one when this is started again; --listen HOST:PORT keeps it"
    assert notice in arena(*run).err
    assert notice not in arena(*run, "--listen", f"127.0.0.1:{own_port()}").err


def test_an_address_of_this_machine_only_needs_no_insecure(
    arena: Arena, config: str
) -> None:
    ran = arena("tournament", "run", config, "--listen", "0.0.0.0:0")
    assert ran.code == 1
    assert "add --insecure if that is what you want" in ran.err
    assert "Traceback" not in ran.err


def test_an_output_folder_that_cannot_be_made_is_an_error(
    arena: Arena, config: str
) -> None:
    ran = arena("tournament", "run", config, "--output", f"{config}/bots")
    assert ran.code == 1
    assert f"{config}/bots: cannot be made a folder: " in ran.err


CLUB = 'name = "club"\nbased_on = "vpered"\nequal_cards = "later"\n'


@pytest.fixture
def by_path(tmp_path: Path) -> str:
    """A tournament by house rules, both files in a folder of their own."""
    (tmp_path / "cups").mkdir()
    (tmp_path / "cups" / "club.toml").write_text(CLUB)
    text = 'variant = "./club.toml"\n' + CONFIG
    (tmp_path / "cups" / "spring.toml").write_text(text)
    return "cups/spring.toml"


def test_house_rules_by_path_are_stored_with_the_tournament(
    arena: Arena, by_path: str, tmp_path: Path
) -> None:
    assert arena("tournament", "schedule", by_path).code == 0
    (tmp_path / "cups" / "club.toml").unlink()
    shown = arena("tournament", "show").out
    assert "club: vpered with equal_cards = later" in shown
    toml = arena("tournament", "show", "--toml").out
    (tmp_path / "published.toml").write_text(toml)
    config, text = read_config(tmp_path / "published.toml")
    assert text == toml
    assert config.variant == from_toml(CLUB)


def test_house_rules_that_have_changed_since_are_refused(
    arena: Arena, by_path: str, tmp_path: Path
) -> None:
    assert arena("tournament", "schedule", by_path).code == 0
    (tmp_path / "cups" / "club.toml").write_text(CLUB + "packs = 2\n")
    ran = arena("tournament", "run", by_path)
    assert ran.code == 1
    assert "changed: variant" in ran.err


def test_a_file_of_house_rules_that_is_not_there_gets_did_you_mean(
    arena: Arena, by_path: str, tmp_path: Path
) -> None:
    text = (tmp_path / by_path).read_text().replace("club.toml", "clubs.toml")
    (tmp_path / by_path).write_text(text)
    ran = arena("tournament", "run", by_path)
    assert ran.code == 1
    assert "cups/spring.toml: variant: './clubs.toml' cannot be read" in ran.err
    assert "did you mean 'club.toml'?" in ran.err


@pytest.mark.parametrize(
    ("named", "problem"),
    [
        ("/dev/zero", "cannot be read: no file"),
        ("./pipe.toml", "cannot be read: no file"),
        ("./large.toml", "cannot be read: larger than 16 MiB"),
        ("./club\\u0000.toml", "cannot be read: embedded null byte"),
    ],
)
def test_what_cannot_be_house_rules_is_refused_and_not_read_to_its_end(
    named: str, problem: str, arena: Arena, by_path: str, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "cups" / "pipe.toml")
    with (tmp_path / "cups" / "large.toml").open("wb") as large:
        large.truncate(2**24 + 1)
    text = (tmp_path / by_path).read_text().replace("./club.toml", named)
    (tmp_path / by_path).write_text(text)
    ran = arena("tournament", "run", by_path)
    assert ran.code == 1
    assert "cups/spring.toml: variant: " in ran.err
    assert problem in ran.err


def test_a_tournament_s_file_without_an_end_is_refused(arena: Arena) -> None:
    ran = arena("tournament", "run", "/dev/zero")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "error: /dev/zero: cannot be read: larger than 16 MiB\n"


def test_a_file_of_house_rules_that_cannot_be_used_is_named_with_the_key(
    arena: Arena, by_path: str, tmp_path: Path
) -> None:
    (tmp_path / "cups" / "club.toml").write_text('equal_cards = "latr"\n')
    ran = arena("tournament", "run", by_path)
    assert ran.code == 1
    assert "cups/club.toml: equal_cards: 'latr' is not allowed" in ran.err
    assert "did you mean 'later'?" in ran.err
