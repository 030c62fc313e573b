"""What the exit code of a command says."""

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended, in the convention of shells."""

    DONE = 0
    """It did what it was asked to."""
    FAILED = 1
    """It could not; the message says why."""
    MISUSE = 2
    """It was called wrongly."""
    INTERRUPTED = 130
    """Ctrl-C stopped it: 128 and the signal's number."""
    TERMINATED = 143
    """SIGTERM stopped it."""
