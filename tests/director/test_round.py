"""Playing a round: what is committed, what is reported, who is withdrawn."""

import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
import trio
import trio.testing

from arena.director.commits import COMMIT_EVERY
from arena.director.round import RoundPlayer
from arena.director.runner import PlayedRotation
from arena.director.schedule import Assignment, assignments
from arena.director.withdrawals import overdue
from arena.errors import StoreError
from arena.store.repository import Repository
from arena.store.rows import FinishedRotation, RotationKey
from arena.tournament.config import parse_config
from arena.tournament.result import Round
from tests.support.nobody import Nobody
from tests.support.played import CONFIG, NAMES, SEED, play, play_spring


@pytest.mark.parametrize("paired", [0, 1, 2])
async def test_a_withdrawal_is_of_the_last_round_paired_also_in_a_resumed_run(
    tmp_path: Path, paired: int
) -> None:
    nobody: Any = Nobody()
    url = play_spring(tmp_path / "arena.db", rounds=min(paired, 1))
    with Repository.open(url) as repository:
        if paired == 2:
            repository.save_round("spring", 2, [NAMES])
        rounds = RoundPlayer(
            parse_config(CONFIG),
            repository,
            roster=nobody,
            runner=nobody,
            seating=nobody,
            progress=nobody,
            forfeits={},
        )
        await rounds.withdraw("cat", "did not join within 3 s")
        (cat,) = [row for row in repository.entrants("spring") if row.withdrawn]
    assert (cat.name, cat.withdrawn_round) == ("cat", paired)


class AtOnce:
    """A seating with room for everybody, and a runner that plays without bots."""

    def __init__(self) -> None:
        self._config = parse_config(CONFIG)

    def full(self) -> bool:
        return False

    def fits(self, entrants: Sequence[str]) -> bool:
        return True

    def take(self, entrants: Sequence[str]) -> None:
        pass

    def leave(self, entrants: Sequence[str]) -> None:
        pass

    async def play(
        self, assignment: Assignment, entrants: Sequence[str]
    ) -> PlayedRotation:
        return play(self._config, assignment)


class SlowDisk(Repository):
    """A store whose first commit takes as long as the test wants."""

    batches: list[int]
    disk: threading.Event
    fault: StoreError | None = None

    def save_rotations(
        self, name: str, finished: Sequence[FinishedRotation]
    ) -> list[bool]:
        self.batches.append(len(finished))
        self.disk.wait()
        if self.fault is not None:
            raise self.fault
        return super().save_rotations(name, finished)


class Failing(AtOnce):
    """A runner whose last table fails when all others are done."""

    async def play(
        self, assignment: Assignment, entrants: Sequence[str]
    ) -> PlayedRotation:
        if assignment.key == RotationKey(1, 1, 2, 4):
            await trio.testing.wait_all_tasks_blocked(0.05)
            raise KeyError(assignment.key)
        return await super().play(assignment, entrants)


class Faulty(AtOnce):
    """A runner whose first seat always forfeits."""

    async def play(
        self, assignment: Assignment, entrants: Sequence[str]
    ) -> PlayedRotation:
        return play(self._config, assignment, faulty=0)


def _round(
    store: SlowDisk, runner: AtOnce | None = None, *, max_forfeits: int = 10
) -> tuple[RoundPlayer, list[Assignment]]:
    """A round of eight rotations, all of which can begin at once."""
    config = replace(parse_config(CONFIG), max_forfeits=max_forfeits)
    store.batches, store.disk = [], threading.Event()
    store.save_round("spring", 1, [NAMES])
    nobody: Any = Nobody()
    everybody: Any = runner or AtOnce()
    rounds = RoundPlayer(
        config,
        store,
        roster=nobody,
        runner=everybody,
        seating=everybody,
        progress=nobody,
        forfeits={},
    )
    return rounds, list(assignments(config, SEED, Round(1, (NAMES,))))


@asynccontextmanager
async def _played_out(
    rounds: RoundPlayer, left: Sequence[Assignment]
) -> AsyncIterator[tuple[trio.Nursery, list[RotationKey]]]:
    """Plays `left` to where it waits for the disk; then runs the block, and to its end.

    Gives the nursery that plays, and what has been reported as kept.
    """
    reported: list[RotationKey] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(rounds.play, left, {}, lambda r: reported.append(r.key))
        await trio.testing.wait_all_tasks_blocked(0.05)
        yield nursery, reported


async def test_rotations_that_end_during_a_commit_share_the_next(
    tmp_path: Path,
) -> None:
    with SlowDisk.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        rounds, left = _round(store)
        async with _played_out(rounds, left) as (_, reported):
            assert reported == []
            store.disk.set()
        assert sum(store.batches) == len(left)
        assert len(store.batches) <= 2, "one that waits takes all that have ended"
        assert set(reported) == store.finished_rotations("spring", 1)
        assert sorted(reported) == [assignment.key for assignment in left]


async def test_a_round_of_which_all_has_been_played_is_over_at_once(
    tmp_path: Path,
) -> None:
    with SlowDisk.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        rounds, left = _round(store)
        store.disk.set()
        with trio.fail_after(60):
            # Who is the first to run is a matter of chance.
            for _ in range(20):
                assert await rounds.play([], {}, lambda _: None)
            assert await rounds.play(left, {}, lambda _: None)
        assert len(store.finished_rotations("spring", 1)) == len(left)


async def test_what_could_not_be_committed_is_not_reported(tmp_path: Path) -> None:
    reported: list[RotationKey] = []
    with SlowDisk.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        rounds, left = _round(store)
        store.fault = StoreError("the disk is full")
        store.disk.set()
        with pytest.RaisesGroup(pytest.RaisesExc(StoreError, match="the disk is full")):
            await rounds.play(left, {}, lambda r: reported.append(r.key))
        assert reported == []
        assert store.finished_rotations("spring", 1) == set()


async def test_a_cancelled_round_keeps_and_reports_what_has_been_played_out(
    tmp_path: Path,
) -> None:
    with SlowDisk.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        rounds, left = _round(store)
        async with _played_out(rounds, left) as (nursery, reported):
            nursery.cancel_scope.cancel()
            store.disk.set()
        assert sorted(reported) == [assignment.key for assignment in left]
        assert set(reported) == store.finished_rotations("spring", 1)


async def test_a_withdrawal_that_a_cancelled_round_leads_to_is_left_to_the_next_run(
    tmp_path: Path,
) -> None:
    with SlowDisk.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        rounds, left = _round(store, Faulty(), max_forfeits=1)
        async with _played_out(rounds, left[:1]) as (nursery, _):
            nursery.cancel_scope.cancel()
            store.disk.set()
        assert not any(row.withdrawn for row in store.entrants("spring"))
        (forfeit,) = store.forfeits("spring")
        assert list(overdue([forfeit], 1)) == [forfeit.entrant]


async def test_what_has_ended_is_kept_when_a_table_fails(tmp_path: Path) -> None:
    with SlowDisk.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        rounds, left = _round(store, Failing())
        store.disk.set()
        with pytest.RaisesGroup(pytest.RaisesExc(KeyError), flatten_subgroups=True):
            await rounds.play(left, {}, lambda _: None)
        assert store.finished_rotations("spring", 1) == {
            assignment.key for assignment in left[:-1]
        }


async def test_rotations_that_end_soon_after_a_commit_wait_for_company(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    # The database's threads need real time while the clock stands.
    autojump_clock.autojump_threshold = 0.1
    reported: list[float] = []
    with SlowDisk.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        _, left = _round(store)
        rounds = RoundPlayer(
            parse_config(CONFIG),
            store,
            roster=cast("Any", Nobody()),
            runner=OneAfterAnother(COMMIT_EVERY / 4),
            seating=cast("Any", AtOnce()),
            progress=cast("Any", Nobody()),
            forfeits={},
        )
        store.disk.set()
        await rounds.play(left, {}, lambda _: reported.append(trio.current_time()))
    assert sum(store.batches) == len(left) == 8
    assert store.batches[0] == 1, "after a quiet while nobody waits"
    assert len(store.batches) <= 4
    assert len(reported) == len(left)


class OneAfterAnother(AtOnce):
    """Ends its rotations one by one, so many seconds apart."""

    def __init__(self, apart: float) -> None:
        super().__init__()
        self._apart = apart
        self._begun = 0

    async def play(
        self, assignment: Assignment, entrants: Sequence[str]
    ) -> PlayedRotation:
        self._begun += 1
        await trio.sleep(self._begun * self._apart)
        return await super().play(assignment, entrants)
