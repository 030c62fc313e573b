"""Reading what finished rotations came to, in the order of their keys.

Outcomes come from the short columns alone. Records are read a page at a time, each in
a transaction of its own that continues behind the last key: nothing is held open
between pages however slowly a reader goes on, and memory holds one page however long
the tournament was.
"""

from collections.abc import Iterator
from dataclasses import astuple

from sqlalchemy import ColumnElement, Connection, and_, literal, or_, select, tuple_

from arena.store.engine import Database
from arena.store.light import LightReader, light_columns
from arena.store.lookup import identify, numbers
from arena.store.rows import RecordKey, RecordRow, RotationKey
from arena.store.schema import deals, records, rotation_key, rotations, rounds
from arena.tournament.result import DealOutcome

_PAGE = 500
"""Records read at once: about a megabyte, and few enough round trips."""

_round_is_finished = (
    select(rounds.c.number)
    .where(
        rounds.c.tournament_id == rotations.c.tournament_id,
        rounds.c.number == rotations.c.round,
        rounds.c.finished,
    )
    .exists()
)


class Results:
    """What a repository tells about finished rotations."""

    _database: Database

    def outcomes(
        self, name: str, *, finished_rounds_only: bool = False
    ) -> list[DealOutcome]:
        """Every deal's light result in key order; no record is read for it.

        Raises:
            NotFoundError: There is no such tournament.
            StoreError: A result is not what the arena writes.
        """
        with self._database.read() as connection:
            return _outcomes(
                connection,
                identify(connection, name),
                finished_rounds_only=finished_rounds_only,
            )

    def record_rows(
        self,
        name: str,
        *,
        entrant: str | None = None,
        after: RecordKey | None = None,
        limit: int | None = None,
        finished_rounds_only: bool = False,
    ) -> Iterator[RecordRow]:
        """Streams records in key order, a page in memory at a time.

        Args:
            name: The tournament.
            entrant: Only deals this entrant sat at; `None` for all.
            after: Start behind this key; `None` for the first.
            limit: How many at most; `None` for all.
            finished_rounds_only: Leave out rounds that are still being played.

        Raises:
            NotFoundError: There is no such tournament or entrant. Raised, as every
                error here, when the first record is asked for.
        """
        left = limit
        while left is None or left > 0:
            size = _PAGE if left is None else min(left, _PAGE)
            with self._database.read() as connection:
                page = _record_page(
                    connection,
                    identify(connection, name),
                    entrant=entrant,
                    after=after,
                    limit=size,
                    finished_rounds_only=finished_rounds_only,
                )
            yield from page
            if len(page) < size:
                return
            after = page[-1].key
            left = None if left is None else left - size

    def records(
        self,
        name: str,
        *,
        entrant: str | None = None,
        after: RecordKey | None = None,
        limit: int | None = None,
        finished_rounds_only: bool = False,
    ) -> Iterator[str]:
        """Streams the same records as `record_rows`, only their lines of JSON."""
        for row in self.record_rows(
            name,
            entrant=entrant,
            after=after,
            limit=limit,
            finished_rounds_only=finished_rounds_only,
        ):
            yield row.line


def _outcomes(
    connection: Connection, tournament: int, *, finished_rounds_only: bool
) -> list[DealOutcome]:
    """Every deal's light result."""
    read = LightReader(connection, tournament)
    wanted = light_columns(tournament).order_by(*rotation_key, deals.c.number)
    if finished_rounds_only:
        wanted = wanted.where(_round_is_finished)
    return [read(row) for row in connection.execute(wanted)]


def _record_page(
    connection: Connection,
    tournament: int,
    *,
    entrant: str | None,
    after: RecordKey | None,
    limit: int,
    finished_rounds_only: bool,
) -> list[RecordRow]:
    """Up to `limit` records behind the key `after`."""
    wanted = (
        select(*rotation_key, records.c.deal, records.c.line)
        .select_from(rotations)
        .join(records, records.c.rotation_id == rotations.c.id)
        .where(rotations.c.tournament_id == tournament)
        .order_by(*rotation_key, records.c.deal)
        .limit(limit)
    )
    if entrant is not None:
        number = numbers(connection, tournament, [entrant])[entrant]
        wanted = wanted.join(
            deals,
            and_(
                deals.c.rotation_id == records.c.rotation_id,
                deals.c.number == records.c.deal,
            ),
        ).where(_sat_at(number))
    if after is not None:
        wanted = wanted.where(_behind(after))
    if finished_rounds_only:
        wanted = wanted.where(_round_is_finished)
    return [
        RecordRow(RecordKey(RotationKey(*key), deal), line)
        for *key, deal, line in connection.execute(wanted)
    ]


def _behind(after: RecordKey) -> ColumnElement[bool]:
    # Put as "not before", which is one range of the unique index, and then without
    # the deals of that rotation that have been read; an OR would scan.
    here = astuple(after.rotation)
    return and_(
        tuple_(*rotation_key) >= tuple_(*here),
        or_(tuple_(*rotation_key) != tuple_(*here), records.c.deal > after.deal),
    )


def _sat_at(number: int) -> ColumnElement[bool]:
    """Whether the entrant's number is among the deal's seats, which have no index."""
    return (literal(" ") + deals.c.seats + " ").contains(f" {number} ")
