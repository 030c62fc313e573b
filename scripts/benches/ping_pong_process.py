"""Gives a bench a `ping_pong` with its bots, in the processes that an arena would have."""

import os
import subprocess
import sys
from types import TracebackType

from scripts.benches.measured_process import ROOT, SOURCES, MeasuredProcess


class PingPongProcess(MeasuredProcess):
    """A server without an arena and minimal bots; a context manager that ends all."""

    def __init__(self, manner: str, *, bots: int, conversations: int) -> None:
        """Starts the server and as many processes as there are bots."""
        super().__init__(
            "scripts.benches.ping_pong", [manner, str(bots), str(conversations)]
        )
        address = self.hear("listening")["address"]
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Ends the bots and the server."""
        # All of them before any is missed: the server would say so to the others.
        for bot in self._bots:
            bot.kill()
        for bot in self._bots:
            bot.wait()
        super().__exit__(kind, error, traceback)
