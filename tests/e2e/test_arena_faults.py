"""The arena killed and stopped: nothing is lost, and the same command goes on."""

import os
import signal
import subprocess
from pathlib import Path

import pytest
import trio

from arena.store.repository import Repository
from tests.support.runs import Tournament, bots_in, start, timeless

BOTS = {
    "planner-a": "arena-bot planner",
    "planner-b": "arena-bot planner",
    "lowest": "arena-bot lowest",
    "random": "arena-bot random",
}
SETTINGS = {"rounds": 3, "boards": 6}
ALL_DEALS = 3 * 6 * 4


async def stopped(tournament: Tournament, number: signal.Signals, after: int) -> int:
    """Starts the tournament and signals it once `after` deals are stored."""
    arena = await start(tournament.run_command(), tournament.folder / "errors")
    with Repository.open(tournament.database) as repository:
        while arena.poll() is None:
            await trio.sleep(0.01)
            if repository.tournaments() and len(repository.outcomes("test")) >= after:
                break
    os.kill(arena.pid, number)
    return await arena.wait()


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    """The tournament played without any disturbance."""
    whole = Tournament(tmp_path_factory.mktemp("whole"), BOTS, SETTINGS)
    subprocess.run(whole.run_command(), check=True, capture_output=True)
    return whole


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_a_stopped_tournament_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, uninterrupted: Tournament, number: signal.Signals
) -> None:
    broken = Tournament(tmp_path, BOTS, SETTINGS)
    for after in (1, 30):
        await stopped(broken, number, after)
        with trio.fail_after(20):
            while bots_in(broken.folder):
                await trio.sleep(0.05)
    stored = len(broken.records())
    assert 30 <= stored < ALL_DEALS
    await broken.run()
    assert list(map(timeless, broken.records())) == list(
        map(timeless, uninterrupted.records())
    )
    assert broken.standings() == uninterrupted.standings()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
async def test_a_signal_lets_the_running_rotations_end_and_says_how_to_resume(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    tournament = Tournament(tmp_path, BOTS, SETTINGS)
    assert await stopped(tournament, number, 1) == code
    assert "resume" in (tmp_path / "errors").read_text()
    assert len(tournament.records()) < ALL_DEALS
    assert not bots_in(tmp_path)
