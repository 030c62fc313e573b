"""The program that keeps one bot."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bots.keeper import descendants

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux' /proc")


@pytest.fixture
def parent() -> Iterator[int]:
    """A process with a child."""
    command = ["sh", "-c", "sleep 60 & echo; wait"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process.pid
        os.killpg(process.pid, 9)


def test_descendants_are_children_and_their_children(parent: int) -> None:
    (child,) = descendants(parent)
    assert {parent, child} <= set(descendants(os.getpid()))


@pytest.mark.parametrize("error", [FileNotFoundError, ProcessLookupError])
def test_a_process_that_ends_while_it_is_looked_at_has_no_children(
    parent: int, monkeypatch: pytest.MonkeyPatch, error: type[OSError]
) -> None:
    (child,) = descendants(parent)
    glob = Path.glob

    def ended(self: Path, pattern: str) -> Iterator[Path]:
        if self == Path(f"/proc/{parent}/task"):
            raise error(self)
        return glob(self, pattern)

    monkeypatch.setattr(Path, "glob", ended)
    found = descendants(os.getpid())
    assert parent in found
    assert child not in found
