import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from arena.errors import StoreError
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


def end_connection(connection: Connection, url: str) -> None:
    """Has the server end a connection, as it does when it is shut down."""
    ((process,),) = execute(connection, "SELECT pg_backend_pid()")
    with Database(url) as other, other.alone() as server:
        # Returns when that is done.
        execute(server, "SELECT pg_terminate_backend(%s, 60000)", (process,))


def test_a_lost_connection_says_why_and_is_not_used_again(postgres_url: str) -> None:
    why = r"cannot be reached \(terminating connection"
    with Database(postgres_url) as database:
        with ExitStack() as stack:
            stack.enter_context(pytest.raises(StoreError, match=why))
            opened = stack.enter_context(database.write())
            end_connection(opened, postgres_url)
            execute(opened, "SELECT 1")
        with database.write() as again:
            assert list(map(tuple, execute(again, "SELECT 1"))) == [(1,)]
