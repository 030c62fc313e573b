"""A bot's process: its start where that fails or is called off."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from arena.bots.command import Launch, prepare
from arena.bots.process import ENDED_WELL, KEEPER, launch
from arena.errors import EntryError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux' /proc")

GIB = 1 << 30


@pytest.fixture
def plan(tmp_path: Path) -> Launch:
    """A bot that ends at once."""
    return prepare(
        "ann",
        ["python", "-c", "pass"],
        address="127.0.0.1:1",
        token="t",
        seed=1,
        env={},
        folder=tmp_path,
        output=tmp_path / "ann.log",
    )


def files() -> int:
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_a_start_that_is_called_off_leaves_no_file_open(plan: Launch) -> None:
    process = await launch(plan)
    assert await process.wait() == ENDED_WELL
    before = files()
    with trio.CancelScope() as scope:
        scope.cancel()
        await launch(plan)
    assert scope.cancelled_caught
    assert files() == before


async def test_a_program_that_is_gone_leaves_no_file_open(
    plan: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    await trio.to_thread.run_sync(int)  # whose thread has a file of its own
    before = files()
    with pytest.raises(EntryError, match=r"cannot start .*: No such file"):
        await launch(plan)
    assert files() == before


async def test_where_no_more_files_can_be_opened_it_is_the_entrant_that_fails(
    plan: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left() -> tuple[int, int]:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(os, "pipe", none_left)
    with pytest.raises(EntryError, match=r"cannot start .*: Too many open files"):
        await launch(plan)


def test_a_bot_may_hold_no_more_than_the_machine_allows(tmp_path: Path) -> None:
    shows = "import resource; print(resource.getrlimit(resource.RLIMIT_DATA))"
    bot = [sys.executable, "-c", shows]
    limited = f'ulimit -d {GIB // 1024}; exec "$@"'
    keeper = [sys.executable, "-I", "-S", str(KEEPER), str(2 * GIB), "0", *bot]
    with (tmp_path / "output").open("wb") as output:
        ended = subprocess.run(
            ["sh", "-c", limited, "sh", *keeper],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=output,
            check=True,
        )
    assert ended.stdout.decode() == ENDED_WELL
    assert (tmp_path / "output").read_text() == f"{(GIB, GIB)}\n"
