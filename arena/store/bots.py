"""The bots that an arena knows by tokens of their own."""

from sqlalchemy import insert, select, update

from arena.errors import StoreError
from arena.store.engine import Database
from arena.store.lookup import identify_bot
from arena.store.rows import BotRow
from arena.store.schema import bots

_rows = select(
    bots.c.name,
    bots.c.token_hash,
    bots.c.created_time,
    bots.c.revoked_time,
    bots.c.seen_time,
)


class Bots:
    """What a repository does with registered bots."""

    _database: Database

    def add_bot(self, name: str, token_hash: str, time: str) -> None:
        """Adds a bot, or lets one that was revoked in again with a new token.

        Raises:
            StoreError: There is a bot of that name that has not been revoked.
        """
        with self._database.write() as connection:
            row = connection.execute(
                select(bots.c.id, bots.c.revoked_time).where(bots.c.name == name)
            ).first()
            if row is None:
                connection.execute(
                    insert(bots).values(
                        name=name, token_hash=token_hash, created_time=time
                    )
                )
            elif row.revoked_time is None:
                raise StoreError(
                    f"there is a bot '{name}' already; arena bots rotate gives it"
                    " another token"
                )
            else:
                connection.execute(
                    update(bots)
                    .where(bots.c.id == row.id)
                    .values(token_hash=token_hash, revoked_time=None)
                )

    def revoke_bot(self, name: str, time: str) -> bool:
        """Lets the bot in no more; says whether it was let in until now.

        Raises:
            NotFoundError: There is no such bot.
        """
        with self._database.write() as connection:
            identity = identify_bot(connection, name)
            done = connection.execute(
                update(bots)
                .where(bots.c.id == identity, bots.c.revoked_time.is_(None))
                .values(revoked_time=time)
            )
            return bool(done.rowcount)

    def rotate_bot(self, name: str, token_hash: str) -> None:
        """Gives the bot another token in the place of the one it had.

        Raises:
            NotFoundError: There is no such bot.
            StoreError: It has been revoked.
        """
        with self._database.write() as connection:
            identity = identify_bot(connection, name)
            done = connection.execute(
                update(bots)
                .where(bots.c.id == identity, bots.c.revoked_time.is_(None))
                .values(token_hash=token_hash)
            )
            if not done.rowcount:
                raise StoreError(
                    f"bot '{name}' has been revoked; arena bots add lets it in again"
                )

    def bot(self, name: str) -> BotRow:
        """The bot of that name.

        Raises:
            NotFoundError: There is none; the message suggests the nearest name.
        """
        with self._database.read() as connection:
            identity = identify_bot(connection, name)
            return BotRow(*connection.execute(_rows.where(bots.c.id == identity)).one())

    def bots(self) -> list[BotRow]:
        """All bots by name, revoked ones too. Cheap enough to ask all the time."""
        with self._database.read() as connection:
            return [BotRow(*row) for row in connection.execute(_rows.order_by("name"))]
