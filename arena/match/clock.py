"""Clocks as in chess: a bank of seconds per seat and deal, refilled by increments.

The clock of a deal is told when to run and when to stop; what time it is, it is
told too. `TimeControl` is the setting, written `"10+0.5"`.
"""

import re
from dataclasses import dataclass
from math import inf

from arena.errors import InvalidNotationError

_NUMBER = r"(\d{1,7}(?:\.\d{1,6})?)"
_TIME_CONTROL = re.compile(rf"{_NUMBER}(?:\+{_NUMBER})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a seat has. All in seconds."""

    bank: float | None = None
    """What the clock holds at the start of each deal; `None`: no clock."""

    increment: float = 0.0
    """What each answer in time adds to the clock."""

    answer_time: float | None = None
    """The longest that a single answer may take; `None`: as long as the clock."""

    def __str__(self) -> str:
        """Gives bank and increment in notation; `parse_time_control` reads them back.

        The limit for a single answer is a setting of its own and not part of it.
        """
        if self.bank is None:
            return "none"
        bank = _format_seconds(self.bank)
        if self.increment == 0:
            return bank
        return f"{bank}+{_format_seconds(self.increment)}"


def parse_time_control(text: str, answer_time: float | None = None) -> TimeControl:
    """Reads `"10+0.5"` (bank and increment), `"10"` (no increment) or `"none"`.

    Args:
        text: The notation, in seconds with at most six decimals.
        answer_time: The limit for a single answer, which has no notation here.

    Raises:
        InvalidNotationError: The text is none of these, or the bank is 0.
    """
    if text == "none":
        return TimeControl(None, 0.0, answer_time)
    found = _TIME_CONTROL.fullmatch(text)
    if found is None or float(found[1]) == 0:
        raise InvalidNotationError(
            "clock",
            text,
            'seconds and increment like "10+0.5", or "none" for unlimited time',
        )
    return TimeControl(float(found[1]), float(found[2] or 0), answer_time)


def _format_seconds(seconds: float) -> str:
    return f"{seconds:.6f}".rstrip("0").rstrip(".")


class Clock:
    """The clocks of all seats in one deal, of which at most one runs.

    A clock that runs has a `deadline` unless time is unlimited; nothing happens
    there by itself. Stopping it charges the seat for the time it ran.
    """

    __slots__ = (
        "_answer_time",
        "_increment",
        "_left",
        "allowed",
        "deadline",
        "started",
        "think",
    )

    allowed: float | None
    """How long the running clock may run; `None`: no clock runs, or no limit."""

    deadline: float | None
    """When the running clock's flag falls; `None`: no clock runs, or no limit."""

    started: float | None
    """Since when the running clock runs; `None`: no clock runs."""

    think: list[float]
    """By seat, the seconds that its clock has run in this deal."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        """Gives each of `seats` a full clock, none of them running."""
        self._left = [inf if control.bank is None else control.bank] * seats
        self._increment = control.increment
        self._answer_time = inf if control.answer_time is None else control.answer_time
        self.think = [0.0] * seats
        self.started = None
        self.allowed = None
        self.deadline = None

    @property
    def running(self) -> bool:
        """Whether a clock runs."""
        return self.started is not None

    def run(self, seat: int, now: float) -> None:
        """Lets the seat's clock run from `now`. No clock may be running."""
        self.started = now
        allowed = min(self._left[seat], self._answer_time)
        self.allowed = None if allowed == inf else allowed
        self.deadline = None if allowed == inf else now + allowed

    def stop(self, seat: int, now: float, *, answered: bool) -> float:
        """Stops the seat's clock and charges it for the seconds given back.

        Only an answer earns the increment. A clock that did not run, or began to
        run after `now`, is charged nothing.
        """
        started = self.started
        measured = 0.0 if started is None or started > now else now - started
        self.think[seat] += measured
        left = self._left[seat] - measured
        left = max(left, 0.0)
        self._left[seat] = left + self._increment if answered else left
        self.started = None
        self.allowed = None
        self.deadline = None
        return measured

    def elapsed(self, now: float) -> float | None:
        """Gives the seconds the running clock has run; `None` where none runs."""
        return None if self.started is None else max(0.0, now - self.started)

    def left(self, seat: int) -> float | None:
        """Gives what a seat's clock held when it last stood; `None` for unlimited."""
        left = self._left[seat]
        return None if left == inf else left
