"""`arena verify`."""

import json
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.dealing import commitment
from tests.support.cli import Arena
from tests.support.played import SEED
from tests.support.verifiable import Tournament

SHORT = Tournament(
    names="ann bob cat dan eve",
    settings={"rounds": "2", "boards": "1"},
    withdrawals={"eve": (2, 1)},
)
FROM_FILE = ("--file", "records.jsonl", "--config", "autumn.toml", "--seed", SEED.hex())


@pytest.fixture
def files(arena: Arena, tmp_path: Path) -> Path:
    """A played tournament: database, configuration, export and standings."""
    SHORT.play(tmp_path / "arena.db")
    (tmp_path / "autumn.toml").write_text(SHORT.config_text)
    arena("export", "--output", "records.jsonl")
    (tmp_path / "standings.json").write_text(arena("standings", "--json").out)
    return tmp_path


def test_a_tournament_in_the_database_is_verified(arena: Arena, files: Path) -> None:
    ran = arena("verify", "autumn")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("autumn: verified\n")
    assert commitment(SEED) in ran.out
    assert "2 of 2, paired again" in ran.out
    assert "16, dealt from the seed and adjudicated again" in ran.out
    table = arena("standings").out
    assert ran.out.endswith(table)


def test_standings_are_compared_instead_of_printed(arena: Arena, files: Path) -> None:
    ran = arena("verify", "--standings", "standings.json")
    assert ran.code == 0
    assert "as published" in ran.out
    assert "points/board" not in ran.out


def test_a_file_is_verified_by_whoever_has_the_seed(arena: Arena, files: Path) -> None:
    (files / "arena.db").unlink()
    ran = arena("verify", *FROM_FILE)
    assert ran.code == 0
    assert ran.out.startswith("autumn: verified\n")
    assert "compare the commitment with the one published" in ran.err
    assert "taken as withdrawn" in ran.err
    assert "eve, in round 2" in ran.err


def test_with_all_that_was_published_nothing_is_left_to_say(
    arena: Arena, files: Path
) -> None:
    ran = arena(
        *("verify", *FROM_FILE, "--commitment", commitment(SEED).upper()),
        *("--standings", "standings.json"),
    )
    assert (ran.code, ran.err) == (0, "")


def test_the_configurations_own_seed_will_do(arena: Arena, files: Path) -> None:
    text = f'seed = "{SEED.hex()}"\n{SHORT.config_text}'
    (files / "autumn.toml").write_text(text)
    assert arena("verify", *FROM_FILE[:4]).code == 0


def test_what_differs_is_an_error_with_line_field_and_both_values(
    arena: Arena, files: Path
) -> None:
    lines = (files / "records.jsonl").read_text().splitlines()
    lines[2] = lines[2].replace('"dealer":', '"dealer":1')
    (files / "records.jsonl").write_text("\n".join(lines) + "\n")
    ran = arena("verify", *FROM_FILE)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(
        "error: line 3 (round 1, table 1, board 1, rotation 2, deal 0): dealer: 1"
    )
    assert ran.err.endswith(" comes out\n")


def test_the_file_of_an_open_tournament_without_who_was_entered_is_named_as_a_cause(
    arena: Arena, files: Path
) -> None:
    ran = arena("verify", *FROM_FILE)
    assert "open = true" not in ran.err
    config = files / "autumn.toml"
    before, _, last = config.read_text().rpartition("[[entrants]]")
    assert "eve" in last
    config.write_text(f"open = true\n{before}")
    ran = arena("verify", *FROM_FILE)
    assert ran.code == 1
    assert "has open = true; if it is the file that was scheduled" in ran.err
    assert "arena tournament show --toml" in ran.err


def test_standings_that_differ_are_an_error(arena: Arena, files: Path) -> None:
    published = json.loads((files / "standings.json").read_text())
    published[0]["rating"] = 9000.0
    (files / "standings.json").write_text(json.dumps(published))
    ran = arena("verify", "--standings", "standings.json")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: standings, line 1: rating: 9000.0 is published, ")


def test_a_withdrawal_that_was_not_published_is_not_believed(
    arena: Arena, files: Path
) -> None:
    published = json.loads((files / "standings.json").read_text())
    for line in published:
        line["withdrawn"] = None
    (files / "standings.json").write_text(json.dumps(published))
    ran = arena("verify", *FROM_FILE, "--standings", "standings.json")
    assert ran.code == 1
    assert "entrants: seat" in ran.err
    assert "'house-2' is recorded, 'eve' comes out" in ran.err


def test_a_running_tournament_is_verified_with_the_seed_of_its_database(
    arena: Arena, tmp_path: Path
) -> None:
    Tournament(rounds=1).play(tmp_path / "arena.db")
    ran = arena("verify")
    assert ran.code == 0
    assert "1 of 3, paired again" in ran.out
    assert "its seed is still secret" in ran.err
    assert SEED.hex() not in ran.out + ran.err


def test_a_changed_database_is_an_error(arena: Arena, files: Path) -> None:
    connection = sqlite3.connect(files / "arena.db")
    connection.execute("UPDATE deals SET payoff = '0 0 0 0'")
    connection.commit()
    connection.close()
    ran = arena("verify", "autumn")
    assert ran.code == 1
    assert "payoff: (0, 0, 0, 0) is in the light columns" in ran.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--config", "autumn.toml"), "--config and --seed go with --file only"),
        (("--seed", "ab"), "--config and --seed go with --file only"),
        (("--file", "records.jsonl"), "--file needs --config"),
        (FROM_FILE[:4], "--file needs --seed"),
        (("autumn", *FROM_FILE), "--file goes with no tournament's name"),
        ((*FROM_FILE[:4], "--seed", "xyz"), "--seed: 'xyz' is no seed"),
    ],
)
def test_options_that_do_not_go_together_are_misuse(
    arena: Arena, files: Path, arguments: tuple[str, ...], problem: str
) -> None:
    ran = arena("verify", *arguments)
    assert ran.code == 2
    assert ran.err.startswith(f"error: {problem}")


@pytest.mark.parametrize(
    ("text", "problem"),
    [("[", "no JSON"), ("{}", "no standings"), ("[1]", "no standings")],
)
def test_standings_that_cannot_be_read_are_an_error(
    arena: Arena, files: Path, text: str, problem: str
) -> None:
    (files / "standings.json").write_text(text)
    ran = arena("verify", "--standings", "standings.json")
    assert ran.code == 1
    assert ran.err.startswith(f"error: standings.json: {problem}")


def test_a_file_that_is_no_text_is_an_error(arena: Arena, files: Path) -> None:
    (files / "records.jsonl").write_bytes(b"\xff\xfe")
    ran = arena("verify", *FROM_FILE)
    assert ran.code == 1
    assert "records.jsonl: cannot be read: not UTF-8 text" in ran.err


def test_records_that_can_be_read_only_once_are_misuse(
    arena: Arena, files: Path
) -> None:
    os.mkfifo(files / "pipe")
    with ThreadPoolExecutor() as pool:
        writer = pool.submit((files / "pipe").write_text, "")
        ran = arena("verify", "--file", "pipe", *FROM_FILE[2:])
        writer.result(timeout=300)
    assert ran.code == 2
    assert ran.err.startswith("error: 'pipe' can be read only once")
