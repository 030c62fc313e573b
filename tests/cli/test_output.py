"""Messages that cannot be written end nothing; data that cannot be is an error."""

import errno
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli.live import LiveProgress
from arena.cli.output import data, data_console, message_console, say, say_error
from arena.cli.serve_log import ServeLog, make_logger
from arena.errors import ConfigError
from arena.server.metrics import Metrics
from arena.tournament.config import parse_config
from tests.support.clock import Clock

FULL = Path("/dev/full")
"""A disk without room, where the machine has one."""

CONFIG = """
name = "cup"
[[entrants]]
name = "ann"
[[entrants]]
name = "bob"
[[entrants]]
name = "cat"
[[entrants]]
name = "dan"
"""


class Refusing(io.StringIO):
    """A stream that refuses what is written for as long as `error` is set."""

    error: Exception | None = None
    terminal = False
    refused = 0

    def isatty(self) -> bool:
        """Tells whether it says that it is a terminal."""
        return self.terminal

    def write(self, text: str) -> int:
        """Writes, or raises the error."""
        if self.error is not None:
            self.refused += 1
            raise self.error
        return super().write(text)


def refusing(monkeypatch: pytest.MonkeyPatch) -> Refusing:
    """Puts a stream in stderr's place, which has nothing against messages at first."""
    stream = Refusing()
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


ERRORS = [
    OSError(errno.ENOSPC, "No space left on device"),
    BrokenPipeError(errno.EPIPE, "Broken pipe"),
    ValueError("I/O operation on closed file."),
]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_a_message_that_cannot_be_written_is_left_out(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    stderr = refusing(monkeypatch)
    stderr.error = error
    say("nobody reads this")
    say_error("nor this", "nor that")
    assert stderr.refused
    stderr.error = None
    say("but this")
    assert stderr.getvalue() == "but this\n"


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@pytest.mark.parametrize("kind", ["text", "json"])
def test_a_line_of_the_log_that_cannot_be_written_is_left_out(
    monkeypatch: pytest.MonkeyPatch, kind: str, error: Exception
) -> None:
    stderr = refusing(monkeypatch)
    log = ServeLog(make_logger(kind), Metrics(), Clock())
    stderr.error = error
    log.bot_revoked("ann")
    log.joined("ann", "peer", "client")
    assert stderr.refused
    stderr.error = None
    log.bot_revoked("bob")
    (line,) = stderr.getvalue().splitlines()
    assert "bob" in line


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_a_terminal_that_is_gone_ends_neither_bar_nor_lines(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    stderr = refusing(monkeypatch)
    stderr.terminal = True
    with LiveProgress(parse_config(CONFIG), {}, Clock(), message_console()) as shown:
        shown.round_started(1, 1, {1: 8})
        stderr.error = error
        shown.stopping()
        shown.rotation_finished(1, 1, 40)
        shown._bar.refresh()
        print("what others print goes above the bar")  # noqa: T201
    assert stderr.refused
    assert sys.stderr is stderr


@pytest.mark.parametrize("tell", [lambda: say("this"), lambda: make_logger("text")])
def test_a_process_without_stderr_says_nothing(
    monkeypatch: pytest.MonkeyPatch, tell: Callable[[], object]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    tell()


@pytest.mark.parametrize(
    ("error", "raised"),
    [(ERRORS[0], ConfigError), (ERRORS[1], BrokenPipeError)],
    ids=repr,
)
def test_data_that_cannot_be_written_is_an_error(
    monkeypatch: pytest.MonkeyPatch, error: Exception, raised: type[Exception]
) -> None:
    stdout = Refusing()
    stdout.error = error
    monkeypatch.setattr(sys, "stdout", stdout)
    for write in (data_console().print, data().write):
        with pytest.raises(raised):
            write("a table")


def run(played: Path, *words: str, stdout: int, stderr: int) -> tuple[int, str]:
    """Runs a command in a process of its own; gives its exit code and messages."""
    done = subprocess.run(
        [sys.executable, "-m", "arena", *words],
        stdout=stdout,
        stderr=stderr,
        env={**os.environ, "ARENA_DATABASE": f"sqlite:///{played}"},
        cwd=Path(__file__).parents[2],
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


READS = [["standings"], ["export"], ["variants"]]


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a full disk to try")
@pytest.mark.parametrize("words", READS)
def test_what_a_full_disk_takes_no_messages_of_is_done_all_the_same(
    played: Path, words: list[str]
) -> None:
    with FULL.open("wb") as full:
        ran = run(played, *words, stdout=subprocess.DEVNULL, stderr=full.fileno())
    assert ran[0] == 0


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a full disk to try")
@pytest.mark.parametrize("words", READS)
def test_data_on_a_full_disk_is_said_and_ends_with_1(
    played: Path, words: list[str]
) -> None:
    with FULL.open("wb") as full:
        code, told = run(played, *words, stdout=full.fileno(), stderr=subprocess.PIPE)
    assert code == 1
    assert told.splitlines()[-1] == (
        "error: stdout: cannot be written: No space left on device"
    )
    assert "Traceback" not in told


@pytest.mark.parametrize("words", READS)
def test_nobody_reading_anything_is_no_error(played: Path, words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    assert run(played, *words, stdout=writing, stderr=writing)[0] == 0
    os.close(writing)
