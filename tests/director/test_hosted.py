"""A tournament in an arena that is open already."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from arena.dealing import commitment
from arena.director.hosted import HostedTournament
from arena.director.launching import Surroundings
from arena.director.progress import Progress, RemoteSeat
from arena.director.stored import withdrawn
from arena.errors import EntryError
from arena.server.lobby import Lobby
from arena.store.repository import Repository
from arena.store.rows import EntrantRow
from arena.tournament.config import parse_config
from tests.support.played import SEED, STARTED

CONFIG = """\
name = "spring"
rounds = 1
boards = 1
clock = "none"

[[entrants]]
name = "ann"

[[entrants]]
name = "eve"
"""
WHY = "its token was revoked"


class Host:
    """Lets everybody in; only `ann` is here."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def admit(self, names: Sequence[str]) -> dict[str, str | None]:
        for name in names:
            self._lobby.expect(name, name)
        self._lobby.player("ann").joined.set()
        return dict.fromkeys(names)

    def farewell(self, *, over: bool) -> None:
        pass


class Awaiting(Progress):
    """Tells the test when bots are awaited, and keeps whom it is told of."""

    def __init__(self) -> None:
        self.begun = trio.Event()
        self.told: list[tuple[str, str]] = []

    def awaiting(self, seats: Sequence[RemoteSeat], join_time: float) -> None:
        self.begun.set()

    def withdrawn(self, entrant: str, reason: str) -> None:
        self.told.append((entrant, reason))


async def test_who_is_withdrawn_while_bots_are_awaited_is_no_entrant_left(
    tmp_path: Path,
) -> None:
    # Long enough that whoever waited for all of it would be found out.
    config = replace(parse_config(CONFIG), join_time=3600.0)
    lobby, progress = Lobby("spring", Progress()), Awaiting()
    with Repository.open(f"sqlite:///{tmp_path / 'arena.db'}") as store:
        row = store.create_tournament(
            "spring",
            config_text=CONFIG,
            seed=SEED,
            commitment=commitment(SEED),
            created_time=STARTED,
            entrants=[EntrantRow(name) for name in config.names],
        )
        tournament = HostedTournament(
            config,
            row,
            store,
            lobby=lobby,
            host=Host(lobby),
            surroundings=Surroundings("", tmp_path, tmp_path, SEED, public=""),
            progress=progress,
        )

        async def revoke() -> None:
            await progress.begun.wait()
            await tournament.withdraw("eve", WHY)

        with trio.fail_after(60), pytest.RaisesGroup(EntryError) as caught:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(revoke)
                await tournament.play()
        assert withdrawn(store.entrants("spring")) == {"eve": WHY}
    (error,) = caught.value.exceptions
    assert isinstance(error, EntryError)
    assert (error.entrant, error.problem) == (
        *("ann", "too few entrants are left to play"),
    )
    assert progress.told == [("eve", WHY)]
