"""The tournaments that a serving arena is to play: which are due, and who plays."""

from collections.abc import Sequence

from sqlalchemy import select, update

from arena.errors import StoreError
from arena.store.engine import Database
from arena.store.entrants import add_entrants
from arena.store.lookup import identify
from arena.store.rows import EntrantRow, TournamentRow, TournamentStatus
from arena.store.schema import tournaments
from arena.store.tournaments import read_tournaments, tournament_rows


class Queue:
    """What a repository does about tournaments that wait for their time."""

    _database: Database

    def schedule(self, name: str, time: str | None) -> None:
        """Has a serving arena begin or resume it at that time; `None`: not at all.

        Raises:
            NotFoundError: There is no such tournament.
        """
        with self._database.write() as connection:
            connection.execute(
                update(tournaments)
                .where(tournaments.c.id == identify(connection, name))
                .values(start_time=time)
            )

    def due(self, now: str) -> list[TournamentRow]:
        """The tournaments whose time has come and that are not over, in turn."""
        with self._database.read() as connection:
            return read_tournaments(
                connection,
                tournament_rows.where(
                    tournaments.c.start_time <= now,
                    tournaments.c.status != TournamentStatus.FINISHED.value,
                ).order_by(tournaments.c.start_time, tournaments.c.id),
            )

    def complete_roster(
        self, name: str, config_text: str, entrants: Sequence[EntrantRow]
    ) -> None:
        """Adds the entrants of an open tournament, once, with the text that has them.

        Raises:
            NotFoundError: There is no such tournament.
            StoreError: It has begun already.
        """
        with self._database.write() as connection:
            identity = identify(connection, name)
            status = connection.scalar(
                select(tournaments.c.status).where(tournaments.c.id == identity)
            )
            if status != TournamentStatus.CREATED.value:
                raise StoreError(f"tournament '{name}' has begun with its entrants")
            connection.execute(
                update(tournaments)
                .where(tournaments.c.id == identity)
                .values(config_text=config_text)
            )
            add_entrants(connection, identity, entrants)
