"""What holds up the next rotation: too many uncommitted ones, and forfeits."""

import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from arena.director.round import MOST_UNCOMMITTED, RoundPlayer
from arena.director.runner import PlayedRotation
from arena.director.schedule import Assignment, assignments
from arena.store.repository import Repository
from arena.store.rows import FinishedRotation
from arena.tournament.config import TournamentConfig, parse_config
from arena.tournament.result import Round
from tests.support.nobody import Nobody
from tests.support.played import CONFIG, NAMES, SEED, play, play_spring


class Tables:
    """A seating with so many tables, and a runner that plays without bots."""

    def __init__(
        self, config: TournamentConfig, tables: int, forfeiter: str | None = None
    ) -> None:
        self._config = config
        self._free = tables
        self._forfeiter = forfeiter
        self.begun: list[tuple[str, ...]] = []

    def full(self) -> bool:
        return self._free == 0

    def fits(self, entrants: Sequence[str]) -> bool:
        return not self.full()

    def take(self, entrants: Sequence[str]) -> None:
        self._free -= 1

    def leave(self, entrants: Sequence[str]) -> None:
        self._free += 1

    async def play(
        self, assignment: Assignment, entrants: Sequence[str]
    ) -> PlayedRotation:
        self.begun.append(tuple(entrants))
        # As at a table: nothing has ended yet when it begins.
        await trio.lowlevel.checkpoint()
        faulty = None
        if self._forfeiter in entrants:
            faulty = entrants.index(self._forfeiter)
        played = play(self._config, assignment, faulty)
        return replace(played, entrants=tuple(entrants))


class SlowDisk(Repository):
    """A store whose commits end when the test wants."""

    disk: threading.Event

    def save_rotations(
        self, name: str, finished: Sequence[FinishedRotation]
    ) -> list[bool]:
        self.disk.wait()
        return super().save_rotations(name, finished)


def round_of(
    store: SlowDisk, text: str, tables: int, forfeiter: str | None = None
) -> tuple[RoundPlayer, Tables, list[Assignment]]:
    """A first round of `text`, what plays it, and its rotations."""
    config = parse_config(text)
    store.disk = threading.Event()
    store.save_round("spring", 1, [NAMES])
    nobody: Any = Nobody()
    runner = Tables(config, tables, forfeiter)
    seating: Any = runner
    rounds = RoundPlayer(
        config,
        store,
        roster=nobody,
        runner=runner,
        seating=seating,
        progress=nobody,
        forfeits={},
    )
    return rounds, runner, list(assignments(config, SEED, Round(1, (NAMES,))))


@asynccontextmanager
async def uncommitted(
    store: SlowDisk, rounds: RoundPlayer, left: Sequence[Assignment]
) -> AsyncIterator[None]:
    """Plays as far as it goes before any commit ends, and on when the block ends."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(rounds.play, left, {}, lambda _: None)
        await trio.testing.wait_all_tasks_blocked(0.05)
        try:
            yield
        finally:
            store.disk.set()


async def test_nothing_begins_while_too_many_wait_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 3
    assert most < MOST_UNCOMMITTED
    monkeypatch.setattr("arena.director.round.MOST_UNCOMMITTED", most)
    with SlowDisk.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        rounds, runner, left = round_of(store, CONFIG, tables=1)
        assert len(left) > most
        async with uncommitted(store, rounds, left):
            assert len(runner.begun) == most
        assert len(runner.begun) == len(left)
        assert len(store.finished_rotations("spring", 1)) == len(left)


async def test_the_next_rotation_does_not_wait_for_the_commit_of_the_last(
    tmp_path: Path,
) -> None:
    with SlowDisk.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        rounds, runner, left = round_of(store, CONFIG, tables=1)
        async with uncommitted(store, rounds, left):
            assert len(runner.begun) == len(left)


async def test_after_a_forfeit_the_next_rotation_waits_for_what_becomes_of_it(
    tmp_path: Path,
) -> None:
    text = f"max_forfeits = 1\n{CONFIG}"
    with SlowDisk.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        rounds, runner, left = round_of(store, text, tables=1, forfeiter="cat")
        async with uncommitted(store, rounds, left):
            assert len(runner.begun) == 1
        assert "cat" in runner.begun[0]
        assert not any("cat" in entrants for entrants in runner.begun[1:])
        assert len(runner.begun) == len(left)
