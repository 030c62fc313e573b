"""A whole run of one tournament: server up, tournament played, everything down."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import trio

from arena.director.holding import while_held
from arena.director.hosted import HostedTournament
from arena.director.launching import Surroundings
from arena.director.library import StoreLibrary
from arena.director.progress import Progress
from arena.director.roster import remote_token
from arena.errors import StoreError
from arena.server.listener import Listening, serve, wire_loop
from arena.server.lobby import Lobby
from arena.server.tls import Tls
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
    tls: Tls | None = None
    """The server's key and certificate; None for no encryption."""


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
        self.lobby = Lobby(config.name, progress)
        """Who may come and who is here."""
        self._tournament: HostedTournament | None = None
        self._stopping = False

    def stop(self) -> None:
        """Begins no further rotation, so that `play` returns when it is safe to."""
        self._stopping = True
        if self._tournament is not None:
            self._tournament.stop()

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
            StoreError: the database fails, another process plays the tournament, or
                another command has put a new one in its place.
        """
        with self._repository.claim(self._row.name) as claim:
            self._look_again()
            return await while_held(claim, self._play_claimed)

    def _look_again(self) -> None:
        """Sees that what is claimed is the tournament this run was made for."""
        row = self._repository.tournament(self._row.name)
        # Until it was claimed, anybody might delete it and enter another by its name.
        if (row.commitment, row.config_text) != (
            self._row.commitment,
            self._row.config_text,
        ):
            raise StoreError(
                f"tournament '{row.name}' has been replaced by another command since"
                " this one read it; nothing was played, run the same command again"
            )

    async def _play_claimed(self) -> bool:
        async with wire_loop(), trio.open_nursery() as nursery:
            listening: Listening = await nursery.start(self._serve)
            self._progress.listening(listening.public)
            self._tournament = HostedTournament(
                self._config,
                self._row,
                self._repository,
                lobby=self.lobby,
                host=self,
                surroundings=Surroundings(
                    listening.local,
                    self._place.folder,
                    self._place.output,
                    self._row.seed,
                    public=listening.public,
                ),
                progress=self._progress,
            )
            over = not self._stopping and await self._tournament.play()
            nursery.cancel_scope.cancel()
        return over

    async def _serve(self, task_status: trio.TaskStatus[Listening]) -> None:
        await serve(
            self.lobby,
            StoreLibrary(self._repository),
            address=self._place.address,
            insecure=self._place.insecure,
            tls=self._place.tls,
            task_status=task_status,
        )

    async def admit(self, names: Sequence[str]) -> dict[str, str | None]:
        """Lets the entrants in by tokens of this tournament; new ones are shown."""
        shown: dict[str, str | None] = {}
        for name, (token, hashed) in (
            await trio.to_thread.run_sync(self._tokens, names)
        ).items():
            self.lobby.expect(name, hashed)
            shown[name] = token
        return shown

    def farewell(self, *, over: bool) -> None:
        """Ends every stream, since there is nothing else to play here."""
        if over:
            self.lobby.close()
        else:
            self.lobby.pause()

    def _tokens(self, names: Sequence[str]) -> dict[str, tuple[str | None, str]]:
        """Gives each entrant's token, if it must be shown, and the hash of it."""
        known = self._repository.token_hashes(self._row.name)
        tokens: dict[str, tuple[str | None, str]] = {}
        for name in names:
            tokens[name] = remote_token(known.get(name))
        self._repository.keep_token_hashes(
            self._row.name,
            {
                name: hashed
                for name, (token, hashed) in tokens.items()
                if token is not None
            },
        )
        return tokens
