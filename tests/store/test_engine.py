import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from arena.errors import NotFoundError, StoreError
from arena.store import engine
from arena.store.engine import Database

SHIPPED = engine._SYNCHRONOUS


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("", "unreadable database URL"),
        ("arena.db", "use sqlite:///arena.db"),
        ("/var/arena.db", "use sqlite:///arena.db"),
        ("postgresql://host:port/name", "unreadable database URL"),
        ("mysql://root@localhost/arena", "unsupported kind of database 'mysql'"),
        ("sqlite+aiosqlite:///arena.db", "unsupported kind of database"),
        ("sqlite://", "every thread sees another"),
        ("sqlite:///:memory:", "every thread sees another"),
        ("sqlite:///file:arena?mode=memory&uri=true", "every thread sees another"),
        ("sqlite:///file:arena.db", "unreadable database URL"),
        ("sqlite:///arena.db?cache=shared", "unreadable database URL"),
        ("sqlite://arena.db", "unreadable database URL"),
    ],
)
def test_an_unusable_url_is_refused_with_a_usable_one(url: str, complaint: str) -> None:
    with pytest.raises(StoreError, match=r"use sqlite:///arena\.db") as caught:
        Database(url)
    assert complaint in str(caught.value)


def test_an_unreadable_url_does_not_show_its_password() -> None:
    with pytest.raises(StoreError) as caught:
        Database("postgresql://me:hush@host:port/name")
    assert "hush" not in str(caught.value)


def test_two_names_of_one_file_are_one_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "real.db").touch()
    (tmp_path / "link.db").symlink_to(tmp_path / "real.db")
    monkeypatch.chdir(tmp_path)
    assert Database("sqlite:///link.db").path == tmp_path / "real.db"


def test_a_relative_file_stays_the_same_after_changing_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    database = Database("sqlite:///arena.db")
    monkeypatch.chdir("/")
    with database, database.write() as connection:
        connection.execute(text("CREATE TABLE t (a INTEGER)"))
    assert (tmp_path / "arena.db").exists()


def test_a_missing_file_is_not_made_for_a_reader(sqlite_url: str) -> None:
    with pytest.raises(NotFoundError, match="no database at"):
        Database(sqlite_url).check_place(create=False)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/nowhere/arena.db"
    with pytest.raises(StoreError, match=r"no folder .*nowhere"):
        Database(url).check_place(create=True)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is not a file"):
        Database(f"sqlite:///{tmp_path}").check_place(create=True)


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("fullfsync", 1),
        ("foreign_keys", 1),
        ("busy_timeout", 15000),
    ],
)
def test_every_sqlite_connection_is_told(
    sqlite_url: str, pragma: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_SYNCHRONOUS", SHIPPED)
    with Database(sqlite_url) as database:
        for transaction in (database.read, database.write, database.read):
            with transaction() as connection:
                assert connection.scalar(text(f"PRAGMA {pragma}")) == value


def test_a_migration_runs_without_foreign_keys_and_nothing_after_it_does(
    sqlite_url: str,
) -> None:
    with Database(sqlite_url) as database:
        with database.migrate() as connection:
            assert connection.scalar(text("PRAGMA foreign_keys")) == 0
        with database.write() as connection:
            assert connection.scalar(text("PRAGMA foreign_keys")) == 1


def make_and_fail(database: Database) -> None:
    with database.write() as connection:
        connection.execute(text("CREATE TABLE t (a INTEGER)"))
        raise ZeroDivisionError


def test_an_error_in_a_transaction_undoes_it(url: str) -> None:
    with Database(url) as database:
        with pytest.raises(ZeroDivisionError):
            make_and_fail(database)
        with database.write() as connection:
            connection.execute(text("CREATE TABLE t (a INTEGER)"))


def test_a_reading_sees_one_moment(url: str) -> None:
    with Database(url) as database:
        with database.write() as connection:
            connection.execute(text("CREATE TABLE t (a INTEGER)"))
        count = text("SELECT count(*) FROM t")
        with database.read() as reader:
            assert reader.scalar(count) == 0
            with database.write() as writer:
                writer.execute(text("INSERT INTO t VALUES (1)"))
            assert reader.scalar(count) == 0
        with database.read() as reader:
            assert reader.scalar(count) == 1


def test_a_file_that_another_is_putting_under_wal_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "arena.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waited = list[float]()

        def wait(seconds: float) -> None:
            waited.append(seconds)
            if len(waited) == 3:
                other.execute("CREATE TABLE t (a INTEGER)")
                other.execute("COMMIT")

        monkeypatch.setattr(engine, "sleep", wait)
        with Database(f"sqlite:///{file}") as database, database.read() as reader:
            assert reader.scalar(text("PRAGMA journal_mode")) == "wal"
            assert reader.scalar(text("SELECT count(*) FROM t")) == 0
    assert len(waited) == 3


def test_messages_name_a_file_as_the_organiser_would(tmp_path: Path) -> None:
    for kind in ("sqlite", "sqlite+pysqlite"):
        shown = Database(f"{kind}:///{tmp_path}/arena.db").where
        assert shown == f"sqlite:///{tmp_path}/arena.db"


def test_a_password_is_not_shown() -> None:
    pytest.importorskip("psycopg")
    database = Database("postgres://me:secret@localhost/arena")
    assert database.where == "postgresql://me:***@localhost/arena"
    url = "postgres://localhost/arena?user=me&password=secret&sslpassword=too"
    assert Database(url).where == (
        "postgresql://localhost/arena?password=***&sslpassword=***&user=me"
    )
