"""Gives a bench a `ping_pong` with its bots, in the processes that an arena would have."""

import os
import subprocess
import sys
from types import TracebackType
from typing import Any, Self

from scripts.benches.measured_process import ROOT, SOURCES, MeasuredProcess, Window


class PingPongProcess:
    """A server without an arena and minimal bots; a context manager that ends all."""

    def __init__(self, manner: str, *, bots: int, conversations: int) -> None:
        """Starts the server and as many processes as there are bots."""
        self._process = MeasuredProcess(
            "scripts.benches.ping_pong", [manner, str(bots), str(conversations)]
        )
        address = self._process.hear("listening")["address"]
        self._bots = [
            subprocess.Popen(
                [sys.executable, "-m", "scripts.benches.minimal_bot", "64"],
                cwd=ROOT,
                env={
                    **os.environ,
                    "PYTHONPATH": SOURCES,
                    "ARENA_ADDRESS": address,
                    "ARENA_TOKEN": "anybody",
                },
            )
            for _ in range(bots)
        ]

    def await_play(self) -> None:
        """Waits until all bots have joined and the first prompts are out."""
        self._process.hear("playing")

    def measure(self, seconds: float) -> Window:
        """Measures the server's process from now on."""
        return self._process.measure(seconds)

    def ask(self, *words: object) -> dict[str, Any]:
        """Gives a command that `ping_pong` knows, and what it measures by it."""
        self._process.tell(*words)
        return self._process.hear("measured")

    def __enter__(self) -> Self:
        """Gives the running server."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Ends the bots and the server."""
        for bot in self._bots:
            bot.kill()
            bot.wait()
        self._process.__exit__(kind, error, traceback)
