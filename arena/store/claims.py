"""The claim: one process at a time plays a tournament.

A flag in the database would outlive a killed arena and lock it out of its own
tournament, so the claim is a lock that somebody else takes back when its holder is
gone, in whatever way:

- SQLite: an advisory lock on a file beside the database, one a tournament. The kernel
  drops it with the process. The file itself means nothing; it is removed at a regular
  end, and one left by a killed arena is simply locked again. (Not the database file:
  closing a second handle on that would drop SQLite's own locks.)
- PostgreSQL: an advisory lock of a session kept for it. The server drops it with the
  connection, and notices within half a minute that a machine behind one has died.

Should a claim be lost all the same (the server was restarted) the unique keys still
keep any rotation from being recorded twice; `Claim.check` tells.
"""

import fcntl
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, text

from arena.errors import StoreError
from arena.store.engine import Database
from arena.store.failures import store_errors

ARENA = 0
"""The claim on serving the database as a whole; tournaments count from 1."""

_GLANCE = 0.01
"""Seconds to wait at most for somebody who only looks whether a claim is held."""

_GLANCES = 1.0
"""Seconds after which whoever only ever looks is taken for a holder."""

_HOLDER = text(
    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND objid = :id"
    " AND classid = 'tournaments'::regclass::oid"
)


class Claim(Protocol):
    """The right to play one tournament, held."""

    def check(self) -> None:
        """Makes sure that it is still held; costs a round trip on a server.

        Raises:
            StoreError: It has been lost with the connection it hung on.
        """


@contextmanager
def hold(
    database: Database, identity: int, name: str, busy: str | None = None
) -> Iterator[Claim]:
    """Holds the claim on tournament number `identity` while the block runs.

    Args:
        database: The database it belongs to.
        identity: The tournament's number, or `ARENA`.
        name: What is claimed, for messages.
        busy: What another holder is doing with it, for messages.

    Raises:
        StoreError: Somebody else has it, or the lock cannot be made.
    """
    busy = busy or f"tournament '{name}' is being played"
    if database.path is None:
        with database.alone() as connection, _on_server(connection, identity, busy):
            yield _ServerClaim(connection, database.where, name)
    else:
        with _in_file(_lock_file(database.path, identity), busy):
            yield _FileClaim()


def is_held(database: Database, identity: int) -> bool:
    """Tells whether somebody holds that claim, without taking it for longer."""
    if database.path is None:
        with database.read() as connection:
            return connection.execute(_HOLDER, {"id": identity}).first() is not None
    try:
        handle = os.open(_lock_file(database.path, identity), os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def _lock_file(database: Path, identity: int) -> Path:
    return database.with_name(f"{database.name}-play-{identity}.lock")


class _FileClaim:
    def check(self) -> None:
        """Does nothing: the kernel keeps the lock as long as the process lives."""


class _ServerClaim:
    def __init__(self, connection: Connection, where: str, name: str) -> None:
        self._connection = connection
        self._where = where
        self._name = name

    def check(self) -> None:
        """Asks the session that holds the lock for a sign of life."""
        with store_errors(f"{self._where}: the claim on '{self._name}' is lost:"):
            self._connection.execute(text("SELECT 1"))


def _taken(busy: str, holder: str) -> StoreError:
    by = f" ({holder})" if holder else ""
    return StoreError(
        f"{busy} by another process{by}; "
        "wait for it or end it, then run the same command again"
    )


@contextmanager
def _in_file(path: Path, busy: str) -> Iterator[None]:
    try:
        handle = _lock(path, busy)
    except OSError as error:
        raise StoreError(f"cannot lock {path}: {error.strerror}") from error
    try:
        yield
    finally:
        # Removed while still locked: see the comparison in `_lock`.
        path.unlink(missing_ok=True)
        os.close(handle)


def _lock(path: Path, busy: str) -> int:
    given_up = time.perf_counter() + _GLANCES
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Its last holder may have removed the file after it was opened here; a
            # lock on a file without a name would keep nobody out.
            if _still_named(path, handle):
                os.ftruncate(handle, 0)
                os.pwrite(handle, f"process {os.getpid()}".encode(), 0)
                return handle
            os.close(handle)
        except BlockingIOError:
            looked_at = _is_looked_at(handle)
            holder = os.pread(handle, 80, 0).decode(errors="replace")
            # Closed first: it holds the shared lock now, and would keep others out.
            os.close(handle)
            if not looked_at or time.perf_counter() > given_up:
                raise _taken(busy, holder) from None
            # Not all in step, or several claimers would look at each other for ever.
            time.sleep(random.uniform(0, _GLANCE))  # noqa: S311 - no secret
        except OSError:
            os.close(handle)
            raise


def _is_looked_at(handle: int) -> bool:
    """Tells a lock that `is_held` has for a moment, which is shared, from a claim."""
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _still_named(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


@contextmanager
def _on_server(connection: Connection, identity: int, busy: str) -> Iterator[None]:
    # Over TCP the server itself asks a silent peer whether it is there; its own
    # default would keep a dead machine's lock for hours.
    for setting, value in (("idle", 10), ("interval", 5), ("count", 3)):
        connection.execute(text(f"SET tcp_keepalives_{setting} = {value}"))
    # The table's own number beside the tournament's keeps two schemas apart.
    key = {"id": identity}
    if not connection.scalar(
        text("SELECT pg_try_advisory_lock('tournaments'::regclass::oid::int, :id)"), key
    ):
        holder = connection.scalar(_HOLDER, key)
        raise _taken(busy, str(holder or ""))
    # Closing the connection lets go of it, in good times and bad.
    yield
