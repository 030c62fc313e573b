"""The bots an arena knows, from the database to the lobby, and who is here, back.

Bots are added and revoked by other processes, so the table is looked at again and
again; it is small, and a look costs less than any way of being told.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio

from arena.director.opening import now_text
from arena.director.progress import ArenaProgress
from arena.errors import StoreError
from arena.server.lobby import Lobby
from arena.server.stream import BotStream
from arena.store.repository import Repository
from arena.store.rows import PresenceRow

POLL = 0.5
"""Seconds between two looks: a revoked bot is out within a second."""

_T = TypeVar("_T")


class Registry:
    """Keeps the lobby as the database says, and the database as the lobby is."""

    def __init__(
        self, repository: Repository, lobby: Lobby, progress: ArenaProgress
    ) -> None:
        """Begins with nobody known."""
        self._repository = repository
        self._lobby = lobby
        self._progress = progress
        self._hashes: dict[str, str] = {}
        self._since: dict[str, tuple[BotStream, str]] = {}
        self._written: list[PresenceRow] = []
        self._lock = trio.Lock()
        self._trouble = ""
        self._limiter = trio.CapacityLimiter(1)
        self._awaited: list[trio.Event] = []
        self.expelled: set[str] = set()
        """Who has been expelled and may have yet to be withdrawn from what is played."""
        lobby.next_look = trio.Event()

    async def sync(self) -> None:
        """Lets in who has been added, and expels who has been revoked.

        Raises:
            StoreError: the database fails; nobody comes or goes for that.
        """
        # An older answer must not overtake a newer one.
        async with self._lock:
            if self._lobby.next_look is not None:
                # A look that fails leaves them to the next.
                self._awaited.append(self._lobby.next_look)
            self._lobby.next_look = trio.Event()
            rows = await self._blocking(self._repository.bots)
            for row in rows:
                known = self._hashes.get(row.name)
                if row.revoked_time is not None:
                    if known is not None:
                        del self._hashes[row.name]
                        self._lobby.expel(row.name)
                        self._progress.bot_revoked(row.name)
                        self.expelled.add(row.name)
                elif known != row.token_hash and self._lobby.register(
                    row.name, row.token_hash
                ):
                    self._hashes[row.name] = row.token_hash
                    self._progress.bot_registered(row.name, again=known is not None)
            while self._awaited:
                self._awaited.pop().set()

    async def keep(self, withdraw: Callable[[str], Awaitable[None]]) -> None:
        """Looks again and again until cancelled.

        `withdraw` is called with the name of each who was expelled, and again after the
        next look where the database has refused.
        """
        while True:
            try:
                await self.sync()
                for name in sorted(self.expelled):
                    await withdraw(name)
                    self.expelled.discard(name)
                await self._write()
                self._trouble = ""
            except StoreError as error:
                # The arena plays on by what it knows.
                self.tell(error)
            await trio.sleep(POLL)

    def tell(self, error: StoreError) -> None:
        """Tells the organiser what the database refuses, once until it works again."""
        if str(error) != self._trouble:
            self._trouble = str(error)
            self._progress.store_failed(self._trouble)

    async def close(self) -> None:
        """Writes down that nobody is here any more."""
        await self._blocking(lambda: self._repository.set_presence([], now_text()))

    async def _write(self) -> None:
        rows = self._snapshot()
        if rows != self._written:
            await self._blocking(
                lambda: self._repository.set_presence(rows, now_text())
            )
            self._written = rows

    def _snapshot(self) -> list[PresenceRow]:
        """Gives who is here; a stream's time is that of the first look at it."""
        rows = []
        for player in self._lobby.residents():
            stream = player.stream
            if stream is None:
                self._since.pop(player.name, None)
                continue
            seen = self._since.get(player.name)
            if seen is None or seen[0] is not stream:
                seen = self._since[player.name] = (stream, now_text())
            rows.append(
                PresenceRow(
                    player.name, stream.peer, stream.client, seen[1], player.tournament
                )
            )
        return rows

    async def _blocking(self, call: Callable[[], _T]) -> _T:
        return await trio.to_thread.run_sync(call, limiter=self._limiter)
