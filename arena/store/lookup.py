"""From the names people use to the numbers the tables use."""

from collections.abc import Collection

from sqlalchemy import Connection, select

from arena.errors import NotFoundError, did_you_mean
from arena.store.schema import bots, entrants, tournaments


def identify(connection: Connection, name: str) -> int:
    """The tournament's number within this database.

    Raises:
        NotFoundError: There is none of that name.
    """
    found: int | None = connection.scalar(
        select(tournaments.c.id).where(tournaments.c.name == name)
    )
    if found is None:
        raise no_tournament(connection, name)
    return found


def no_tournament(connection: Connection, name: str) -> NotFoundError:
    """The error to raise for a tournament that is not there, with the nearest name."""
    names = connection.scalars(select(tournaments.c.name))
    return NotFoundError(f"no tournament '{name}'{did_you_mean(name, names)}")


def all_numbers(connection: Connection, tournament: int) -> dict[str, int]:
    """Every entrant's number by its name."""
    found = connection.execute(
        select(entrants.c.name, entrants.c.number).where(
            entrants.c.tournament_id == tournament
        )
    )
    return {row.name: row.number for row in found}


def numbers(
    connection: Connection, tournament: int, names: Collection[str]
) -> dict[str, int]:
    """The numbers of the entrants named.

    Raises:
        NotFoundError: One of them is no entrant of the tournament.
    """
    found = connection.execute(
        select(entrants.c.name, entrants.c.number).where(
            entrants.c.tournament_id == tournament, entrants.c.name.in_(names)
        )
    )
    known = {row.name: row.number for row in found}
    for name in names:
        if name not in known:
            others = all_numbers(connection, tournament)
            raise NotFoundError(f"no entrant '{name}'{did_you_mean(name, others)}")
    return known


def identify_bot(connection: Connection, name: str) -> int:
    """The registered bot's number within this database.

    Raises:
        NotFoundError: There is none of that name.
    """
    found: int | None = connection.scalar(select(bots.c.id).where(bots.c.name == name))
    if found is None:
        near = did_you_mean(name, connection.scalars(select(bots.c.name)))
        raise NotFoundError(f"no bot '{name}'{near}")
    return found
