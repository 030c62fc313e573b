"""Why seats lost their deals: the evidence, kept with the rotation it belongs to."""

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, Connection, and_, insert, select

from arena.store.engine import Database
from arena.store.lookup import identify, numbers
from arena.store.rows import ForfeitRow, RotationKey
from arena.store.schema import entrants, forfeits, rotation_key, rotations


class Forfeits:
    """What a repository tells about forfeits."""

    _database: Database

    def forfeits(self, name: str, entrant: str | None = None) -> list[ForfeitRow]:
        """The forfeits of all entrants or of one, in key order.

        Raises:
            NotFoundError: There is no such tournament or entrant.
        """
        with self._database.read() as connection:
            identity = identify(connection, name)
            return read_forfeits(connection, identity, entrant)

    def stored_forfeits(
        self, name: str, entrant: str
    ) -> list[tuple[tuple[int, int, int], ForfeitRow]]:
        """The forfeits of an entrant in the order in which they were stored.

        Each has its place in that order, over all tournaments: whatever is stored
        later has a greater one.

        Raises:
            NotFoundError: There is no such tournament or entrant.
        """
        with self._database.read() as connection:
            identity = identify(connection, name)
            return sorted(
                ((number, row.deal, row.seat), row)
                for number, row in _of(connection, identity, entrant)
            )


def add_forfeits(
    connection: Connection,
    tournament: int,
    rows: Sequence[tuple[int, ForfeitRow]],
    known: Mapping[str, int],
) -> None:
    """Adds forfeits, each with its rotation's id; `known` has the entrants' numbers."""
    if not rows:
        return
    connection.execute(
        insert(forfeits),
        [
            {
                "rotation_id": rotation,
                "deal": row.deal,
                "seat": row.seat,
                "tournament_id": tournament,
                "entrant_number": known[row.entrant],
                "turn": row.turn,
                "termination": row.termination,
                "refusal": row.refusal,
                "cards": row.cards,
                "measured": row.measured,
                "allowed": row.allowed,
                "message": row.message,
            }
            for rotation, row in rows
        ],
    )


def read_forfeits(
    connection: Connection, tournament: int, entrant: str | None
) -> list[ForfeitRow]:
    """The forfeits of all entrants or of one, in key order."""
    return [row for _, row in _of(connection, tournament, entrant)]


def _of(
    connection: Connection, tournament: int, entrant: str | None
) -> list[tuple[int, ForfeitRow]]:
    if entrant is None:
        return select_forfeits(connection, tournament)
    number = numbers(connection, tournament, [entrant])[entrant]
    return select_forfeits(connection, tournament, forfeits.c.entrant_number == number)


def select_forfeits(
    connection: Connection, tournament: int, *conditions: ColumnElement[bool]
) -> list[tuple[int, ForfeitRow]]:
    """The forfeits of which all conditions hold, in key order.

    Each comes with its rotation's id.
    """
    wanted = (
        select(
            rotations.c.id,
            *rotation_key,
            forfeits.c.deal,
            forfeits.c.seat,
            entrants.c.name,
            forfeits.c.turn,
            forfeits.c.termination,
            forfeits.c.refusal,
            forfeits.c.cards,
            forfeits.c.measured,
            forfeits.c.allowed,
            forfeits.c.message,
        )
        .select_from(forfeits)
        .join(rotations, rotations.c.id == forfeits.c.rotation_id)
        .join(
            entrants,
            and_(
                entrants.c.tournament_id == forfeits.c.tournament_id,
                entrants.c.number == forfeits.c.entrant_number,
            ),
        )
        .where(forfeits.c.tournament_id == tournament, *conditions)
        .order_by(*rotation_key, forfeits.c.deal, forfeits.c.seat)
    )
    return [
        (row[0], ForfeitRow(RotationKey(*row[1:5]), *row[5:]))
        for row in connection.execute(wanted)
    ]
