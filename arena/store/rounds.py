"""A tournament's rounds: who meets whom, and whether it is all played."""

from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, and_, func, insert, select, update

from arena.errors import NotFoundError, StoreError
from arena.store.engine import Database
from arena.store.lookup import identify, numbers
from arena.store.rows import RoundRow
from arena.store.schema import entrants, pairings, rounds

_rows = (
    select(
        rounds.c.number,
        rounds.c.finished,
        pairings.c.table_number,
        entrants.c.name,
    )
    .select_from(rounds)
    .join(
        pairings,
        and_(
            pairings.c.tournament_id == rounds.c.tournament_id,
            pairings.c.round == rounds.c.number,
        ),
    )
    .join(
        entrants,
        and_(
            entrants.c.tournament_id == rounds.c.tournament_id,
            entrants.c.number == pairings.c.entrant_number,
        ),
    )
    .order_by(rounds.c.number, pairings.c.table_number, pairings.c.place)
)


class Rounds:
    """What a repository does with a tournament's rounds."""

    _database: Database

    def save_round(
        self, name: str, number: int, tables: Sequence[Sequence[str]]
    ) -> bool:
        """Keeps a round's pairing, before anything of it is played.

        Returns:
            Whether it was new; `False` if the same pairing was there.

        Raises:
            NotFoundError: A name is no entrant of the tournament.
            StoreError: The round is empty, or there with another pairing.
        """
        wanted = tuple(map(tuple, tables))
        if not wanted or not all(wanted):
            raise StoreError(f"round {number} has no tables, or one without entrants")
        with self._database.write() as connection:
            tournament = identify(connection, name)
            there = _read(
                connection.execute(
                    _rows.where(
                        rounds.c.tournament_id == tournament, rounds.c.number == number
                    )
                )
            )
            if not there:
                _add(connection, tournament, number, wanted)
            elif there[0].tables != wanted:
                raise StoreError(
                    f"round {number} is there already with another pairing"
                )
            return not there

    def rounds(self, name: str) -> list[RoundRow]:
        """The rounds paired so far, in order."""
        with self._database.read() as connection:
            tournament = identify(connection, name)
            return _read(
                connection.execute(_rows.where(rounds.c.tournament_id == tournament))
            )

    def last_round(self, name: str) -> RoundRow | None:
        """The round paired last; `None` before the first."""
        with self._database.read() as connection:
            tournament = identify(connection, name)
            last = (
                select(func.max(rounds.c.number))
                .where(rounds.c.tournament_id == tournament)
                .scalar_subquery()
            )
            found = _read(
                connection.execute(
                    _rows.where(
                        rounds.c.tournament_id == tournament, rounds.c.number == last
                    )
                )
            )
            return found[0] if found else None

    def finish_round(self, name: str, number: int) -> None:
        """Marks the round finished.

        Raises:
            NotFoundError: It has not been paired.
        """
        with self._database.write() as connection:
            done = connection.execute(
                update(rounds)
                .where(
                    rounds.c.tournament_id == identify(connection, name),
                    rounds.c.number == number,
                )
                .values(finished=True)
            )
            if not done.rowcount:
                raise NotFoundError(f"no round {number} in tournament '{name}'")


def _add(
    connection: Connection,
    tournament: int,
    number: int,
    tables: Sequence[Sequence[str]],
) -> None:
    known = numbers(connection, tournament, set(chain(*tables)))
    connection.execute(
        insert(rounds).values(tournament_id=tournament, number=number, finished=False)
    )
    connection.execute(
        insert(pairings),
        [
            {
                "tournament_id": tournament,
                "round": number,
                "table_number": table_number,
                "place": place,
                "entrant_number": known[name],
            }
            for table_number, table in enumerate(tables, 1)
            for place, name in enumerate(table)
        ],
    )


def _read(found: Iterable[Sequence[Any]]) -> list[RoundRow]:
    """Gathers the entrants of each table, and the tables of each round."""
    return [
        RoundRow(
            number,
            tuple(
                tuple(name for *_, name in table)
                for _, table in groupby(in_round, itemgetter(2))
            ),
            finished,
        )
        for (number, finished), in_round in groupby(found, itemgetter(0, 1))
    ]
