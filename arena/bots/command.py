"""What a roster entry's command becomes when it is launched."""

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.errors import EntryError

_PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "SYSTEMROOT")
"""The arena's own variables that a bot gets: enough to find its interpreter."""


@dataclass(frozen=True, slots=True)
class Launch:
    """Everything needed to start one bot."""

    entrant: str
    """The entrant the bot plays for."""
    arguments: Sequence[str]
    """The program and its arguments; the program as an absolute path."""
    folder: Path
    """The folder it starts in: the one its roster lies in."""
    environment: Mapping[str, str]
    """All of its environment variables."""
    output: Path
    """The file its stdout and stderr are appended to."""
    memory: int = 0
    """The bytes of memory its processes may hold together; 0 sets no limit."""
    processes: int = 0
    """How many processes it may have; 0 sets no limit."""


def prepare(
    entrant: str,
    command: Sequence[str],
    *,
    address: str,
    token: str,
    seed: int,
    env: Mapping[str, str],
    folder: Path,
    output: Path,
    memory: int = 0,
    processes: int = 0,
) -> Launch:
    """Makes a `Launch` of a roster entry's `command`, `env` and limits.

    The program is looked for beside the arena's own interpreter first, so that
    `python my_bot.py` means the Python the arena runs on, then on PATH, then in
    `folder`. The bot gets ARENA_ADDRESS, ARENA_TOKEN, ARENA_SEED and
    ARENA_STDIN_LEASH, and of the arena's own variables only what a program needs
    to run; secrets in the arena's environment stay there.

    Raises:
        EntryError: the command is empty, or no such program can be found.
    """
    if not command:
        raise EntryError(entrant, "its command is empty")
    wanted, *arguments = command
    beside = str(Path(sys.executable).parent)
    path = os.pathsep.join([beside, os.environ.get("PATH", os.defpath)])
    inside = folder / wanted
    program = shutil.which(wanted, path=path)
    if program is None and inside.is_file():
        program = shutil.which(str(inside))
    if program is None:
        raise EntryError(
            entrant,
            f"cannot find the program '{wanted}' of its command",
            f"looked on PATH and in {folder}; is it installed and executable?",
        )
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    environment |= {"PATH": path, "PYTHONUNBUFFERED": "1"}
    environment |= env
    environment |= {
        "ARENA_ADDRESS": address,
        "ARENA_TOKEN": token,
        "ARENA_SEED": str(seed),
        "ARENA_STDIN_LEASH": "1",
    }
    return Launch(
        entrant=entrant,
        arguments=(program, *arguments),
        folder=folder,
        environment=environment,
        output=output,
        memory=memory,
        processes=processes,
    )
