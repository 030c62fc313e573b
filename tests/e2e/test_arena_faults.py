"""The arena killed and stopped: nothing is lost, and the same command goes on."""

import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from random import Random
from secrets import randbits
from time import perf_counter
from typing import Any

import pytest
import trio

from arena.store.repository import Repository
from tests.support.runs import (
    PATIENCE,
    Tournament,
    bots_in,
    call,
    round_begun,
    start,
    timeless,
)

BOTS = {"planner": "arena-bot planner", "random": "arena-bot random"}
"""Few, since to launch them takes most of the time."""

SETTINGS = {"seats": 2, "rounds": 12, "boards": 8}
ALL_DEALS = 12 * 8 * 2
KILLS = 5


Outcome = tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]


@dataclass(frozen=True)
class Undisturbed:
    """What the tournament comes to if nothing happens."""

    outcome: Outcome
    seconds: float
    """How long it takes, with everything before the first deal."""


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """The tournament played without any disturbance."""
    whole = Tournament(tmp_path_factory.mktemp("whole"), BOTS, SETTINGS)
    begun = perf_counter()
    subprocess.run(whole.run_command(), check=True, capture_output=True)
    seconds = perf_counter() - begun
    return Undisturbed(outcome(whole), seconds)


def outcome(tournament: Tournament) -> Outcome:
    """What a tournament has come to: its records but their times, its standings."""
    return list(map(timeless, tournament.records())), tournament.standings()


async def nobody_is_left(tournament: Tournament) -> None:
    """Waits until no process is left of the bots that the arena had launched."""
    with trio.fail_after(PATIENCE):
        while bots_in(tournament.folder):
            await trio.sleep(0.05)


async def killed(tournament: Tournament, seconds: float) -> None:
    """Starts the arena and kills it outright after so many seconds."""
    arena = await start(tournament.run_command(), tournament.folder / "errors")
    with trio.move_on_after(seconds):
        assert await arena.wait() == 0, (tournament.folder / "errors").read_text()
    arena.kill()
    await arena.wait()
    await nobody_is_left(tournament)


async def test_a_tournament_killed_at_random_moments_goes_on_as_if_it_had_not_been(
    tmp_path: Path, undisturbed: Undisturbed
) -> None:
    seed = randbits(32)
    random = Random(seed)
    moments = [random.uniform(0, undisturbed.seconds) for _ in range(KILLS)]
    told = f"seed {seed}: killed after {[f'{s:.3f} s' for s in moments]}"
    tournament = Tournament(tmp_path, BOTS, SETTINGS)
    for seconds in moments:
        await killed(tournament, seconds)
    finished = await call(tournament.run_command(), code=None)
    assert finished.code == 0, told + finished.err
    assert outcome(tournament) == undisturbed.outcome, told
    assert not bots_in(tmp_path), told


async def signalled(tournament: Tournament, number: signal.Signals) -> int:
    """Starts the arena and signals it once it has stored a deal; gives its exit code."""
    with Repository.open(tournament.database) as repository:
        before = deals_in(repository)
        arena = await start(tournament.run_command(), tournament.folder / "errors")
        while arena.poll() is None and deals_in(repository) == before:
            await trio.sleep(0.01)
    arena.send_signal(number)
    return await arena.wait()


def deals_in(repository: Repository) -> int:
    """How many deals are stored."""
    return len(repository.outcomes("test")) if repository.tournaments() else 0


async def test_ctrl_c_through_a_pipe_lets_the_running_rotations_end_too(
    tmp_path: Path, undisturbed: Undisturbed
) -> None:
    tournament = Tournament(tmp_path, BOTS, SETTINGS)
    arena = await trio.lowlevel.open_process(
        tournament.run_command(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    await round_begun(tournament, arena)
    # Ctrl-C ends both ends of the pipe, and its reader has nothing to wait for.
    assert arena.stdout is not None
    await arena.stdout.aclose()
    with Repository.open(tournament.database) as repository:
        while arena.poll() is None and not deals_in(repository):
            await trio.sleep(0.01)
        arena.send_signal(signal.SIGINT)
        assert await arena.wait() == 130
        assert 0 < deals_in(repository) < ALL_DEALS
        assert repository.forfeits("test") == []
    assert not bots_in(tmp_path)
    await tournament.run()
    assert outcome(tournament) == undisturbed.outcome


async def test_a_signal_lets_the_running_rotations_end_and_says_how_to_resume(
    tmp_path: Path, undisturbed: Undisturbed
) -> None:
    tournament = Tournament(tmp_path, BOTS, SETTINGS)
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        assert await signalled(tournament, number) == code
        assert not bots_in(tmp_path)
        assert "resume" in (tmp_path / "errors").read_text()
        with Repository.open(tournament.database) as repository:
            assert 0 < deals_in(repository) < ALL_DEALS
    await tournament.run()
    assert outcome(tournament) == undisturbed.outcome
