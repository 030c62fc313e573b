"""A machine that fails the arena: its disk, its database, its clock."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from arena.game.record import readjudicate
from arena.store.repository import Repository
from tests.support.runs import (
    PATIENCE,
    Tournament,
    bot,
    bots_in,
    call,
    round_begun,
    start,
    timeless,
)

BOTS = {
    "planner": "arena-bot planner",
    "counter": "arena-bot counter",
    "lowest-a": "arena-bot lowest",
    "lowest-b": "arena-bot lowest",
}
SETTINGS = {"rounds": 1, "boards": 12}
DEALS = 48


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    """The tournament played without any disturbance."""
    whole = Tournament(tmp_path_factory.mktemp("whole"), BOTS, SETTINGS)
    subprocess.run(whole.run_command(), check=True, capture_output=True)
    return whole


async def assert_same(disturbed: Tournament, undisturbed: Tournament) -> None:
    """Asserts that a disturbance has changed nothing, and left nobody behind."""
    records = disturbed.records()
    assert len(records) == DEALS
    assert list(map(timeless, records)) == list(map(timeless, undisturbed.records()))
    assert disturbed.standings() == undisturbed.standings()
    assert not bots_in(disturbed.folder)


async def test_a_database_that_is_locked_for_a_while_only_delays(
    tmp_path: Path, undisturbed: Tournament
) -> None:
    tournament = Tournament(tmp_path, BOTS, SETTINGS)
    arena = await start(tournament.run_command(), tmp_path / "errors")
    with trio.fail_after(PATIENCE):
        await round_begun(tournament, arena)
        other = sqlite3.connect(tmp_path / "arena.db", timeout=30)
        other.execute("BEGIN IMMEDIATE")
        await trio.sleep(3)
        assert arena.poll() is None
        other.rollback()
        other.close()
        assert await arena.wait() == 0, (tmp_path / "errors").read_text()
    await assert_same(tournament, undisturbed)


@pytest.mark.slow
async def test_an_arena_that_stands_still_costs_nobody_a_deal(
    tmp_path: Path, undisturbed: Tournament
) -> None:
    tournament = Tournament(tmp_path, BOTS, {**SETTINGS, "clock": "5"})
    await _stopped_for_a_while(tournament)
    await assert_same(tournament, undisturbed)


@pytest.mark.slow
async def test_an_arena_that_stands_still_while_it_waits_for_a_bot_costs_it_nothing(
    tmp_path: Path,
) -> None:
    pensive = {name: bot("slow") + " 0.05" for name in BOTS}
    settings = {"rounds": 1, "boards": 1, "rotations": 1, "clock": "5"}
    tournament = Tournament(tmp_path, pensive, settings)
    await _stopped_for_a_while(tournament)
    standings = tournament.standings()
    assert {line["forfeits"] for line in standings.values()} == {0}
    (record,) = tournament.records()
    readjudicate(record)


async def _stopped_for_a_while(tournament: Tournament) -> None:
    """Plays a tournament whose arena stands still for longer than any clock."""
    errors = tournament.folder / "errors"
    arena = await start(tournament.run_command(), errors)
    with trio.fail_after(PATIENCE):
        await round_begun(tournament, arena)
        arena.send_signal(signal.SIGSTOP)
        # What the bots answer meanwhile waits to be read.
        await trio.sleep(6)
        arena.send_signal(signal.SIGCONT)
        assert await arena.wait() == 0, errors.read_text()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of its own with little room."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "none", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False).returncode:
        pytest.skip("only root may mount the small disk that this test fills")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


async def test_a_full_disk_stops_the_arena_with_a_line_and_loses_nothing(
    small_disk: Path, undisturbed: Tournament
) -> None:
    tournament = Tournament(small_disk, BOTS, SETTINGS)
    ballast = small_disk / "ballast"
    await call(tournament.command("tournament", "list"), code=None)
    with Repository.open(tournament.database):
        pass
    with ballast.open("wb") as file:
        file.write(bytes(shutil.disk_usage(small_disk).free - 100_000))
    stopped = await tournament.run(code=1)
    assert "the disk is full" in stopped.err
    assert "run the same command again" in stopped.err
    assert "Traceback" not in stopped.err
    assert not bots_in(small_disk)
    ballast.unlink()
    for record in tournament.records():
        readjudicate(record)
    await tournament.run()
    await assert_same(tournament, undisturbed)


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux' preloading")
async def test_a_wall_clock_that_steps_changes_nothing_but_the_times_of_records(
    tmp_path: Path, undisturbed: Tournament
) -> None:
    library = tmp_path / "stepping.so"
    source = Path(__file__).with_name("stepping.c")
    await call(["cc", "-shared", "-fPIC", "-o", str(library), str(source)])
    tournament = Tournament(tmp_path / "played", BOTS, SETTINGS)
    stepping = ["env", f"LD_PRELOAD={library}"]
    watch = [
        *stepping,
        sys.executable,
        "-c",
        "import time\nprint(len({round(time.time() - time.monotonic(), -3)"
        " for _ in range(50) if not time.sleep(0.01)}))",
    ]
    assert (await call(watch)).out.strip() == "2"
    with trio.fail_after(PATIENCE):
        await call([*stepping, *tournament.run_command()])
    await assert_same(tournament, undisturbed)
    started = [record.started_time for record in tournament.records()]
    assert all(started)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"\x00\xff\xfe" * 100, "test.toml"),
        (b'name = "test"\nrounds = 1\n[[entrants]', "file: not readable as TOML"),
        (
            b'name = "test"\nrounds = -1\n[[entrants]]\nname = "a"\ncopies = 2\n',
            "rounds: -1",
        ),
        (b"", "name"),
    ],
)
async def test_a_corrupted_configuration_is_refused_in_a_line_and_plays_nothing(
    tmp_path: Path, content: bytes, named: str
) -> None:
    tournament = Tournament(tmp_path, BOTS)
    tournament.config.write_bytes(content)
    refused = await tournament.run(code=1)
    assert named in refused.err
    assert "Traceback" not in refused.err
    assert len(refused.err.splitlines()) <= 4
    assert not bots_in(tmp_path)
