"""An arena that stays up: bots come and wait, tournaments are played as they fall due.

Tournaments come through the database and are played one after another. Bots that are
registered stay connected between them; those that the arena launches for a tournament
go with it.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import trio

from arena.director.holding import while_held
from arena.director.hosted import HostedTournament
from arena.director.launching import Surroundings
from arena.director.library import StoreLibrary
from arena.director.lineup import line_up
from arena.director.opening import now_text
from arena.director.progress import ArenaProgress
from arena.director.registry import POLL, Registry
from arena.errors import ConfigError, EntryError, StoreError
from arena.server.listener import Listening, serve, wire_loop
from arena.server.lobby import Lobby
from arena.server.meter import watch_loop
from arena.server.tls import Tls
from arena.store.repository import Repository
from arena.store.rows import ServingRow, TournamentRow
from arena.tournament.config import TournamentConfig
from arena.tournament.result import is_house

HOLD_BACK = 30.0
"""Seconds after which a tournament that failed by no fault of its own is tried again."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Site:
    """Where an arena is kept up."""

    folder: Path
    """The folder launched bots start in."""
    output: Path
    """The folder that gets a folder a tournament with the bots' output."""
    address: str = "127.0.0.1:0"
    """Where to listen, `host:port`; port 0 takes a free one."""
    insecure: bool = False
    """Whether to listen beyond this machine without encryption."""
    tls: Tls | None = None
    """The server's key and certificate; None for no encryption."""


class Serving:
    """Keeps an arena up until it is stopped."""

    def __init__(
        self, repository: Repository, site: Site, progress: ArenaProgress
    ) -> None:
        """Will serve at `site`; `progress` hears of it."""
        self._repository = repository
        self._site = site
        self._progress = progress
        self.lobby = Lobby("", progress)
        """Who may come and who is here."""
        self._registry = Registry(repository, self.lobby, progress)
        self._tournament: HostedTournament | None = None
        self._admitted: set[str] = set()
        self._held_back: dict[str, tuple[float, str]] = {}
        self._stopped = trio.Event()

    def stop(self) -> None:
        """Begins nothing new, so that `play` returns when nothing is lost by it."""
        self._stopped.set()
        if self._tournament is not None:
            self._tournament.stop()

    async def play(self) -> bool:
        """Serves until `stop`, then says goodbye to everybody.

        Returns:
            True: to be stopped is how a serving arena ends.

        Raises:
            ConfigError: the address cannot be listened on.
            StoreError: the database fails at the start, or is being served already,
                or by another arena since this one was cut off from it.
        """
        with self._repository.claim_arena() as claim:
            await while_held(claim, self._serve_claimed)
        return True

    async def _serve_claimed(self) -> None:
        async with wire_loop(), trio.open_nursery() as nursery:
            await self._registry.sync()
            listening: Listening = await nursery.start(self._serve)
            await self._blocking(
                lambda: self._repository.begin_serving(
                    ServingRow(listening.public, now_text())
                )
            )
            self._progress.listening(listening.public)
            nursery.start_soon(watch_loop, self.lobby.meter)
            nursery.start_soon(self._registry.keep, self._withdraw)
            await self._play_due(listening)
            self.lobby.pause()
            await self._registry.close()
            nursery.cancel_scope.cancel()

    async def admit(self, names: Sequence[str]) -> dict[str, str | None]:
        """Enters the registered bots among `names`; they have their tokens."""
        await self._registry.sync()
        # What has yet to be carried out is of the tournament before.
        self._registry.expelled.clear()
        known = {player.name for player in self.lobby.residents()}
        self._admitted = {name for name in names if name in known}
        name = self.lobby.tournament
        await self._blocking(
            lambda: self._repository.enrol(name, {bot: bot for bot in self._admitted})
        )
        for bot in self._admitted:
            self.lobby.enter(bot)
        return dict.fromkeys(self._admitted)

    def farewell(self, *, over: bool) -> None:
        """Lets the registered bots wait for the next tournament, if there is one."""
        if over:
            self.lobby.clear()
        else:
            self.lobby.pause()

    async def _serve(self, task_status: trio.TaskStatus[Listening]) -> None:
        await serve(
            self.lobby,
            StoreLibrary(self._repository),
            address=self._site.address,
            insecure=self._site.insecure,
            tls=self._site.tls,
            task_status=task_status,
        )

    async def _play_due(self, listening: Listening) -> None:
        """Plays whatever is due, one after another, until stopped."""
        while not self._stopped.is_set():
            name = await self._next_due()
            if name is not None:
                await self._play_one(name, listening)
            else:
                with trio.move_on_after(POLL):
                    await self._stopped.wait()

    async def _next_due(self) -> str | None:
        try:
            due = await self._due()
        except StoreError as error:
            self._registry.tell(error)
            with trio.move_on_after(HOLD_BACK):
                await self._stopped.wait()
            return None
        now = trio.current_time()
        for row in due:
            if self._held_back.get(row.name, (now, ""))[0] <= now:
                return row.name
        return None

    async def _due(self) -> list[TournamentRow]:
        return await self._blocking(lambda: self._repository.due(now_text()))

    async def _play_one(self, name: str, listening: Listening) -> None:
        """Plays a tournament; its trouble is its own, and the arena stays up."""
        try:
            with ExitStack() as stack:
                claim = await self._blocking(
                    lambda: stack.enter_context(self._repository.claim(name))
                )
                # Until it was claimed, anybody might change it or take it off the list.
                for found in await self._due():
                    if found.name == name:
                        play = partial(self._play_claimed, found, listening)
                        await while_held(claim, play)
            self._held_back.pop(name, None)
        except (ConfigError, EntryError) as error:
            if isinstance(error, EntryError) and is_house(error.entrant):
                # The roster is good: it is the arena that could start no bot of its own.
                self._hold_back(name, str(error))
            else:
                self._progress.tournament_failed(name, str(error))
                await self._take_off(name)
        except StoreError as error:
            self._hold_back(name, str(error))
        finally:
            self._tournament = None
            self._admitted = set()
            self.lobby.clear()

    async def _play_claimed(self, row: TournamentRow, listening: Listening) -> None:
        await self._registry.sync()
        present = [p.name for p in self.lobby.residents() if p.present]
        row, config = await self._blocking(
            lambda: line_up(self._repository, row, sorted(present))
        )
        self.lobby.tournament = config.name
        self._tournament = self._host(row, config, listening)
        if self._stopped.is_set():
            # It was told while nobody was there to hear it.
            self._tournament.stop()
        self._progress.tournament_begun(config, row)
        over = await self._tournament.play()
        self._progress.tournament_ended(config.name, over=over)

    def _host(
        self, row: TournamentRow, config: TournamentConfig, listening: Listening
    ) -> HostedTournament:
        return HostedTournament(
            config,
            row,
            self._repository,
            lobby=self.lobby,
            host=self,
            surroundings=Surroundings(
                listening.local,
                self._site.folder,
                self._site.output / config.name,
                row.seed,
                public=listening.public,
            ),
            progress=self._progress,
        )

    async def _take_off(self, name: str) -> None:
        """Takes a tournament that cannot be played off the list."""
        try:
            await self._blocking(lambda: self._repository.schedule(name, None))
        except StoreError as error:
            self._hold_back(name, str(error))

    def _hold_back(self, name: str, why: str) -> None:
        _, told = self._held_back.get(name, (0.0, ""))
        self._held_back[name] = (trio.current_time() + HOLD_BACK, why)
        if why != told:
            self._progress.tournament_held_back(name, why)

    async def _withdraw(self, bot: str) -> None:
        """Takes a bot whose token was revoked out of what is being played."""
        if self._tournament is not None and bot in self._admitted:
            await self._tournament.withdraw(bot, "its token was revoked")

    async def _blocking(self, call: Callable[[], _T]) -> _T:
        return await trio.to_thread.run_sync(call)
