"""Statements that go to the driver as they are, past SQLAlchemy.

SQLAlchemy takes longer over a statement that is complete than SQLite over its rows, and
holds the interpreter meanwhile, which the tables wait for.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

Value: TypeAlias = int | str


def execute(
    connection: Connection, text: str, values: Sequence[Value] = ()
) -> list[Sequence[Any]]:
    """Executes one statement in the connection's transaction; gives its rows.

    Raises:
        DBAPIError: The database refuses: the same errors as SQLAlchemy's. A connection
            that is lost by it is not used again.
    """
    driver = connection.dialect.loaded_dbapi
    cursor = connection.connection.cursor()
    try:
        cursor.execute(text, values)
        # Only a statement that returns rows describes them.
        return list(cursor.fetchall()) if cursor.description else []
    except driver.Error as error:
        lost = connection.dialect.is_disconnect(error, connection.connection, cursor)
        if lost:
            # Or undoing the transaction would fail, too, and hide why.
            connection.invalidate(error)
        raise DBAPIError.instance(
            text,
            values,
            error,
            driver.Error,
            connection_invalidated=lost,
            dialect=connection.dialect,
        ) from error
    finally:
        cursor.close()
