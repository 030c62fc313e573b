"""Reading everything a tournament's rotations left behind, for who checks it all.

Rotations come in key order, a page of them at a time, each page as it was at one
moment. A rotation is committed whole, so what a page has of it belongs together, also
while the tournament is played on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass

from sqlalchemy import Connection, select, tuple_

from arena.store.engine import Database
from arena.store.forfeits import select_forfeits
from arena.store.light import LightReader, light_columns
from arena.store.lookup import identify
from arena.store.rows import ForfeitRow, RotationKey
from arena.store.schema import forfeits, records, rotation_key, rotations
from arena.tournament.result import DealOutcome


@dataclass(frozen=True, slots=True)
class WholeRotation:
    """What is stored of a rotation; each part by the number of the deal."""

    key: RotationKey
    """Which one it is."""
    lines: Mapping[int, str]
    """The records."""
    results: Mapping[int, DealOutcome]
    """What the light columns say."""
    forfeits: Mapping[int, Sequence[ForfeitRow]]
    """The evidence; without the deals that have none."""


class Whole:
    """What a repository tells about everything together."""

    _database: Database

    def whole_rotations(self, name: str, page: int) -> Iterator[WholeRotation]:
        """Streams all rotations in key order, `page` of them in memory at a time.

        Raises:
            NotFoundError: There is no such tournament. Raised, as every error here,
                when the first rotation is asked for.
            StoreError: A result is not what the arena writes.
        """
        after: RotationKey | None = None
        while True:
            with self._database.read() as connection:
                found = _page(connection, identify(connection, name), after, page)
            yield from found
            if len(found) < page:
                return
            after = found[-1].key


def _page(
    connection: Connection, tournament: int, after: RotationKey | None, limit: int
) -> list[WholeRotation]:
    wanted = (
        select(rotations.c.id, *rotation_key)
        .where(rotations.c.tournament_id == tournament)
        .order_by(*rotation_key)
        .limit(limit)
    )
    if after is not None:
        wanted = wanted.where(tuple_(*rotation_key) > tuple_(*astuple(after)))
    ids = {number: RotationKey(*key) for number, *key in connection.execute(wanted)}
    lines: dict[RotationKey, dict[int, str]] = {key: {} for key in ids.values()}
    results: dict[RotationKey, dict[int, DealOutcome]] = {key: {} for key in lines}
    evidence: dict[RotationKey, dict[int, list[ForfeitRow]]] = {
        key: {} for key in lines
    }
    wanted_lines = select(records.c.rotation_id, records.c.deal, records.c.line)
    for number, deal, line in connection.execute(
        wanted_lines.where(records.c.rotation_id.in_(ids)).order_by(
            records.c.rotation_id, records.c.deal
        )
    ):
        lines[ids[number]][deal] = line
    read = LightReader(connection, tournament)
    for row in connection.execute(
        light_columns(tournament).where(rotations.c.id.in_(ids))
    ):
        result = read(row)
        results[RotationKey(*row[:4])][result.deal] = result
    for _, forfeit in select_forfeits(
        connection, tournament, forfeits.c.rotation_id.in_(ids)
    ):
        evidence[forfeit.key].setdefault(forfeit.deal, []).append(forfeit)
    return [
        WholeRotation(key, lines[key], results[key], evidence[key]) for key in lines
    ]
