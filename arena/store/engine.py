"""From a URL to a `Database` that hands out transactions.

SQLite is told the following on every connection:

- `journal_mode = WAL`, once a file: readers (`arena standings` in another process)
  never wait for the arena, nor the arena for them.
- `synchronous = FULL`: a commit returns after the disk has it. Under WAL the default
  of many programs, NORMAL, survives a killed process but loses the last commits when
  the machine loses power. Measured in bare commits a second on two cores and a virtual
  disk: FULL 3,000, or 200 while others keep the disk busy; NORMAL 12,000, or 6,000.
  `save_rotations` shares one commit among all that is ready, which makes up for it.
- `fullfsync = ON`: on macOS a plain fsync stops at the drive's cache.
- `immutable`, where the folder may not be written: it is read without the files that
  WAL needs beside it.
- `foreign_keys = ON`: off by default in SQLite.
- a busy timeout: a writer waits its turn before it gives up.

Writers begin with `BEGIN IMMEDIATE`: they queue at the start, where waiting works,
instead of failing in the middle when two readers both want to become writers.

`sqlite://` in memory is refused: each connection would see an empty database of its
own, and the tournament would be gone with the process.
"""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import uniform
from time import perf_counter, sleep
from typing import Self
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from arena.errors import NotFoundError, StoreError
from arena.store.direct import execute
from arena.store.failures import store_errors

EXAMPLES = "use sqlite:///arena.db or postgresql://user@host/name"
"""What a database URL looks like, for messages."""

_BUSY_SECONDS = 15.0
"""How long a SQLite writer waits for another before it gives up."""

_SECRETS = frozenset({"password", "sslpassword"})
"""What of a PostgreSQL URL's query is as secret as the password before its host."""

_SYNCHRONOUS = "FULL"
"""When SQLite waits for the disk; a constant for the tests, which need not."""

_CONNECT_SECONDS = 10
"""How long connecting to a PostgreSQL server may take."""

_BEGIN = "arena_begin"
"""The execution option that holds the SQLite statements a transaction begins with."""

_READ = ("BEGIN",)
_WRITE = ("BEGIN IMMEDIATE",)
# Rebuilding a table drops it, and dropping a parent would delete its children.
_MIGRATE = ("PRAGMA foreign_keys = OFF", "BEGIN IMMEDIATE")


class Database:
    """One database and its pool of connections; safe to use from any thread."""

    def __init__(self, url: str) -> None:
        """Reads the URL; nothing is opened yet.

        Raises:
            StoreError: The URL is unreadable or of a kind that is not supported.
        """
        parsed = _parse(url)
        self.where = _masked(parsed)
        """The URL for messages, without its password."""
        self._frozen = False
        self.path = Path(parsed.database or "") if _is_sqlite(parsed) else None
        """The SQLite file, absolute and free of links; `None` on a server."""
        if self.path is None:
            self.where = self.where.replace("postgresql+psycopg", "postgresql", 1)
            self.engine = _postgres(parsed)
            # One picture for all statements of a reading, as SQLite gives anyway.
            self._reader = self.engine.execution_options(
                isolation_level="REPEATABLE READ"
            )
        else:
            self._frozen = _is_frozen(self.path)
            self.engine = _sqlite(_immutable(parsed) if self._frozen else parsed)
            self._reader = self.engine.execution_options()
        self._writer = self.engine.execution_options(**{_BEGIN: _WRITE})
        self._migrator = self.engine.execution_options(**{_BEGIN: _MIGRATE})

    @property
    def is_sqlite(self) -> bool:
        """Whether this is a SQLite file rather than a server."""
        return self.path is not None

    def check_place(self, *, create: bool) -> None:
        """Sees that the file is there, for its owner alone if it is new.

        Raises:
            NotFoundError: There is no such file and `create` is false.
            StoreError: The folder is missing, the path is no file, or `create` is true
                where nothing can be written.
        """
        if self.path is None:
            return
        if not self.path.parent.is_dir():
            raise StoreError(f"database {self.where}: no folder {self.path.parent}")
        if self.path.exists() and not self.path.is_file():
            raise StoreError(f"database {self.where}: {self.path} is not a file")
        if create and self._frozen:
            raise StoreError(
                f"database {self.where}: the folder {self.path.parent} may not be"
                " written; what is there can be shown, exported and verified only"
            )
        if not create and not self.path.exists():
            raise NotFoundError(
                f"no database at {self.path}; a tournament makes one in the folder in"
                " which it is run"
            )
        if create:
            # It holds the seeds of running tournaments. Where this fails, opening says
            # why; the files beside it get the same permissions from SQLite.
            with suppress(OSError):
                self.path.touch(mode=0o600)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads, all from the same moment."""
        with store_errors(self.where), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that writes: committed at the end, undone on any error."""
        with store_errors(self.where), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def migrate(self) -> Iterator[Connection]:
        """A writing transaction on a connection that may rebuild tables."""
        with store_errors(self.where), self._migrator.connect() as connection:
            # The connection's settings differ, so it must not go back to the pool.
            connection.detach()
            with connection.begin():
                yield connection

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """A connection of its own, in no transaction, closed at the end."""
        engine = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        with store_errors(self.where), engine.connect() as connection:
            connection.detach()
            yield connection

    def close(self) -> None:
        """Closes every connection that is not in use."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        """Gives the database itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes it."""
        self.close()


def without_password(url: str) -> str:
    """Gives a database's URL as it may be shown: where it has a password, with `***`."""
    parsed = make_url(url)
    secret = parsed.password is not None or not _SECRETS.isdisjoint(parsed.query)
    return _masked(parsed) if secret else url


def _masked(url: URL) -> str:
    query = {key: "***" for key in url.query if key in _SECRETS}
    shown = url.update_query_dict(query).render_as_string(hide_password=True)
    return shown.replace(quote("***"), "***")


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _parse(text: str) -> URL:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        shown = re.sub(r"//.*@", "//***@", text)
        raise StoreError(f"unreadable database URL '{shown}'; {EXAMPLES}") from error
    match url.drivername:
        case "sqlite" | "sqlite+pysqlite":
            return _parse_sqlite(url, text)
        case "postgres" | "postgresql" | "postgresql+psycopg":
            return url.set(drivername="postgresql+psycopg")
        case other:
            raise StoreError(f"unsupported kind of database '{other}'; {EXAMPLES}")


def _parse_sqlite(url: URL, text: str) -> URL:
    database = url.database or ""
    if not (url.host or database) or database == ":memory:" or "mode" in url.query:
        raise StoreError(
            f"database '{text}' is in memory, where nothing is kept and every thread "
            f"sees another; {EXAMPLES}"
        )
    if url.host or database.startswith("file:") or url.query:
        raise StoreError(f"unreadable database URL '{text}'; {EXAMPLES}")
    # Two names of one file must be one database, above all to the claims beside it.
    path = Path(database).expanduser().resolve()
    return url.set(drivername="sqlite", database=str(path))


def _is_frozen(path: Path) -> bool:
    """Whether a file can only be read where it is, and nobody has it open."""
    # SQLite reads a file under WAL by files beside it, which it makes where it can. A
    # log that is there has to be read with the file, and is, where it is complete.
    log = path.with_name(f"{path.name}-wal")
    return path.is_file() and not os.access(path.parent, os.W_OK) and not log.exists()


def _immutable(url: URL) -> URL:
    """Gives the URL that has SQLite read a file and nothing beside it."""
    return url.set(
        database=f"file:{quote(url.database or '')}",
        query={"immutable": "1", "uri": "true"},
    )


def _sqlite(url: URL) -> Engine:
    engine = create_engine(
        url, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def connect(raw: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
        # The driver would begin transactions by itself, and never around DDL.
        raw.isolation_level = None
        fixed = "immutable" in url.query
        if not fixed:
            _use_wal(raw)
        raw.execute(f"PRAGMA synchronous = {_SYNCHRONOUS}")
        raw.execute("PRAGMA fullfsync = ON")
        raw.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        for statement in connection.get_execution_options().get(_BEGIN, _READ):
            execute(connection, statement)

    return engine


def _use_wal(raw: sqlite3.Connection) -> None:
    """Puts a file under WAL, unless it is, when nobody else is writing to it.

    Here SQLite refuses at once instead of waiting as it does everywhere else.
    """
    give_up = perf_counter() + _BUSY_SECONDS
    while raw.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        try:
            raw.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or perf_counter() > give_up:
                raise
            # Two that waited equally long would be in each other's way again.
            sleep(uniform(0.001, 0.01))  # noqa: S311 - no secret
        else:
            break


def _postgres(url: URL) -> Engine:
    arguments: dict[str, str | int] = {
        # The claim's error message names its holder by this.
        "application_name": f"arena {os.uname().nodename} {os.getpid()}",
        "connect_timeout": _CONNECT_SECONDS,
        # A server that has silently gone is noticed within half a minute.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 4,
        "tcp_user_timeout": 30_000,
    }
    # What the organiser wrote into the URL goes before ours.
    for key in url.query:
        arguments.pop(key, None)
    try:
        return create_engine(url, pool_pre_ping=True, connect_args=arguments)
    except ImportError as error:
        raise StoreError(
            "PostgreSQL needs its driver; pip install 'tienlen-arena[postgres]'"
        ) from error
