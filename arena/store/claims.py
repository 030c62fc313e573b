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

A server may end that session (it is restarted, or told to end whoever is idle), and
the claim with it. `Claim.check` notices and takes it again, unless somebody else was
faster. Until then the unique keys keep any rotation from being recorded twice.
"""

import fcntl
import os
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, text

from arena.errors import ClaimLostError, StoreError
from arena.store.engine import Database
from arena.store.failures import store_errors

ARENA = 0
"""The claim on serving the database as a whole; tournaments count from 1."""

_GLANCE = 0.01
"""Seconds to wait at most for somebody who only looks whether a claim is held."""

_GLANCES = 1.0
"""Seconds after which whoever only ever looks is taken for a holder."""

_TAKE = text(
    "SELECT pg_try_advisory_lock('tournaments'::regclass::oid::int, :id),"
    " pg_backend_pid()"
)

_HOLDER = text(
    "SELECT application_name, pid FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND objid = :id"
    " AND classid = 'tournaments'::regclass::oid"
)

_IS_THERE = text("SELECT EXISTS (SELECT 1 FROM tournaments WHERE id = :id)")


class Claim(Protocol):
    """The right to play one tournament or to serve a database, held."""

    can_be_lost: bool
    """Whether it may end before the process and its block do."""

    def check(self) -> None:
        """Makes sure that it is held, taking it again where it was lost.

        It costs a round trip on a server. One thread at a time may call it.

        Raises:
            ClaimLostError: Somebody else has it now, or has deleted the tournament.
            StoreError: The database cannot be reached; a later call may succeed.
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
        claim = _ServerClaim(database, identity, name, busy)
        claim.take()
        try:
            yield claim
        finally:
            claim.let_go()
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
    can_be_lost = False

    def check(self) -> None:
        """Does nothing: the kernel keeps the lock as long as the process lives."""


class _ServerClaim:
    can_be_lost = True

    def __init__(self, database: Database, identity: int, name: str, busy: str) -> None:
        self._database = database
        self._identity = identity
        self._name = name
        self._busy = busy
        self._open = ExitStack()
        self._connection: Connection | None = None
        self._session = 0

    def take(self) -> None:
        """Locks in a session of its own, which has the lock until it is closed."""
        with ExitStack() as on_error:
            connection = on_error.enter_context(self._database.alone())
            # Over TCP the server itself asks a silent peer whether it is there; its
            # own default would keep a dead machine's lock for hours.
            for setting, value in (("idle", 10), ("interval", 5), ("count", 3)):
                connection.execute(text(f"SET tcp_keepalives_{setting} = {value}"))
            # The table's own number beside the tournament's keeps two schemas apart.
            key = {"id": self._identity}
            taken, session = connection.execute(_TAKE, key).one()
            if not taken:
                raise self._refusal(connection)
            again = self._session != 0
            if again and self._identity != ARENA:
                self._require_there(connection)
            self._connection, self._session = connection, session
            self._open = on_error.pop_all()

    def let_go(self) -> None:
        """Closes the session and so lets go of it, in good times and bad."""
        self._connection = None
        self._open.close()

    def check(self) -> None:
        """Asks the session that holds the lock for a sign of life, or begins another."""
        try:
            if self._connection is not None:
                with store_errors(self._database.where):
                    self._connection.execute(text("SELECT 1"))
                return
        except StoreError:
            with suppress(StoreError):
                self.let_go()
        self.take()

    def _require_there(self, connection: Connection) -> None:
        if not connection.scalar(_IS_THERE, {"id": self._identity}):
            raise ClaimLostError(
                f"tournament '{self._name}' was deleted while the connection to the"
                " database was lost"
            )

    def _refusal(self, connection: Connection) -> StoreError:
        holder = connection.execute(_HOLDER, {"id": self._identity}).first()
        name, session = ("", 0) if holder is None else holder
        taken = _taken(self._busy, name or "")
        if not self._session:
            return StoreError(taken)
        if session == self._session:
            return StoreError(
                f"database {self._database.where} has yet to notice that the connection"
                f" is gone by which {self._busy}"
            )
        return ClaimLostError(
            f"the connection to the database was lost for a while, and now {taken}"
        )


def _taken(busy: str, holder: str) -> str:
    by = f" ({holder})" if holder else ""
    return (
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
                raise StoreError(_taken(busy, holder)) from None
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
