"""From the names people use to the numbers the tables use."""

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, bindparam, select

from arena.errors import NotFoundError, did_you_mean
from arena.store.schema import bots, entrants, tournaments

# Made once: putting a statement together takes longer than running it.
_identify = select(tournaments.c.id).where(tournaments.c.name == bindparam("of"))


def identify(connection: Connection, name: str) -> int:
    """The tournament's number within this database.

    Raises:
        NotFoundError: There is none of that name.
    """
    found: int | None = connection.scalar(_identify, {"of": name})
    if found is None:
        raise no_tournament(connection, name)
    return found


def no_tournament(connection: Connection, name: str) -> NotFoundError:
    """The error to raise for a tournament that is not there, with the nearest name."""
    names = connection.scalars(select(tournaments.c.name))
    return NotFoundError(
        f"no tournament '{name}'{did_you_mean(name, names)}",
        "arena tournament list shows those there are",
    )


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


class Remembered:
    """What has been looked up of one tournament, to be asked for once.

    Right as long as the tournament is not deleted: its own number and its entrants'
    never change. Only what has been committed may be looked up through it.
    """

    def __init__(self, tournament: int | None = None) -> None:
        """Knows the tournament's number, or will look it up."""
        self._tournament = tournament
        self._entrants: dict[str, int] = {}

    def identify(self, connection: Connection, name: str) -> int:
        """The tournament's number, as `identify` gives it; `name` is the same always."""
        if self._tournament is None:
            self._tournament = identify(connection, name)
        return self._tournament

    def numbers(
        self, connection: Connection, tournament: int, names: Collection[str]
    ) -> Mapping[str, int]:
        """The numbers of the entrants named, as `numbers` gives them, and of others."""
        unknown = [name for name in names if name not in self._entrants]
        if unknown:
            self._entrants |= numbers(connection, tournament, unknown)
        return self._entrants


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
