"""What a command that was run in the test's own process has printed."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    code: int
    out: str
    err: str


Arena = Callable[..., Ran]
"""Runs `arena` with the arguments given."""
