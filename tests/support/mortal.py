"""An arena that can die at any moment that makes a difference to what is left of it.

All that outlives a process is in the database, and a transaction is in it whole or not
at all. So whenever an arena is killed, what it leaves is what it leaves when it dies
in one of its transactions, before or after the commit. Here it does, in this process:
from then on nothing it does reaches the database.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
import trio
from sqlalchemy import Connection

from arena.director import hosted
from arena.director.hosted import HostedTournament
from arena.director.launching import Surroundings
from arena.director.opening import open_tournament
from arena.director.progress import Progress
from arena.director.runner import PlayedRotation
from arena.director.schedule import Assignment
from arena.director.stored import stored_standings
from arena.errors import NotFoundError
from arena.game.record import decode_record
from arena.server.lobby import Lobby
from arena.store.repository import Repository
from arena.store.rows import (
    FinishedRotation,
    RotationKey,
    TournamentRow,
    TournamentStatus,
)
from arena.tournament.config import TournamentConfig, parse_config
from tests.support.runs import timeless
from tests.support.verifiable import play_session

T = TypeVar("T")


class Died(BaseException):
    """The arena is no more."""


class Mortal:
    """A tournament in a database, and an arena without bots to play it."""

    def __init__(
        self, repository: Repository, config_text: str, faulty: str = ""
    ) -> None:
        """Will play what `config_text` says; `faulty` answers illegally now and then.

        Each life of the arena has the same `repository`, because to open one takes
        longer than all the rest.
        """
        self._repository = repository
        self._write = repository._database.write
        self._text = config_text
        self._config = parse_config(config_text)
        self._faulty = faulty
        self._played: dict[tuple[RotationKey, Sequence[str]], PlayedRotation] = {}

    async def rotation(
        self, assignment: Assignment, entrants: Sequence[str]
    ) -> PlayedRotation:
        """Plays a rotation; the same comes out each time, so it is played once."""
        await trio.lowlevel.checkpoint()
        key = assignment.key, tuple(entrants)
        if key not in self._played:
            self._played[key] = play_session(
                self._config, assignment, tuple(entrants), faulty=self._faulty
            )
        return self._played[key]

    def run(self, moment: int = 0, *, committed: bool = True) -> bool:
        """Runs the arena on the database, as the same command does every time.

        Args:
            moment: In which of its transactions it dies, from 1; 0 for none.
            committed: Whether that one is committed before it dies.

        Returns:
            Whether it lived to the end of the tournament.
        """
        repository, lived = self._repository, False
        repository._database.write = self._mortal(moment, committed)  # type: ignore[assignment,method-assign]
        try:
            row = open_tournament(
                repository, self._config, self._text, seed=None, fresh=False
            ).row
            if row.status is not TournamentStatus.FINISHED:
                trio.run(self._play, row)
            lived = True
        except* Died:
            pass
        finally:
            repository._database.write = self._write  # type: ignore[method-assign]
        return lived

    def forget(self) -> None:
        """Removes the tournament from the database, if it is there."""
        with suppress(NotFoundError):
            self._repository.delete_tournament(self._config.name)

    def left(self) -> dict[str, Any]:
        """All that the tournament has come to, but its times."""
        repository, name = self._repository, self._config.name
        row = repository.tournament(name)
        return {
            "status": row.status,
            "records": [
                timeless(decode_record(line)) for line in repository.records(name)
            ],
            "standings": stored_standings(repository, row),
            "entrants": repository.entrants(name),
            "rounds": repository.rounds(name),
            "forfeits": repository.forfeits(name),
        }

    def _mortal(
        self, moment: int, committed: bool
    ) -> Callable[[], AbstractContextManager[Connection]]:
        """Gives transactions of which one is the last."""
        begun = 0

        @contextmanager
        def write() -> Iterator[Connection]:
            nonlocal begun
            begun += 1
            if moment and begun > moment:
                raise Died
            with self._write() as connection:
                yield connection
                if begun == moment and not committed:
                    raise Died
            if begun == moment:
                raise Died

        return write

    async def _play(self, row: TournamentRow) -> None:
        with pytest.MonkeyPatch.context() as patch:
            # Threads would only cost time: there is nobody else to be kept waiting.
            patch.setattr(trio.to_thread, "run_sync", _run_here)
            patch.setattr(hosted, "Roster", _Everybody)
            patch.setattr(hosted, "LocalRunner", lambda *_: _WithoutBots(self))
            tournament = HostedTournament(
                self._config,
                row,
                self._repository,
                lobby=Lobby(self._config.name, Progress()),
                host=_Nobody(),
                surroundings=Surroundings("", Path(), Path(), row.seed, public=""),
                progress=Progress(),
            )
            assert await tournament.play()


async def _run_here(call: Callable[..., T], *arguments: object, **_: object) -> T:
    """Does what is to be done in a thread, without one."""
    await trio.lowlevel.checkpoint()
    return call(*arguments)


class _Nobody:
    """A host that lets no bots in from elsewhere."""

    async def admit(self, names: Sequence[str]) -> dict[str, str | None]:
        return dict.fromkeys(names)

    def farewell(self, *, over: bool) -> None:
        pass


class _Everybody:
    """A roster of whom everybody is there at once."""

    def __init__(self, config: TournamentConfig, lobby: Lobby, *_: object) -> None:
        self._lobby = lobby
        self._here: set[str] = set()

    def when_one_returns(self, call: object) -> None:
        pass

    async def gather(self, names: Sequence[str], tokens: object) -> dict[str, str]:
        for name in names:
            self._come(name)
        return {}

    def replace_house_bots(self) -> None:
        pass

    def fallen(self) -> dict[str, str]:
        return {}

    def has_house_bot(self, name: str) -> bool:
        return name in self._here

    async def call_house_bot(self, name: str) -> None:
        self._come(name)

    def forfeited(self, *_: object) -> None:
        pass

    def explained(self, rotation: FinishedRotation) -> FinishedRotation:
        return rotation

    async def dismiss(self, name: str, reason: str) -> None:
        pass

    async def end(self) -> None:
        pass

    def _come(self, name: str) -> None:
        self._here.add(name)
        self._lobby.expect(name, name)


class _WithoutBots:
    """A runner that plays without bots."""

    def __init__(self, arena: Mortal) -> None:
        self.play = arena.rotation
