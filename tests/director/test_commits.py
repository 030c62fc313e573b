"""Commits that several rotations share."""

import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing

from arena.director.commits import COMMIT_EVERY, MANY, Commits
from arena.director.recording import Recorder
from arena.director.schedule import assignments
from arena.errors import StoreError
from arena.store.repository import Repository
from arena.store.rows import FinishedRotation, RotationKey
from arena.tournament.config import parse_config
from arena.tournament.result import Round
from tests.support.played import CONFIG, NAMES, SEED, play, play_spring

NOW = "2026-03-01T12:00:00.000Z"

PATIENCE = 60
"""Seconds after which what is waited for will not come."""


class Gate:
    """A store that commits when it is let, and notes what it is given."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.open = threading.Semaphore(0)
        self.fault: Exception | None = None

    def save_rotations(self, name: str, finished: list[FinishedRotation]) -> list[bool]:
        self.batches.append(len(finished))
        self.open.acquire()
        if self.fault is not None:
            raise self.fault
        return [True] * len(finished)


class Keeping:
    """Commits of a gate, and who has heard that its rotation is kept."""

    def __init__(self) -> None:
        self.gate = Gate()
        limiter = trio.CapacityLimiter(1)
        self.commits = Commits(self.gate, "spring", limiter)  # type: ignore[arg-type]
        self.kept: list[int] = []
        self._rotation = ended()

    def add(self, *numbers: int) -> None:
        """Has rotations end, each told by its number."""
        for number in numbers:
            self.commits.add(self._rotation, partial(self.kept.append, number))


def ended(faulty: int | None = None) -> FinishedRotation:
    """The first rotation of the tournament, played; the `faulty` seat forfeits it."""
    config = parse_config(CONFIG)
    (first, *_) = assignments(config, SEED, Round(1, (NAMES,)))
    return Recorder(config).finished(play(config, first, faulty), NOW)


async def under_way(keeping: Keeping, batches: int) -> None:
    """Waits until so many commits have begun and all that can follow has."""
    with trio.fail_after(PATIENCE):
        while len(keeping.gate.batches) < batches:
            await trio.sleep(0.001)
    await trio.testing.wait_all_tasks_blocked()


async def test_whose_rotation_is_kept_hears_it_whatever_ends_meanwhile() -> None:
    keeping = Keeping()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keeping.commits.run)
        keeping.add(1)
        await under_way(keeping, 1)
        keeping.add(2, 3)
        await under_way(keeping, 1)
        assert (keeping.kept, keeping.commits.pending) == ([], 3)
        keeping.gate.open.release()
        await under_way(keeping, 2)
        # The second commit is under way; nobody of the first waits for it.
        assert (keeping.kept, keeping.commits.pending) == ([1], 2)
        keeping.add(4)
        keeping.gate.open.release(2)
        keeping.commits.end()
    assert keeping.gate.batches == [1, 2, 1]
    assert keeping.kept == [1, 2, 3, 4]
    assert keeping.commits.pending == 0


async def test_it_may_be_over_before_it_has_begun() -> None:
    keeping = Keeping()
    keeping.gate.open.release()
    keeping.add(1)
    keeping.commits.end()
    with trio.fail_after(PATIENCE):
        await keeping.commits.run()
    assert keeping.kept == [1]


class Store:
    """A store that notes how many rotations each commit had."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def save_rotations(self, name: str, finished: list[FinishedRotation]) -> list[bool]:
        self.batches.append(len(finished))
        return [True] * len(finished)


async def test_a_commit_waits_for_company_but_not_where_somebody_waits_for_it(
    mock_clock: trio.testing.MockClock,
) -> None:
    store = Store()
    commits = Commits(store, "spring", trio.CapacityLimiter(1))  # type: ignore[arg-type]
    rotation, spoilt = ended(), ended(faulty=0)

    async def added(rotations: Sequence[FinishedRotation]) -> list[int]:
        """Adds rotations and, when all are kept, gives the commits that were made."""
        kept = [trio.Event() for _ in rotations]
        for rotation, event in zip(rotations, kept, strict=True):
            commits.add(rotation, event.set)
        for event in kept:
            await event.wait()
        return store.batches

    async with trio.open_nursery() as nursery:
        nursery.start_soon(commits.run)
        assert await added([rotation]) == [1]
        async with trio.open_nursery() as waiting:
            waiting.start_soon(added, [rotation])
            mock_clock.jump(COMMIT_EVERY / 2)
            await trio.testing.wait_all_tasks_blocked()
            waiting.start_soon(added, [rotation])
            await trio.testing.wait_all_tasks_blocked()
            assert commits.pending == 2
            mock_clock.jump(COMMIT_EVERY / 2)
        assert store.batches == [1, 2]
        # Time stands still from here.
        assert await added([rotation] * MANY) == [1, 2, MANY]
        assert await added([rotation, spoilt]) == [1, 2, MANY, 2]
        commits.add(rotation, lambda: None)
        await trio.testing.wait_all_tasks_blocked()
        assert commits.pending == 1
        commits.end()
    assert store.batches == [1, 2, MANY, 2, 1]


@pytest.mark.parametrize(
    "fault", [StoreError("the disk is full"), ValueError("a fault of our own")]
)
async def test_after_a_failure_nothing_is_tried_and_nothing_said_to_be_kept(
    fault: Exception,
) -> None:
    keeping = Keeping()
    keeping.gate.fault = fault
    with pytest.RaisesGroup(pytest.RaisesExc(type(fault), match=str(fault))):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keeping.commits.run)
            keeping.add(1)
            await under_way(keeping, 1)
            keeping.add(2, 3)
            keeping.gate.open.release()
    assert keeping.gate.batches == [1]
    assert keeping.kept == []


async def test_a_cancelled_run_keeps_what_has_been_played_out(tmp_path: Path) -> None:
    rotation = ended()
    kept: list[RotationKey] = []
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        store.save_round("spring", 1, [NAMES])
        commits = Commits(store, "spring", trio.CapacityLimiter(1))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(commits.run)
            await trio.testing.wait_all_tasks_blocked()
            commits.add(rotation, partial(kept.append, rotation.key))
            nursery.cancel_scope.cancel()
            commits.end()
        assert store.finished_rotations("spring", 1) == {*kept} == {rotation.key}


async def test_what_another_process_has_kept_otherwise_is_not_said_to_be_kept(
    tmp_path: Path,
) -> None:
    rotation, others = ended(), ended(faulty=0)
    kept: list[RotationKey] = []
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        store.save_round("spring", 1, [NAMES])
        assert store.save_rotations("spring", [others]) == [True]
        commits = Commits(store, "spring", trio.CapacityLimiter(1))
        commits.add(rotation, partial(kept.append, rotation.key))
        commits.end()
        with pytest.raises(
            StoreError,
            match=r"another process plays tournament 'spring' as well: rotation 1 of"
            r" board 1 at table 1 in round 1 .* again$",
        ):
            await commits.run()
        assert kept == []
        assert store.outcomes("spring") == list(others.outcomes)


async def test_what_is_there_from_a_commit_whose_answer_was_lost_is_kept(
    tmp_path: Path,
) -> None:
    rotation = ended()
    kept: list[RotationKey] = []
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        store.save_round("spring", 1, [NAMES])
        assert store.save_rotations("spring", [rotation]) == [True]
        commits = Commits(store, "spring", trio.CapacityLimiter(1))
        commits.add(rotation, partial(kept.append, rotation.key))
        commits.end()
        await commits.run()
        assert kept == [rotation.key]
        assert store.outcomes("spring") == list(rotation.outcomes)
