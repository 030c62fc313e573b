"""One bot as a process of its own: its start, its end, its output.

A bot's stdin is a leash: it is never written to, and a well-behaved bot ends
when it closes, which the kernel sees to even if the arena is killed outright.
Each bot leads a process group, so that what it starts ends with it.
"""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import trio

from arena.bots.command import Launch
from arena.errors import EntryError

END_GRACE = 2.0
"""Seconds a bot has to end by itself once its leash is let go."""

TERM_GRACE = 1.0
"""Seconds a bot has to heed SIGTERM after that."""


class BotProcess:
    """A running bot. Make one with `launch`."""

    def __init__(self, launch: Launch, process: trio.Process) -> None:
        """Holds `process`, which was started as `launch` says."""
        self._launch = launch
        self._process = process

    @property
    def entrant(self) -> str:
        """The entrant the bot plays for."""
        return self._launch.entrant

    @property
    def output(self) -> Path:
        """The file with all the bot has printed."""
        return self._launch.output

    @property
    def pid(self) -> int:
        """The process id, which is that of its process group too."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process has not ended yet."""
        return self._process.poll() is None

    async def wait(self) -> str:
        """Waits for the process to end and tells how it did, in a few words."""
        code = await self._process.wait()
        if code < 0:
            return f"ended by {signal.Signals(-code).name}"
        return f"exited with code {code}"

    async def end(self) -> None:
        """Ends the bot and all it has started: leash, SIGTERM, SIGKILL.

        Cancelling goes straight to SIGKILL. Returns once the process is gone.
        """
        stdin = self._process.stdin
        try:
            if stdin is not None:
                await stdin.aclose()
            with trio.move_on_after(END_GRACE):
                await self._process.wait()
            if self.running:
                self._signal_group(signal.SIGTERM)
                with trio.move_on_after(TERM_GRACE):
                    await self._process.wait()
        finally:
            self._signal_group(signal.SIGKILL)
            with trio.CancelScope(shield=True):
                await self._process.wait()

    def _signal_group(self, number: signal.Signals) -> None:
        # The group outlives its leader when the bot has left children behind.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)


async def launch(plan: Launch) -> BotProcess:
    """Starts a bot as `plan` says.

    Raises:
        EntryError: the operating system cannot start the program.
    """
    plan.output.parent.mkdir(parents=True, exist_ok=True)
    with plan.output.open("ab") as output:
        try:
            process = await trio.lowlevel.open_process(
                list(plan.arguments),
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=plan.folder,
                env=dict(plan.environment),
                start_new_session=True,
            )
        except OSError as error:
            raise EntryError(
                plan.entrant,
                f"cannot start '{plan.arguments[0]}': {error.strerror}",
            ) from error
    return BotProcess(plan, process)
