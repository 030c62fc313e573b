"""A whole run of a tournament: server up, bots in, rounds played, everything down.

This is the one place where the parts are put together; what each of them does is
its own business.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import trio

from arena.director.library import StoreLibrary
from arena.director.progress import Progress
from arena.director.roster import Roster, Surroundings, remote_token
from arena.director.round import RoundPlayer
from arena.director.runner import LocalRunner, Seating
from arena.director.stored import withdrawn
from arena.director.tournament import Director
from arena.errors import ArenaError, EntryError
from arena.server.listener import serve, wire_loop
from arena.server.lobby import Lobby
from arena.store.repository import Repository
from arena.store.rows import TournamentRow
from arena.tournament.config import TournamentConfig


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tournament is run."""

    folder: Path
    """The folder launched bots start in: the one the configuration lies in."""
    output: Path
    """The folder that gets a file with each launched bot's output."""
    address: str = "127.0.0.1:0"
    """Where to listen, `host:port`; port 0 takes a free one."""
    insecure: bool = False
    """Whether to listen beyond this machine without encryption."""


class TournamentRun:
    """One run of a tournament, from wherever it stands to its end or to `stop`."""

    def __init__(
        self,
        config: TournamentConfig,
        row: TournamentRow,
        repository: Repository,
        place: Place,
        progress: Progress,
    ) -> None:
        """Will play the tournament stored as `row`; `progress` hears of it."""
        self._config = config
        self._row = row
        self._repository = repository
        self._place = place
        self._progress = progress
        self._lobby = Lobby(config.name, progress)
        self._rounds: RoundPlayer | None = None
        self._stopping = False

    def stop(self) -> None:
        """Begins no further rotation, so that `play` returns when it is safe to."""
        self._stopping = True
        if self._rounds is not None:
            self._rounds.stop()

    async def play(self) -> bool:
        """Plays the tournament.

        Nothing that was committed is lost however this ends: by `stop`, by
        cancellation, or with the process.

        Returns:
            Whether the tournament is over; False after `stop`.

        Raises:
            EntryError: a bot of the roster could not begin, or too few entrants
                are left to play.
            ConfigError: the address cannot be listened on.
            StoreError: the database fails, or another process plays the tournament.
        """
        with self._repository.claim(self._row.name):
            try:
                return await self._play_claimed()
            except ExceptionGroup as group:
                raise _cause(group) from group

    async def _play_claimed(self) -> bool:
        async with wire_loop(), trio.open_nursery() as nursery:
            address = await nursery.start(self._serve)
            self._progress.listening(address)
            over = await self._play_at(address, nursery)
            nursery.cancel_scope.cancel()
        return over

    async def _serve(self, task_status: trio.TaskStatus[str]) -> None:
        await serve(
            self._lobby,
            StoreLibrary(self._repository),
            address=self._place.address,
            insecure=self._place.insecure,
            task_status=task_status,
        )

    async def _play_at(self, address: str, nursery: trio.Nursery) -> bool:
        surroundings = Surroundings(
            address, self._place.folder, self._place.output, self._row.seed
        )
        roster = Roster(
            self._config, self._lobby, surroundings, nursery, self._progress
        )
        rounds = self._rounds = await self._make_round_player(roster)
        if self._stopping:
            return False
        try:
            await self._gather(roster, rounds)
            director = Director(
                self._config,
                self._row,
                self._repository,
                roster=roster,
                rounds=rounds,
                progress=self._progress,
            )
            over = await director.run()
            if over:
                self._lobby.close()
            else:
                self._lobby.pause()
            return over
        finally:
            # Bots must not outlive the arena, and ending them takes a moment.
            with trio.CancelScope(shield=True):
                await roster.end()

    async def _make_round_player(self, roster: Roster) -> RoundPlayer:
        earlier = await trio.to_thread.run_sync(
            self._repository.forfeits, self._row.name
        )
        return RoundPlayer(
            self._config,
            self._repository,
            roster=roster,
            runner=LocalRunner(self._config, self._lobby, self._progress.forfeited),
            seating=Seating(self._lobby, self._config.parallel),
            progress=self._progress,
            forfeits=Counter(row.entrant for row in earlier),
        )

    async def _gather(self, roster: Roster, rounds: RoundPlayer) -> None:
        """Has every entrant's bot here, or withdraws the entrant."""
        rows = await trio.to_thread.run_sync(self._repository.entrants, self._row.name)
        gone = withdrawn(rows)
        names = [e.name for e in self._config.entrants if e.name not in gone]
        tokens = await trio.to_thread.run_sync(self._remote_tokens, names)
        for name, reason in (await roster.gather(names, tokens)).items():
            await rounds.withdraw(name, reason)
            names.remove(name)
        if len(names) < 2:
            raise EntryError(
                ", ".join(names) or "all",
                "too few entrants are left to play",
                "a tournament needs two; see who was withdrawn with"
                f" arena tournament show {self._config.name}",
            )

    def _remote_tokens(self, names: list[str]) -> dict[str, str | None]:
        """Lets the remote entrants in; gives the tokens that must be shown now."""
        known = self._repository.token_hashes(self._row.name)
        shown: dict[str, str | None] = {}
        for entrant in self._config.entrants:
            if entrant.command is None and entrant.name in names:
                token, hashed = remote_token(known.get(entrant.name))
                if token is not None:
                    self._repository.keep_token_hash(
                        self._row.name, entrant.name, hashed
                    )
                self._lobby.expect(entrant.name, hashed)
                shown[entrant.name] = token
        return shown


def _cause(group: ExceptionGroup[Exception]) -> Exception:
    """Gives the one error to report: the first of ours where all of them are ours."""
    ours, others = group.split(ArenaError)
    cause: Exception = group
    if others is None and ours is not None:
        cause = ours
        while isinstance(cause, ExceptionGroup):
            cause = cause.exceptions[0]
    return cause
