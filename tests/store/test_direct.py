import sqlite3
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from arena.store.direct import execute
from arena.store.engine import Database


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    """A transaction with an empty table."""
    with Database(url) as database, database.write() as opened:
        opened.execute(text("CREATE TABLE words (number INTEGER UNIQUE, word TEXT)"))
        yield opened


def insertion(connection: Connection) -> str:
    place = "?" if connection.dialect.name == "sqlite" else "%s"
    return f"INSERT INTO words VALUES ({place}, {place})"  # noqa: S608 - two texts


def test_what_a_statement_returns_is_given(connection: Connection) -> None:
    assert execute(connection, insertion(connection), (1, "one")) == []
    returning = f"{insertion(connection)} RETURNING word, number"
    assert list(map(tuple, execute(connection, returning, (2, "two")))) == [("two", 2)]


def test_it_is_undone_with_its_transaction(connection: Connection) -> None:
    with connection.begin_nested() as savepoint:
        execute(connection, insertion(connection), (1, "one"))
        savepoint.rollback()
    execute(connection, insertion(connection), (2, "two"))
    found = execute(connection, "SELECT number FROM words")
    assert list(map(tuple, found)) == [(2,)]


def test_errors_are_those_of_sqlalchemy(connection: Connection) -> None:
    execute(connection, insertion(connection), (1, "one"))
    with pytest.raises(IntegrityError) as caught, connection.begin_nested():
        execute(connection, insertion(connection), (1, "once more"))
    if connection.dialect.name == "sqlite":
        assert isinstance(caught.value.orig, sqlite3.IntegrityError)
    with pytest.raises(DBAPIError), connection.begin_nested():
        execute(connection, "SELECT nothing FROM nowhere")
