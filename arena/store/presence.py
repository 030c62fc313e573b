"""Which arena serves the database, and which bots are connected to it.

What is written down here may be old: an arena that was killed leaves it behind. The
claim tells whether it still holds, since a claim goes with its process.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import delete, insert, select, update

from arena.store import claims
from arena.store.claims import Claim
from arena.store.engine import Database
from arena.store.rows import PresenceRow, ServingRow
from arena.store.schema import bots, presence, serving


class Presence:
    """What a repository knows of a serving arena and its lobby."""

    _database: Database

    @contextmanager
    def claim_arena(self) -> Iterator[Claim]:
        """Holds the right to serve this database while the block runs.

        Raises:
            StoreError: Another process serves it.
        """
        busy = f"database {self._database.where} is being served"
        with claims.hold(self._database, claims.ARENA, "the arena", busy) as claim:
            yield claim

    def is_served(self) -> bool:
        """Whether a process serves this database now."""
        return claims.is_held(self._database, claims.ARENA)

    def serving(self) -> ServingRow | None:
        """The arena that serves, or served last; `None` if none ever did."""
        with self._database.read() as connection:
            row = connection.execute(
                select(serving.c.address, serving.c.since_time)
            ).first()
            return None if row is None else ServingRow(*row)

    def begin_serving(self, row: ServingRow) -> None:
        """Writes down where the arena listens; nobody is connected yet."""
        with self._database.write() as connection:
            connection.execute(delete(presence))
            connection.execute(delete(serving))
            connection.execute(
                insert(serving).values(
                    id=1, address=row.address, since_time=row.since_time
                )
            )

    def presence(self) -> list[PresenceRow]:
        """The bots that are connected, by name."""
        with self._database.read() as connection:
            found = connection.execute(
                select(
                    bots.c.name,
                    presence.c.peer,
                    presence.c.client,
                    presence.c.since_time,
                    presence.c.tournament,
                )
                .join(bots, bots.c.id == presence.c.bot_id)
                .order_by(bots.c.name)
            )
            return [PresenceRow(*row) for row in found]

    def set_presence(self, rows: Sequence[PresenceRow], time: str) -> None:
        """Replaces the list of who is connected, and dates who has come or gone.

        Bots that are not in the database any more are left out.
        """
        with self._database.write() as connection:
            numbers = {
                row.name: row.id
                for row in connection.execute(select(bots.c.id, bots.c.name))
            }
            before = set(connection.scalars(select(presence.c.bot_id)))
            here = {numbers[row.bot]: row for row in rows if row.bot in numbers}
            connection.execute(delete(presence))
            if here:
                connection.execute(
                    insert(presence),
                    [
                        {
                            "bot_id": number,
                            "peer": row.peer,
                            "client": row.client,
                            "since_time": row.since_time,
                            "tournament": row.tournament,
                        }
                        for number, row in here.items()
                    ],
                )
            changed = before ^ set(here)
            if changed:
                connection.execute(
                    update(bots).where(bots.c.id.in_(changed)).values(seen_time=time)
                )
