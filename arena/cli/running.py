"""Plays a tournament until it is over or a signal ends it."""

import signal
from collections.abc import Callable
from typing import Protocol

import trio

from arena.cli.exit_codes import ExitCode

_CODES = {
    signal.SIGINT: ExitCode.INTERRUPTED,
    signal.SIGTERM: ExitCode.TERMINATED,
}


class Stoppable(Protocol):
    """What is played: `director.run.TournamentRun`."""

    async def play(self) -> bool:
        """Plays; says whether it has come to its end."""

    def stop(self) -> None:
        """Has `play` return as soon as nothing is lost by it."""


async def play(
    run: Stoppable, *, may_wait: Callable[[], bool], stopping: Callable[[], None]
) -> ExitCode:
    """Plays `run`; the first signal stops it gently, the second at once.

    Args:
        run: What to play.
        may_wait: Whether there is anything under way that is worth waiting for;
            where there is not, the first signal stops at once.
        stopping: Called when the first signal has come and is waited for.

    Returns:
        How it ended.
    """
    code = ExitCode.DONE
    with trio.open_signal_receiver(*_CODES) as signals:
        async with trio.open_nursery() as nursery:

            async def listen() -> None:
                nonlocal code
                async for number in signals:
                    second = code is not ExitCode.DONE
                    code = _CODES[signal.Signals(number)]
                    if second or not may_wait():
                        nursery.cancel_scope.cancel()
                    else:
                        stopping()
                        run.stop()

            nursery.start_soon(listen)
            if await run.play():
                # What was asked for is done, whatever came at the last moment.
                code = ExitCode.DONE
            nursery.cancel_scope.cancel()
    return code
