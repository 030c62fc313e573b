"""Signals while a tournament is played."""

import signal

import pytest
import trio
import trio.testing

from arena.cli.exit_codes import ExitCode
from arena.cli.running import play


class Run:
    """A tournament that raises signals at itself instead of playing."""

    def __init__(self, *numbers: signal.Signals, heeds_stop: bool = True) -> None:
        """Raises `numbers` one after the other, then waits to be stopped."""
        self._numbers = numbers
        self._heeds_stop = heeds_stop
        self._stopped = trio.Event()
        self.cancelled = False
        self.stops = 0

    def stop(self) -> None:
        """Ends `play`, if this run does heed it."""
        self.stops += 1
        if self._heeds_stop:
            self._stopped.set()

    async def play(self) -> bool:
        """Is over at once where there is nothing to raise."""
        try:
            for number in self._numbers:
                signal.raise_signal(number)
                await trio.testing.wait_all_tasks_blocked()
            if self._numbers:
                await self._stopped.wait()
        except trio.Cancelled:
            self.cancelled = True
            raise
        return not self._numbers


async def played(run: Run, *, may_wait: bool = True) -> tuple[ExitCode, int]:
    told = 0

    def stopping() -> None:
        nonlocal told
        told += 1

    with trio.fail_after(60):
        code = await play(run, may_wait=lambda: may_wait, stopping=stopping)
    return code, told


async def test_a_tournament_that_ends_by_itself_is_done() -> None:
    assert await played(Run()) == (ExitCode.DONE, 0)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
async def test_the_first_signal_lets_running_rotations_end(
    number: signal.Signals, code: int
) -> None:
    run = Run(number)
    assert await played(run) == (code, 1)
    assert (run.stops, run.cancelled) == (1, False)


async def test_the_second_signal_ends_them_at_once() -> None:
    run = Run(signal.SIGINT, signal.SIGTERM, heeds_stop=False)
    assert await played(run) == (ExitCode.TERMINATED, 1)
    assert (run.stops, run.cancelled) == (1, True)


async def test_before_the_first_round_one_signal_is_enough() -> None:
    run = Run(signal.SIGINT)
    assert await played(run, may_wait=False) == (ExitCode.INTERRUPTED, 0)
    assert (run.stops, run.cancelled) == (0, True)


async def test_signals_have_their_old_meaning_afterwards() -> None:
    before = signal.getsignal(signal.SIGTERM)
    await played(Run(signal.SIGTERM))
    assert signal.getsignal(signal.SIGTERM) is before
