"""The tournaments of a database, from their creation to their removal."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, Executable, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from arena.errors import NotFoundError, StoreError
from arena.store import claims
from arena.store.claims import Claim
from arena.store.engine import Database
from arena.store.entrants import add_entrants
from arena.store.lookup import Remembered, identify, no_tournament
from arena.store.rows import EntrantRow, TournamentRow, TournamentStatus
from arena.store.schema import rounds, tournaments

_rounds_done = (
    select(func.count())
    .where(rounds.c.tournament_id == tournaments.c.id, rounds.c.finished)
    .scalar_subquery()
)

tournament_rows = select(
    tournaments.c.name,
    tournaments.c.status,
    tournaments.c.config_text,
    tournaments.c.seed,
    tournaments.c.commitment,
    tournaments.c.created_time,
    tournaments.c.started_time,
    tournaments.c.finished_time,
    tournaments.c.start_time,
    _rounds_done.label("rounds_done"),
)


class Tournaments:
    """What a repository does with tournaments themselves."""

    _database: Database
    _claimed: dict[str, Remembered | None]

    def create_tournament(
        self,
        name: str,
        *,
        config_text: str,
        seed: bytes,
        commitment: str,
        created_time: str,
        entrants: Sequence[EntrantRow],
        start_time: str | None = None,
    ) -> TournamentRow:
        """Adds a tournament with its roster in order.

        With a `start_time` a serving arena plays it from then on.

        Raises:
            StoreError: The name is taken.
        """
        row = TournamentRow(
            name,
            TournamentStatus.CREATED,
            config_text,
            seed,
            commitment,
            created_time,
            start_time=start_time,
        )
        with self._database.write() as connection:
            _create(connection, row, entrants)
        return row

    def tournament(self, name: str) -> TournamentRow:
        """The tournament of that name.

        Raises:
            NotFoundError: There is none; the message suggests the nearest name.
        """
        with self._database.read() as connection:
            found = read_tournaments(
                connection, tournament_rows.where(tournaments.c.name == name)
            )
            if not found:
                raise no_tournament(connection, name)
            return found[0]

    def newest(self) -> TournamentRow:
        """The tournament created last.

        Raises:
            NotFoundError: There is none at all.
        """
        with self._database.read() as connection:
            found = read_tournaments(
                connection, tournament_rows.order_by(tournaments.c.id.desc()).limit(1)
            )
        if not found:
            raise NotFoundError("there is no tournament yet")
        return found[0]

    def tournaments(self) -> list[TournamentRow]:
        """All tournaments, the newest first."""
        with self._database.read() as connection:
            return read_tournaments(
                connection, tournament_rows.order_by(tournaments.c.id.desc())
            )

    def start(self, name: str, time: str) -> None:
        """Marks it running; when it is resumed, the first start's time stays."""
        with self._database.write() as connection:
            connection.execute(
                update(tournaments)
                .where(tournaments.c.id == identify(connection, name))
                .values(
                    status=TournamentStatus.RUNNING.value,
                    started_time=func.coalesce(tournaments.c.started_time, time),
                )
            )

    def finish(self, name: str, time: str) -> None:
        """Marks it finished; when that is repeated, the first time stays."""
        with self._database.write() as connection:
            connection.execute(
                update(tournaments)
                .where(tournaments.c.id == identify(connection, name))
                .values(
                    status=TournamentStatus.FINISHED.value,
                    finished_time=func.coalesce(tournaments.c.finished_time, time),
                )
            )

    def delete_tournament(self, name: str) -> None:
        """Removes a tournament with all it holds.

        Raises:
            NotFoundError: There is none of that name.
            StoreError: Another process plays it.
        """
        if name in self._claimed:
            self._delete(name)
        else:
            with self.claim(name):
                self._delete(name)

    def _delete(self, name: str) -> None:
        if name in self._claimed:
            # There may soon be another one of the name, or with the number.
            self._claimed[name] = None
        with self._database.write() as connection:
            # The foreign keys take along everything that hangs on it.
            connection.execute(
                delete(tournaments).where(
                    tournaments.c.id == identify(connection, name)
                )
            )

    @contextmanager
    def claim(self, name: str) -> Iterator[Claim]:
        """Holds the right to play the tournament while the block runs.

        It ends with the block, or with the process however that ends. Entering does
        not wait for another holder.

        Raises:
            NotFoundError: There is no such tournament.
            StoreError: It is being played by another process, or by this one.
        """
        with self._database.read() as connection:
            identity = identify(connection, name)
        with claims.hold(self._database, identity, name) as claim:
            # Nobody else can delete it from now on; before, somebody may have.
            with self._database.read() as connection:
                if identify(connection, name) != identity:
                    raise StoreError(
                        f"tournament '{name}' has been deleted and made anew meanwhile"
                    )
            self._claimed[name] = Remembered(identity)
            try:
                yield claim
            finally:
                del self._claimed[name]

    def is_played(self, name: str) -> bool:
        """Whether a process plays the tournament now.

        Raises:
            NotFoundError: There is no such tournament.
        """
        with self._database.read() as connection:
            identity = identify(connection, name)
        return claims.is_held(self._database, identity)


def _create(
    connection: Connection, row: TournamentRow, roster: Sequence[EntrantRow]
) -> None:
    wanted = insert(tournaments).values(
        name=row.name,
        status=row.status.value,
        config_text=row.config_text,
        seed=row.seed,
        commitment=row.commitment,
        created_time=row.created_time,
        start_time=row.start_time,
    )
    try:
        identity = connection.execute(wanted.returning(tournaments.c.id)).scalar_one()
    except IntegrityError as error:
        raise StoreError(f"there is a tournament '{row.name}' already") from error
    add_entrants(connection, identity, roster)


def read_tournaments(connection: Connection, wanted: Executable) -> list[TournamentRow]:
    """Gives the rows of a statement made from `tournament_rows`."""
    return [
        TournamentRow(**{**row, "status": TournamentStatus(row["status"])})
        for row in connection.execute(wanted).mappings()
    ]
