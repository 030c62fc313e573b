"""Withdrawals that come at an awkward moment, as revoked tokens may."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from arena.director.progress import ArenaProgress, Progress
from arena.director.round import RoundPlayer
from arena.director.runner import PlayedRotation
from arena.director.schedule import Assignment, assignments
from arena.director.serving import Serving, Site
from arena.director.stored import stored_standings, withdrawn
from arena.errors import StoreError
from arena.server.auth import token_hash
from arena.store.repository import Repository
from arena.tournament.config import parse_config
from arena.tournament.result import Round
from tests.support.nobody import Nobody
from tests.support.played import CONFIG, NAMES, SEED, STARTED, play, play_spring

WHY = "its token was revoked"


class Roomy(Nobody):
    """A roster, and a seating with room for everybody."""

    def fits(self, entrants: Sequence[str]) -> bool:
        return True


class Runner:
    """Plays without bots, and keeps who sat down."""

    def __init__(self) -> None:
        self.sat: list[Sequence[str]] = []

    async def play(
        self, assignment: Assignment, entrants: Sequence[str]
    ) -> PlayedRotation:
        self.sat.append(entrants)
        rotation = play(parse_config(CONFIG), assignment)
        return replace(rotation, entrants=tuple(entrants))


class Told(Progress):
    """Keeps who was said to be withdrawn."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []

    def withdrawn(self, entrant: str, reason: str) -> None:
        self.heard.append((entrant, reason))


class Store(Repository):
    """A store that finishes when the test lets it, and may refuse withdrawals."""

    let: threading.Event
    refusals = 0

    def withdraw(self, name: str, entrant: str, reason: str, round_number: int) -> bool:
        if self.refusals:
            self.refusals -= 1
            raise StoreError("the database is locked")
        return super().withdraw(name, entrant, reason, round_number)

    def finish(self, name: str, time: str) -> None:
        self.let.wait()
        super().finish(name, time)


def _player(
    store: Repository, nobody: Roomy, told: Told, runner: Runner | None = None
) -> RoundPlayer:
    anybody: Any = nobody
    return RoundPlayer(
        parse_config(CONFIG),
        store,
        roster=anybody,
        runner=runner or Runner(),
        seating=anybody,
        progress=told,
        forfeits={},
    )


@pytest.mark.parametrize("queued", [False, True])
async def test_a_finished_tournament_stays_as_it_is_whoever_is_revoked(
    tmp_path: Path, queued: bool
) -> None:
    nobody, told = Roomy(), Told()
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


async def test_who_is_revoked_while_a_round_is_prepared_does_not_sit_down_in_it(
    tmp_path: Path,
) -> None:
    """The round begins with who was withdrawn by a slightly older look at the store."""
    runner = Runner()
    left = list(assignments(parse_config(CONFIG), SEED, Round(1, (NAMES,))))
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        store.withdraw("spring", "dan", "did not join within 3 s", 0)
        rounds = _player(store, Roomy(), Told(), runner)
        seen = withdrawn(store.entrants("spring"))
        store.save_round("spring", 1, [NAMES])
        await rounds.withdraw("cat", WHY)
        assert await rounds.play(left, seen, lambda _: None)
    assert len(runner.sat) == len(left)
    for entrants in runner.sat:
        assert set(entrants) == {"ann", "bob", "house-1", "house-2"}


async def test_a_withdrawal_that_the_store_refused_may_be_repeated_and_is_told_once(
    tmp_path: Path,
) -> None:
    nobody, told = Roomy(), Told()
    with Store.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        rounds = _player(store, nobody, told)
        store.refusals = 1
        with pytest.raises(StoreError):
            await rounds.withdraw("cat", WHY)
        assert (told.heard, nobody.dismissed) == ([], [])
        async with trio.open_nursery() as nursery:
            for reason in (WHY, "another reason"):
                nursery.start_soon(rounds.withdraw, "cat", reason)
        await rounds.withdraw("cat", WHY)
        assert withdrawn(store.entrants("spring")) == {"cat": WHY}
    assert (told.heard, nobody.dismissed) == ([("cat", WHY)], ["cat"])


@pytest.mark.parametrize("stopped", [False, True])
async def test_a_withdrawal_that_the_store_refused_is_kept_with_its_own_round(
    tmp_path: Path, stopped: bool
) -> None:
    """A house bot has sat in for the entrant, which nothing else would account for."""
    told = Told()
    left = list(assignments(parse_config(CONFIG), SEED, Round(1, (NAMES,))))
    with Store.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        rounds = _player(store, Roomy(), told)
        store.save_round("spring", 1, [NAMES])
        store.refusals = 1
        with pytest.raises(StoreError):
            await rounds.withdraw("cat", WHY)
        if stopped:
            rounds.stop()
        assert await rounds.play(left, {}, lambda _: None) is not stopped
        (cat,) = [row for row in store.entrants("spring") if row.withdrawn]
        store.refusals = 1
        with pytest.raises(StoreError):
            await rounds.withdraw("ann", WHY)
        store.refusals = 1
        with pytest.raises(StoreError):
            await rounds.play([], {}, lambda _: None)
    assert (cat.name, cat.withdrawn, cat.withdrawn_round) == ("cat", WHY, 1)
    assert told.heard == [("cat", WHY)]


async def test_who_is_let_in_again_is_not_withdrawn_from_the_next_tournament(
    tmp_path: Path,
) -> None:
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        serving = Serving(store, Site(tmp_path, tmp_path), ArenaProgress())
        registry = serving._registry
        for name in ("cat", "dan"):
            store.add_bot(name, token_hash(name), STARTED)
        await registry.sync()
        for name in ("cat", "dan"):
            store.revoke_bot(name, STARTED)
        await registry.sync()
        assert registry.expelled == {"cat", "dan"}, "nobody has carried it out"
        store.add_bot("cat", token_hash("again"), STARTED)
        serving.lobby.tournament = "spring"
        assert await serving.admit(["cat", "dan"]) == {"cat": None}
        assert registry.expelled == set()
