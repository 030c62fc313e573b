"""What the bots' own processes have used of the CPU; on Linux, which tells."""

from collections.abc import Iterator
from pathlib import Path
from time import clock_gettime

_SCHEDULED = 2
"""The kernel's number for the kind of clock that counts what a process has run."""


def bots_of(arena: int) -> Iterator[tuple[int, str]]:
    """Gives the processes of the bots that an arena has launched, with their commands.

    Between the two stand keepers, which name the bot's command in their own.
    """
    for child in _children(arena):
        if any(_children(child)):
            yield from bots_of(child)
        else:
            words = Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
            yield child, " ".join(word.decode() for word in words).strip()


def cpu_of(process: int) -> float:
    """Gives the seconds of CPU that a process has used, all its threads together.

    Raises:
        OSError: There is no such process.
    """
    # What clock_getcpuclockid(3) makes of a process's number.
    return clock_gettime(~process << 3 | _SCHEDULED)


def _children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(n) for task in tasks for n in (task / "children").read_text().split()]
