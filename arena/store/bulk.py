"""Several rows with one statement whose text is kept.

SQLAlchemy puts a statement of several rows together each time, and executes one of a
single row many times over. The first costs more than the database takes for the rows;
with the second SQLite's driver lets go of the interpreter at every row, and has to wait
for it while others are busy. Here each number of rows has one text, made once, from
what SQLAlchemy makes of a single row.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

from sqlalchemy import Connection, Dialect, Insert
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.dialects.sqlite import pysqlite

from arena.store.direct import Value, execute

MOST_ROWS = 32
"""Rows in one statement. SQLite's driver keeps 128 statements ready, which is enough
for every number of rows of three tables; more rows take several statements."""

_DIALECTS: Mapping[str, Dialect] = {
    "sqlite": pysqlite.dialect(),
    "postgresql": psycopg.dialect(paramstyle="format"),  # type: ignore[no-untyped-call]
}
"""What the texts are written in: with parameters that go by their place."""

_VALUES = " VALUES "

Values: TypeAlias = tuple[Value, ...]


class BulkInsert:
    """One insertion, of any number of rows; for any thread."""

    def __init__(
        self, statements: Mapping[str, Insert], columns: Sequence[str]
    ) -> None:
        """Prepares an insertion.

        Args:
            statements: By database, the statement without its values.
            columns: What the values of a row are, in their order; all but numbers
                and texts would need more care than is taken here.
        """
        self._statements = statements
        self._columns = columns
        self._parts: dict[str, tuple[str, str, str]] = {}
        self._texts: dict[tuple[str, int], str] = {}

    def run(
        self, connection: Connection, rows: Sequence[Values]
    ) -> list[Sequence[Any]]:
        """Inserts rows, and gives what the statement returns of them, in no order."""
        returned: list[Sequence[Any]] = []
        for first in range(0, len(rows), MOST_ROWS):
            some = rows[first : first + MOST_ROWS]
            returned += execute(
                connection,
                self._text(connection.dialect.name, len(some)),
                tuple(chain.from_iterable(some)),
            )
        return returned

    def _text(self, dialect: str, rows: int) -> str:
        known = self._texts.get((dialect, rows))
        if known is None:
            if dialect not in self._parts:
                self._parts[dialect] = self._take_apart(dialect)
            begin, row, end = self._parts[dialect]
            known = begin + ", ".join([row] * rows) + end
            self._texts[dialect, rows] = known
        return known

    def _take_apart(self, dialect: str) -> tuple[str, str, str]:
        """Gives what stands before the rows, a row, and what stands behind them."""
        # Compiled for one row: for more it takes longer than the rows themselves.
        text = self._compiled(dialect)
        begin = text.index(_VALUES) + len(_VALUES)
        end = text.index(")", begin) + 1
        return text[:begin], text[begin:end], text[end:]

    def _compiled(self, dialect: str) -> str:
        # The values are their own places here, to see that the text has them so.
        places = range(len(self._columns))
        compiled = (
            self._statements[dialect]
            # Inline: nothing is returned that has not been asked for.
            .values(dict(zip(self._columns, places, strict=True)))
            .inline()
            .compile(dialect=_DIALECTS[dialect])
        )
        order = [compiled.params[name] for name in compiled.positiontup or ()]
        if order != list(places):
            raise AssertionError(f"columns out of the table's order: {order}")
        return compiled.string
