"""What a database's refusal means to the person who runs the arena.

The one place that reads drivers' error codes. Everything comes out as a `StoreError`
that names the database, what went wrong and what to do; the transaction it happened
in has been rolled back, so that the same call may simply be made again.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from arena.errors import StoreError

_SQLITE = {
    sqlite3.SQLITE_BUSY: (
        "is locked: another program has been writing to it for too long; "
        "close that program and run the same command again"
    ),
    sqlite3.SQLITE_LOCKED: "is locked by another use of it; run the command again",
    sqlite3.SQLITE_FULL: (
        "cannot grow, the disk is full; free some space and run the same command "
        "again, nothing that was saved is lost"
    ),
    sqlite3.SQLITE_NOTADB: "is not a database; name another file",
    sqlite3.SQLITE_CORRUPT: (
        "is damaged; restore a copy, or save what is left with 'sqlite3 FILE .recover'"
    ),
    sqlite3.SQLITE_READONLY: "may not be written; check the rights of file and folder",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; check that it is a file and readable",
    sqlite3.SQLITE_IOERR: "cannot be read or written; check the disk",
}

_POSTGRES = {
    "53100": "has no disk space left; free some and run the same command again",
    "53300": "takes no more connections; close some and run the command again",
    "28000": "does not let this user in; check user and password in the URL",
    "28P01": "does not let this user in; check user and password in the URL",
    "3D000": "does not exist on that server; make it with 'createdb'",
    "42501": "does not allow this user to do that; grant it the rights",
    "25006": "may only be read; name the primary server",
}

_FIRST_BYTE = 0xFF
"""SQLite keeps the primary code in the lowest byte of its extended ones."""


@contextmanager
def store_errors(where: str) -> Iterator[None]:
    """Raises whatever the database refuses in the block as a `StoreError`."""
    try:
        yield
    except SQLAlchemyError as error:
        raise StoreError(f"database {where} {_meaning(error)}") from error


def _meaning(error: SQLAlchemyError) -> str:
    if isinstance(error, PoolTimeoutError):
        return "is too busy: no connection became free; run the command again"
    if not isinstance(error, DBAPIError):
        return f"refused: {error}"
    cause = error.orig
    text = " ".join(str(cause).split())
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None and code & _FIRST_BYTE in _SQLITE:
        return f"{_SQLITE[code & _FIRST_BYTE]} ({text})"
    state = getattr(cause, "sqlstate", None)
    if state in _POSTGRES:
        return f"{_POSTGRES[state]} ({text})"
    if error.connection_invalidated or (
        state is None and type(cause).__module__.startswith("psycopg")
    ):
        return f"cannot be reached ({text}); check that the server is up, then run the same command again"
    return f"refused: {text}"
