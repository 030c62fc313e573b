from collections.abc import Iterator

import pytest
from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    Table,
    Text,
    insert,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from arena.store.bulk import MOST_ROWS, BulkInsert
from arena.store.engine import Database

words = Table(
    "words",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("number", Integer, nullable=False, unique=True),
    Column("word", Text, nullable=False),
)

add_words = BulkInsert(
    dict.fromkeys(("sqlite", "postgresql"), insert(words)), ("number", "word")
)
add_new_words = BulkInsert(
    {
        name: dialect.insert(words)
        .on_conflict_do_nothing()
        .returning(words.c.id, words.c.number)
        for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
    },
    ("number", "word"),
)


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    """A transaction with an empty table."""
    with Database(url) as database, database.write() as opened:
        words.create(opened)
        yield opened


@pytest.mark.parametrize(
    "count", [0, 1, 2, MOST_ROWS, MOST_ROWS + 1, 2 * MOST_ROWS + 3]
)
def test_each_row_is_inserted_once_however_many_there_are(
    connection: Connection, count: int
) -> None:
    rows = [(number, f"'%s' ? {number}") for number in range(count)]
    assert add_words.run(connection, rows) == []
    found = connection.execute(select(words.c.number, words.c.word))
    assert sorted(map(tuple, found)) == rows


def test_what_is_new_is_told_by_its_id(connection: Connection) -> None:
    add_words.run(connection, [(2, "two"), (40, "forty")])
    rows = [(number, "again") for number in range(MOST_ROWS + 20)]
    told = add_new_words.run(connection, rows)
    assert {number for _, number in told} == {*range(MOST_ROWS + 20)} - {2, 40}
    found = connection.execute(
        select(words.c.id, words.c.number).where(words.c.word == "again")
    )
    assert sorted(map(tuple, told)) == sorted(map(tuple, found))


def test_what_may_not_be_inserted_is_an_error_of_the_database(
    connection: Connection,
) -> None:
    with pytest.raises(IntegrityError), connection.begin_nested():
        add_words.run(connection, [(1, "one"), (1, "one more")])


def test_columns_that_are_not_in_the_order_of_the_table_are_refused(
    connection: Connection,
) -> None:
    turned = BulkInsert({connection.dialect.name: insert(words)}, ("word", "number"))
    with pytest.raises(AssertionError, match="order"):
        turned.run(connection, [("one", 1)])
