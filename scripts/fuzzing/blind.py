"""Fuzzing by chance, where atheris is not to be had."""

import signal
from dataclasses import dataclass
from random import Random
from time import perf_counter
from types import FrameType

from scripts.fuzzing.targets import Target

HANG_SECONDS = 10
"""An input that takes longer is a finding."""


class HangError(Exception):
    """An input took too long."""


@dataclass(frozen=True)
class Fed:
    """What came of feeding a target."""

    inputs: int
    """How many inputs it was given."""
    accepted: int
    """How many of them it accepted."""
    finding: bytes | None
    """The input that raised what it must not; `None`: there was none."""
    error: Exception | None
    """What it raised."""

    @property
    def kind(self) -> str:
        """What kind of finding it is, in libFuzzer's words."""
        return "timeout" if isinstance(self.error, HangError) else "crash"


def feed(target: Target, seconds: float, seed: int | None) -> Fed:
    """Feeds a target its seeds and what chance makes of them, until one fails."""
    chance = Random(seed)  # noqa: S311 - repeatable, not secret
    pool = list(target.seeds())
    until = perf_counter() + seconds
    inputs = accepted = 0
    queue = list(pool)
    while queue or perf_counter() < until:
        data = queue.pop() if queue else target.mutate(chance.choice(pool), chance)
        inputs += 1
        try:
            good = within_time(target, data)
        except Exception as error:
            return Fed(inputs, accepted, data, error)
        accepted += good
        if good and inputs > len(pool) and chance.random() < 0.2:
            pool.append(data)
    return Fed(inputs, accepted, None, None)


def within_time(target: Target, data: bytes) -> bool:
    """Feeds one input; tells whether it was accepted.

    Raises:
        HangError: It takes too long.
    """

    def hang(_number: int, _frame: FrameType | None) -> None:
        raise HangError(f"no end after {HANG_SECONDS} s")

    before = signal.signal(signal.SIGALRM, hang)
    signal.alarm(HANG_SECONDS)
    try:
        return target.accepts(data)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
