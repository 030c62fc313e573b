"""Bringing a database's tables up to what this program knows.

Opening asks one question (which revision?) and normally needs nothing else; Alembic
is only imported when there is something to do. A migration is one transaction, so a
killed one leaves the database as it was, and two programs that open a new database at
the same moment wait for each other.
"""

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, Table, Text, inspect, select, text

from arena.errors import StoreError
from arena.store import schema
from arena.store.engine import Database

_version = Table(schema.VERSION_TABLE, MetaData(), Column("version_num", Text))

_POSTGRES_LOCK = 0x7469656E
"""An advisory lock number of our own, held while migrating."""


def bring_up_to_date(database: Database) -> None:
    """Makes or migrates the tables, unless they are as they should be.

    Raises:
        StoreError: The schema is newer than this program, or the database belongs to
            another program.
    """
    with database.read() as connection:
        if _revision(database, connection) == schema.REVISION:
            return
    with database.migrate() as connection:
        if not database.is_sqlite:
            connection.execute(
                text("SELECT pg_advisory_xact_lock(:key)"), {"key": _POSTGRES_LOCK}
            )
        # Another program may have done it while this one waited.
        if _revision(database, connection) != schema.REVISION:
            _upgrade(connection)
            _check_references(database, connection)


def _revision(database: Database, connection: Connection) -> str | None:
    """The revision the database is at; `None` when it is new."""
    names = set(inspect(connection).get_table_names())
    if schema.VERSION_TABLE not in names:
        # A server's database may be shared with others' tables; a file is ours alone.
        strangers = names if database.is_sqlite else names & set(schema.metadata.tables)
        if strangers:
            raise StoreError(
                f"database {database.where} belongs to another program "
                f"(it has a table '{min(strangers)}'); name another"
            )
        return None
    found = connection.scalar(select(_version.c.version_num))
    if found is not None and found > schema.REVISION:
        raise StoreError(
            f"database {database.where} was written by a newer arena (schema {found}, "
            f"this one knows {schema.REVISION}); install that version or name another"
        )
    return found


def _upgrade(connection: Connection) -> None:
    # Loading Alembic takes longer than most commands; most commands need none.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    folder = Path(__file__).with_name("migrations")
    # The option is subject to %-interpolation, and a path may hold that sign.
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _check_references(database: Database, connection: Connection) -> None:
    """Sees that a rebuilt table left no row without its parent."""
    if not database.is_sqlite:
        return
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise StoreError(
            f"database {database.where} is damaged: a row of '{broken[0]}' refers to "
            f"'{broken[2]}', where it finds nothing"
        )
