import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event, make_url

from arena.errors import StoreError
from arena.store import engine
from arena.store.repository import Repository
from arena.store.rows import RotationKey
from tests.support.store import FIRST, START, paired, record, save


def test_a_locked_database_says_what_to_do(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_BUSY_SECONDS", 0.05)
    with Repository.open(sqlite_url) as repository:
        paired(repository)
        with closing(sqlite3.connect(tmp_path / "arena.db")) as other:
            other.isolation_level = None
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match=r"is locked.* close that program"):
                repository.start("spring", START)
            assert repository.tournament("spring").status == "created"
            other.execute("ROLLBACK")
        repository.start("spring", START)


def test_a_full_disk_loses_nothing_and_the_same_call_works_later(
    sqlite_url: str,
) -> None:
    with Repository.open(sqlite_url) as repository:
        paired(repository)
        save(repository, "spring", FIRST, [record()])
        second = RotationKey(1, 1, 1, 2)
        deals = [record(second, deal) for deal in range(20)]
        pages = 1

        def limit(connection: sqlite3.Connection, *_: object) -> None:
            connection.execute(f"PRAGMA max_page_count = {pages}")

        event.listen(repository._database.engine, "checkout", limit)
        with pytest.raises(StoreError, match="disk is full; free some space"):
            save(repository, "spring", second, deals)
        assert repository.finished_rotations("spring", 1) == {FIRST}
        assert len(repository.outcomes("spring")) == 1
        pages = 1_000_000
        assert save(repository, "spring", second, deals)
        assert len(repository.outcomes("spring")) == 21


def test_a_file_that_is_no_database_is_left_alone(
    sqlite_url: str, tmp_path: Path
) -> None:
    letter = b"Dear organiser, " * 100
    (tmp_path / "arena.db").write_bytes(letter)
    with pytest.raises(StoreError, match="is not a database; name another file"):
        Repository.open(sqlite_url)
    assert (tmp_path / "arena.db").read_bytes() == letter


def test_a_damaged_database_is_called_so(sqlite_url: str, tmp_path: Path) -> None:
    with Repository.open(sqlite_url) as repository:
        paired(repository)
    path = tmp_path / "arena.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with (
        pytest.raises(StoreError, match="is damaged; restore a copy"),
        Repository.open(sqlite_url) as repository,
    ):
        repository.tournaments()


def test_an_unreachable_server_is_called_so() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match=r"cannot be reached .*check that the server"):
        Repository.open("postgresql://arena@127.0.0.1:1/arena")


def test_a_missing_database_on_a_server_is_called_so(postgres_server: str) -> None:
    url = str(make_url(postgres_server).set(database="nowhere"))
    with pytest.raises(StoreError, match=r"does not exist|createdb"):
        Repository.open(url)


def test_an_error_never_shows_a_password() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError) as caught:
        Repository.open("postgresql://arena:hush@127.0.0.1:1/arena")
    assert "hush" not in str(caught.value)
