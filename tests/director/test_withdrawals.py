"""Withdrawals that come at an awkward moment, as revoked tokens may."""

import threading
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from arena.director.progress import Progress
from arena.director.round import RoundPlayer
from arena.director.stored import stored_standings
from arena.store.repository import Repository
from arena.tournament.config import parse_config
from tests.support.played import CONFIG, STARTED, play_spring

WHY = "its token was revoked"


class Nobody:
    """A roster, a runner and a seating: takes every call, keeps who is dismissed."""

    def __init__(self) -> None:
        self.dismissed: list[str] = []

    def __getattr__(self, name: str) -> Any:
        """Gives a call of that name."""
        return lambda *_: None

    async def dismiss(self, name: str) -> None:
        self.dismissed.append(name)


class Told(Progress):
    """Keeps who was said to be withdrawn."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []

    def withdrawn(self, entrant: str, reason: str) -> None:
        self.heard.append((entrant, reason))


class Store(Repository):
    """A store that finishes a tournament when the test lets it."""

    let: threading.Event

    def finish(self, name: str, time: str) -> None:
        self.let.wait()
        super().finish(name, time)


def _player(store: Repository, nobody: Nobody, told: Told) -> RoundPlayer:
    anybody: Any = nobody
    return RoundPlayer(
        parse_config(CONFIG),
        store,
        roster=anybody,
        runner=anybody,
        seating=anybody,
        progress=told,
        forfeits={},
    )


@pytest.mark.parametrize("queued", [False, True])
async def test_a_finished_tournament_stays_as_it_is_whoever_is_revoked(
    tmp_path: Path, queued: bool
) -> None:
    nobody, told = Nobody(), Told()
    with Store.open(play_spring(tmp_path / "arena.db", rounds=1)) as store:
        store.finish_round("spring", 1)
        before = (
            store.entrants("spring"),
            stored_standings(store, store.tournament("spring")),
        )
        store.let = threading.Event()
        rounds = _player(store, nobody, told)

        async def finish() -> None:
            await trio.to_thread.run_sync(
                store.finish, "spring", STARTED, limiter=rounds.limiter
            )

        async with trio.open_nursery() as nursery:
            nursery.start_soon(finish)
            await trio.testing.wait_all_tasks_blocked()
            if queued:
                for name in ("ann", "bob"):
                    nursery.start_soon(rounds.withdraw, name, WHY)
                await trio.testing.wait_all_tasks_blocked()
                assert rounds.limiter.statistics().tasks_waiting == 2
            store.let.set()
        for name in ("ann", "bob"):
            await rounds.withdraw(name, WHY)
        assert before == (
            store.entrants("spring"),
            stored_standings(store, store.tournament("spring")),
        )
    assert told.heard == []
    assert nobody.dismissed == []
