"""One bot as a process of its own: its start, its end, its output.

Between the arena and the bot stands its `keeper`, a small process that holds the bot
to its limits and ends with it whatever it has started. The leash is the keeper's
stdin, which the bot has as its own: it is never written to, and when it closes, which
the kernel sees to even if the arena is killed outright, the bot has to end.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import trio

from arena.bots.command import Launch
from arena.errors import EntryError

KEEPER = Path(__file__).with_name("keeper.py")
"""The program that keeps a bot."""

END_LIMIT = 10.0
"""Seconds a keeper has to end its bot, which takes it three at the most."""

ENDED_WELL = "exited with code 0"
"""What `BotProcess.wait` tells of a bot that ended as if all were done."""

_REPORT_BYTES = 1024


class BotProcess:
    """A running bot. Make one with `launch`."""

    def __init__(self, launch: Launch, keeper: trio.Process, report: int) -> None:
        """Holds `keeper`, started as `launch` says, which reports through a pipe."""
        self._launch = launch
        self._keeper = keeper
        self._report = report
        self._how: str | None = None

    @property
    def entrant(self) -> str:
        """The entrant the bot plays for."""
        return self._launch.entrant

    @property
    def arguments(self) -> Sequence[str]:
        """The program and its arguments."""
        return self._launch.arguments

    @property
    def output(self) -> Path:
        """The file with what the bot has printed."""
        return self._launch.output

    @property
    def running(self) -> bool:
        """Whether the process has not ended yet."""
        return self._keeper.poll() is None

    async def wait(self) -> str:
        """Waits for the process to end and tells how it did, in a few words."""
        await self._keeper.wait()
        if self._how is None:
            self._how = self._read_report()
            if self._keeper.stdin is not None:
                with trio.CancelScope(shield=True):
                    await self._keeper.stdin.aclose()
        return self._how

    async def end(self) -> None:
        """Ends the bot and all it has started: leash, SIGTERM, SIGKILL.

        Cancelling goes straight to SIGKILL. Returns once the processes are gone.
        """
        stdin = self._keeper.stdin
        try:
            if stdin is not None:
                await stdin.aclose()
            with trio.move_on_after(END_LIMIT):
                await self.wait()
        finally:
            with trio.CancelScope(shield=True):
                if self.running:
                    self._keeper.terminate()
                    with trio.move_on_after(END_LIMIT):
                        await self.wait()
                if self.running:
                    self._keeper.kill()
                await self.wait()

    def _read_report(self) -> str:
        report = b""
        with suppress(OSError):
            report = os.read(self._report, _REPORT_BYTES)
        os.close(self._report)
        if report:
            return report.decode(errors="replace")
        code = self._keeper.returncode or 0
        how = signal.Signals(-code).name if code < 0 else f"code {code}"
        return f"was ended with its keeper ({how})"


async def launch(plan: Launch) -> BotProcess:
    """Starts a bot as `plan` says.

    Raises:
        EntryError: the operating system cannot start a process or make the file.
    """
    with _opened(plan) as output:
        try:
            report, reports = os.pipe()
        except OSError as error:
            raise _not_started(plan, error) from error
        os.set_blocking(report, False)
        try:
            keeper = await trio.lowlevel.open_process(
                [
                    sys.executable,
                    "-I",
                    "-S",
                    str(KEEPER),
                    str(plan.memory),
                    str(plan.processes),
                    *plan.arguments,
                ],
                stdin=subprocess.PIPE,
                stdout=reports,
                stderr=output,
                cwd=plan.folder,
                env=dict(plan.environment),
                start_new_session=True,
            )
        except BaseException as error:
            os.close(report)
            if isinstance(error, OSError):
                raise _not_started(plan, error) from error
            raise
        finally:
            os.close(reports)
    return BotProcess(plan, keeper, report)


def _not_started(plan: Launch, error: OSError) -> EntryError:
    problem = f"cannot start '{plan.arguments[0]}': {error.strerror or error}"
    return EntryError(plan.entrant, problem)


def _opened(plan: Launch) -> BinaryIO:
    """Opens the file for the bot's output, behind what is in it."""
    try:
        plan.output.parent.mkdir(parents=True, exist_ok=True)
        return plan.output.open("ab")
    except OSError as error:
        raise EntryError(
            plan.entrant,
            f"cannot write its output to {plan.output}: {error.strerror or error}",
        ) from error
