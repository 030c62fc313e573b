"""A tournament's entrants, numbered from 1 in roster order."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, bindparam, func, insert, select, update

from arena.store.engine import Database
from arena.store.lookup import all_numbers, identify, numbers
from arena.store.rows import EntrantRow, TournamentStatus
from arena.store.schema import entrants, tournaments


class Entrants:
    """What a repository does with a tournament's entrants."""

    _database: Database

    def entrants(self, name: str) -> list[EntrantRow]:
        """The entrants in roster order, fill-ins behind them."""
        with self._database.read() as connection:
            found = connection.execute(
                select(
                    entrants.c.name,
                    entrants.c.fill,
                    entrants.c.withdrawn,
                    entrants.c.withdrawn_round,
                )
                .where(entrants.c.tournament_id == identify(connection, name))
                .order_by(entrants.c.number)
            )
            return [EntrantRow(*row) for row in found]

    def withdraw(self, name: str, entrant: str, reason: str, round_number: int) -> bool:
        """Marks an entrant withdrawn; the first reason and round stay.

        Returns:
            Whether the entrant is withdrawn, by this call or before; False where the
            tournament has finished with it, which nothing changes any more.

        Raises:
            NotFoundError: There is no such entrant.
        """
        with self._database.write() as connection:
            tournament = identify(connection, name)
            number = numbers(connection, tournament, [entrant])[entrant]
            this = (entrants.c.tournament_id == tournament, entrants.c.number == number)
            # Locked, so that a server's other writers do not finish it meanwhile.
            status = connection.scalar(
                select(tournaments.c.status)
                .where(tournaments.c.id == tournament)
                .with_for_update(read=True)
            )
            if status != TournamentStatus.FINISHED.value:
                connection.execute(
                    update(entrants)
                    .where(*this, entrants.c.withdrawn.is_(None))
                    .values(withdrawn=reason, withdrawn_round=round_number)
                )
            kept = connection.scalar(select(entrants.c.withdrawn).where(*this))
            return kept is not None

    def add_fill(self, name: str, entrant: str) -> None:
        """Adds a house bot that fills a table, unless it is there."""
        with self._database.write() as connection:
            tournament = identify(connection, name)
            if entrant not in all_numbers(connection, tournament):
                add_entrants(connection, tournament, [EntrantRow(entrant, fill=True)])

    def token_hashes(self, name: str) -> dict[str, str]:
        """Gives the hashes of the tokens that entrants have been given, by entrant."""
        with self._database.read() as connection:
            found = connection.execute(
                select(entrants.c.name, entrants.c.token_hash).where(
                    entrants.c.tournament_id == identify(connection, name),
                    entrants.c.token_hash.is_not(None),
                )
            )
            return {row.name: row.token_hash for row in found}

    def keep_token_hashes(self, name: str, hashes: Mapping[str, str]) -> None:
        """Keeps the hashes of entrants' tokens, in the place of older ones.

        Args:
            name: The tournament.
            hashes: By entrant, the hash of its token.

        Raises:
            NotFoundError: One of them is no entrant; then none is kept.
        """
        if not hashes:
            return
        with self._database.write() as connection:
            tournament = identify(connection, name)
            known = numbers(connection, tournament, hashes)
            connection.execute(
                update(entrants)
                .where(
                    entrants.c.tournament_id == tournament,
                    entrants.c.number == bindparam("of"),
                )
                .values(token_hash=bindparam("hashed")),
                [
                    {"of": known[entrant], "hashed": hashed}
                    for entrant, hashed in hashes.items()
                ],
            )


def add_entrants(
    connection: Connection, tournament: int, rows: Sequence[EntrantRow]
) -> None:
    """Adds entrants behind those that are there."""
    if not rows:
        return
    last = connection.scalar(
        select(func.coalesce(func.max(entrants.c.number), 0)).where(
            entrants.c.tournament_id == tournament
        )
    )
    connection.execute(
        insert(entrants),
        [
            {
                "tournament_id": tournament,
                "number": number,
                "name": row.name,
                "fill": row.fill,
                "withdrawn": row.withdrawn,
                "withdrawn_round": row.withdrawn_round,
            }
            for number, row in enumerate(rows, (last or 0) + 1)
        ],
    )
