"""A database in which one thing is wrong, changed behind the arena's back."""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from arena.director.verify import verify
from arena.director.verify_stored import StoredSource
from arena.errors import ArenaError, ConfigError, StoreError, VerificationError
from arena.game.record import decode_record, encode_record
from arena.store.repository import Repository
from tests.director.test_verify_exported import played_otherwise

THAT = """(SELECT id FROM rotations
    WHERE round = 2 AND table_number = 2 AND board = 1 AND number = 2)"""
PLACE = "round 2, table 2, board 1, rotation 2, deal 1"


def refusal(
    autumn: Path, folder: Path, *statements: str, value: str | None = None
) -> ArenaError:
    """What verifying a copy says after it was changed by SQL.

    `THAT` in a statement is the rotation of `PLACE`, `?` is `value`.
    """
    database = folder / "arena.db"
    shutil.copy(autumn, database)
    with sqlite3.connect(database) as connection:
        for statement in statements:
            arguments = [value] * statement.count("?")
            changed = connection.execute(statement.replace("THAT", THAT), arguments)
            assert changed.rowcount, statement
    connection.close()
    with Repository.open(f"sqlite:///{database}") as repository:
        with pytest.raises(ArenaError) as caught:
            verify(StoredSource(repository, "autumn"))
        return caught.value


def assert_at(found: ArenaError, place: str, field: str) -> None:
    assert isinstance(found, VerificationError), found
    assert (found.place, found.field) == (place, field), found


@pytest.mark.parametrize(
    ("column", "value", "field"),
    [
        ("seats", "1 2 3 4", "entrants"),
        ("finish", "0>1>2>3", "finish"),
        ("payoff", "3 -1 -1 -1", "payoff"),
        ("forfeited", "0000", "forfeited"),
    ],
)
def test_a_light_column_that_differs_from_its_record_is_named(
    autumn: Path, tmp_path: Path, column: str, value: str, field: str
) -> None:
    found = refusal(
        autumn,
        tmp_path,
        "UPDATE deals SET COLUMN = ? WHERE rotation_id = THAT AND number = 1".replace(
            "COLUMN", column
        ),
        value=value,
    )
    assert_at(found, PLACE, field)
    assert "light columns" in str(found)


def test_a_light_column_that_cannot_be_read_is_named(
    autumn: Path, tmp_path: Path
) -> None:
    found = refusal(
        autumn,
        tmp_path,
        "UPDATE deals SET finish = 'x' WHERE rotation_id = THAT AND number = 1",
    )
    assert isinstance(found, StoreError)
    assert PLACE in str(found)


@pytest.mark.parametrize(
    ("statement", "place", "field"),
    [
        (
            "DELETE FROM records WHERE rotation_id = THAT AND deal = 1",
            PLACE,
            "line",
        ),
        (
            "DELETE FROM deals WHERE rotation_id = THAT AND number = 1",
            PLACE,
            "line",
        ),
        (
            "UPDATE records SET deal = 2 WHERE rotation_id = THAT AND deal = 1",
            PLACE,
            "deal",
        ),
        (
            "DELETE FROM rotations WHERE id = THAT",
            "round 2, table 2, board 1, rotation 2, deal 0",
            "line",
        ),
        (
            "UPDATE rotations SET number = 3 WHERE id = THAT",
            "round 2, table 2, board 1, rotation 2, deal 0",
            "line",
        ),
        (
            "UPDATE records SET line = 'x' WHERE rotation_id = THAT AND deal = 1",
            PLACE,
            "line",
        ),
        (
            "DELETE FROM forfeits WHERE rotation_id = THAT AND deal = 1",
            PLACE,
            "terminations",
        ),
        (
            "UPDATE forfeits SET termination = 'flag_fall'"
            " WHERE rotation_id = THAT AND deal = 1",
            PLACE,
            "terminations",
        ),
        (
            "UPDATE forfeits SET turn = 1 WHERE rotation_id = THAT AND deal = 1",
            PLACE,
            "terminations",
        ),
        (
            "UPDATE forfeits SET seat = 0 WHERE rotation_id = THAT AND deal = 1",
            PLACE,
            "terminations",
        ),
        (
            "UPDATE forfeits SET deal = 7 WHERE rotation_id = THAT AND deal = 1",
            PLACE,
            "terminations",
        ),
        (
            "UPDATE pairings SET place = 9 WHERE round = 2 AND table_number = 2"
            " AND place = 0",
            "round 2, table 2",
            "pairing",
        ),
        ("DELETE FROM rounds WHERE number = 3", "round 3", "pairing"),
        (
            "UPDATE tournaments SET commitment = 'ab'",
            "tournament 'autumn'",
            "commitment",
        ),
        ("UPDATE tournaments SET seed = x'00'", "tournament 'autumn'", "commitment"),
        (
            "UPDATE tournaments SET config_text = replace(config_text, 'eve', 'eva')",
            "tournament 'autumn'",
            "entrants",
        ),
        (
            "UPDATE tournaments SET config_text ="
            " replace(config_text, 'boards = 2', 'boards = 3')",
            "round 1, table 1, board 3, rotation 1, deal 0",
            "line",
        ),
        (
            "UPDATE tournaments SET config_text ="
            " replace(config_text, 'rounds = 3', 'rounds = 2')",
            "round 3",
            "pairing",
        ),
        (
            "UPDATE entrants SET withdrawn = NULL WHERE name = 'eve'",
            "round 2, table 1, board 2, rotation 1, deal 0",
            "entrants",
        ),
        (
            "UPDATE entrants SET withdrawn_round = 0 WHERE name = 'eve'",
            "round 1, table 1, board 1, rotation 1, deal 0",
            "entrants",
        ),
        (
            "UPDATE entrants SET withdrawn_round = 3 WHERE name = 'eve'",
            "round 2, table 1, board 2, rotation 1, deal 0",
            "entrants",
        ),
        (
            "UPDATE entrants SET withdrawn = 'x', withdrawn_round = 2"
            " WHERE name = 'bob'",
            "round 3, table 2, board 1, rotation 1, deal 0",
            "entrants",
        ),
        (
            "UPDATE entrants SET fill = 1 WHERE name = 'eve'",
            "tournament 'autumn'",
            "entrants",
        ),
    ],
)
def test_whatever_is_changed_is_named(
    autumn: Path, tmp_path: Path, statement: str, place: str, field: str
) -> None:
    found = refusal(autumn, tmp_path, statement)
    assert_at(found, place, field)


def test_a_rotation_too_many_is_named(autumn: Path, tmp_path: Path) -> None:
    found = refusal(
        autumn,
        tmp_path,
        "INSERT INTO rotations (tournament_id, round, table_number, board, number)"
        " SELECT tournament_id, round, table_number, board, 3 FROM rotations"
        " WHERE id = THAT",
        "INSERT INTO records SELECT (SELECT max(id) FROM rotations), deal, line"
        " FROM records WHERE rotation_id = THAT",
    )
    assert_at(found, "round 2, table 2, board 1, rotation 3, deal 0", "line")


def test_a_result_without_a_record_is_named(autumn: Path, tmp_path: Path) -> None:
    found = refusal(
        autumn,
        tmp_path,
        "INSERT INTO deals SELECT rotation_id, 7, seats, finish, payoff, forfeited"
        " FROM deals WHERE rotation_id = THAT AND number = 1",
    )
    assert_at(found, PLACE.replace("deal 1", "deal 7"), "line")


def test_a_finished_round_that_lacks_a_rotation_is_caught_while_it_runs(
    autumn: Path, tmp_path: Path
) -> None:
    found = refusal(
        autumn,
        tmp_path,
        "UPDATE tournaments SET status = 'running'",
        "DELETE FROM rotations WHERE id = THAT",
    )
    assert_at(found, "round 2, table 2, board 1, rotation 2, deal 0", "line")


def test_a_round_after_an_unfinished_one_is_caught(
    autumn: Path, tmp_path: Path
) -> None:
    found = refusal(
        autumn,
        tmp_path,
        "UPDATE tournaments SET status = 'running'",
        "UPDATE rounds SET finished = 0 WHERE number = 2",
    )
    assert_at(found, "round 3", "pairing")


def test_a_configuration_that_cannot_be_read_is_an_error(
    autumn: Path, tmp_path: Path
) -> None:
    found = refusal(autumn, tmp_path, "UPDATE tournaments SET config_text = 'x'")
    assert isinstance(found, ConfigError)


def stored_line(autumn: Path) -> str:
    connection = sqlite3.connect(autumn)
    (line,) = connection.execute(
        "SELECT line FROM records WHERE rotation_id = THAT AND deal = 1".replace(
            "THAT", THAT
        )
    ).fetchone()
    connection.close()
    return str(line)


def test_a_consistent_forgery_differs_from_its_light_columns(
    autumn: Path, tmp_path: Path
) -> None:
    forged = encode_record(played_otherwise(decode_record(stored_line(autumn))))
    found = refusal(
        autumn,
        tmp_path,
        "UPDATE records SET line = ? WHERE rotation_id = THAT AND deal = 1",
        value=forged,
    )
    assert isinstance(found, VerificationError)
    assert found.place == PLACE
    assert "light columns" in found.problem


def test_a_forfeit_moved_to_a_later_turn_differs_from_its_evidence(
    autumn: Path, tmp_path: Path
) -> None:
    values: dict[str, Any] = json.loads(stored_line(autumn))
    first = next(action for action in values["actions"] if "substitute" in action[-1])
    del first[2]
    line = json.dumps(values, separators=(",", ":"))
    found = refusal(
        autumn,
        tmp_path,
        "UPDATE records SET line = ? WHERE rotation_id = THAT AND deal = 1",
        value=line,
    )
    assert_at(found, PLACE, "terminations")
    assert "forfeits" in str(found)
