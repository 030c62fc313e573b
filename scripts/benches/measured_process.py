"""A process that a bench starts, asks for figures and ends.

What is started tells one JSON object a line on its stdout and is told one command a
line on its stdin: `measure SECONDS` or `stop`. When its stdin closes it ends, so that
nothing is left of a bench that was killed.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).resolve().parents[2]
"""The project's folder."""

SOURCES = os.pathsep.join([str(ROOT), str(ROOT / "clients" / "python" / "src")])
"""What PYTHONPATH has to say for a program that uses the project's packages."""

STOP_LIMIT = 20.0
"""Seconds that a process has to end after `stop`."""

PATIENCE = 120.0
"""Seconds for which a measurement goes on in which nothing has happened yet."""

LOOK_AGAIN = 0.01
"""Seconds after which it is looked whether something has."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a process has come to up to one moment."""

    time: float
    """Seconds of a clock that does not step."""
    cpu: float
    """Seconds of CPU that the process has used, all its threads together."""
    decisions: int
    """Decisions that have passed through it."""

    @classmethod
    def now(cls, decisions: int) -> "Reading":
        """Reads the clocks of the calling process."""
        return cls(perf_counter(), process_time(), decisions)


@dataclass(frozen=True, slots=True)
class Window:
    """What a process did in a stretch of time."""

    seconds: float
    """How long it was, by the wall's clock."""
    cpu: float
    """Seconds of CPU that the process used, all its threads together."""
    decisions: int
    """Decisions that passed through it."""
    peak_memory: int
    """The most bytes that the process has had resident up to the end."""

    @classmethod
    def between(cls, first: Reading, last: Reading) -> "Window":
        """Gives what lies between two readings of the calling process."""
        return cls(
            last.time - first.time,
            last.cpu - first.cpu,
            last.decisions - first.decisions,
            resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        )

    @property
    def rate(self) -> float:
        """Decisions a second; 0 where there was none."""
        return self.decisions / self.seconds

    @property
    def cpu_each(self) -> float:
        """Seconds of CPU a decision.

        Raises:
            RuntimeError: There was no decision.
        """
        if not self.decisions:
            raise RuntimeError(f"no decision in {self.seconds:.2f} s")
        return self.cpu / self.decisions


class MeasuredProcess:
    """The bench's side of one such process; a context manager that ends it."""

    def __init__(
        self, module: str, arguments: Sequence[str] = (), *, before: Path | None = None
    ) -> None:
        """Starts a module of the project as a program.

        Packages in the folder `before` go before the project's.
        """
        folders = SOURCES if before is None else f"{before}{os.pathsep}{SOURCES}"
        self._process = subprocess.Popen(
            # Without -P the folder it runs in would come first.
            [sys.executable, "-P", "-m", module, *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": folders},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def hear(self, event: str) -> dict[str, Any]:
        """Waits until the process tells `event`; other events before it are dropped.

        Raises:
            RuntimeError: It ended without.
        """
        if self._process.stdout is None:  # pragma: no cover - a pipe was asked for
            raise AssertionError
        for line in self._process.stdout:
            told: dict[str, Any] = json.loads(line)
            if told["event"] == event:
                return told
        raise RuntimeError(
            f"the process has ended with {self._process.wait()}; it said why above"
        )

    def tell(self, *words: object) -> None:
        """Gives the process a command."""
        if self._process.stdin is None:  # pragma: no cover - a pipe was asked for
            raise AssertionError
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()

    def await_play(self) -> None:
        """Waits until all bots have joined and play has begun."""
        self.hear("playing")

    def measure(self, seconds: float) -> Window:
        """Has the process measure what it does from now on."""
        return Window(**self.ask("measure", seconds)["window"])

    def ask(self, *words: object) -> dict[str, Any]:
        """Gives a command that the process knows, and what it measures by it."""
        self.tell(*words)
        return self.hear("measured")

    def __enter__(self) -> Self:
        """Gives the running process."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Ends the process, with force if it does not end by itself."""
        try:
            # It ends when its stdin does.
            self._process.communicate(timeout=STOP_LIMIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()


def resident() -> int:
    """Gives the bytes of memory that this process has now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def say(event: str, **facts: object) -> None:
    """Tells the bench something; for the process that was started."""
    sys.stdout.write(json.dumps({"event": event, **facts}) + "\n")
    sys.stdout.flush()


def say_measured(window: Window, **facts: object) -> None:
    """Tells the bench what it wanted to have measured."""
    say("measured", window=asdict(window), **facts)
