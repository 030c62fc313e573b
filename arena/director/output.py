"""The files with what launched bots print, and what the arena notes among it.

A note says nothing of where a deal was played: a bot could read it while other tables
play the same cards.
"""

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.director.opening import now_text

OUTPUT_LINES = 5
"""How many of a bot's last lines an error shows."""

NEAR_THE_END = 10
"""Within how many of its last lines an exception has to be, to be why a bot ended."""

_MOST_BYTES = 256 * 1024
"""How much of a file's end is looked at."""

_MOST_CHARACTERS = 200
"""How much of a line that a bot has printed is told."""

_NOTE: Final = "--- "
_HEAD: Final = f"{_NOTE}launched"
_TRACEBACK: Final = "Traceback (most recent call last):"
_EXCEPTION: Final = re.compile(r"(?:[\w.$]*Error|[\w.$]*Exception)\b[^\w\s]?")
"""How most languages begin the line that says what went wrong."""
_PYTHON: Final = re.compile(r"python[\d.]*|pypy[\d.]*")
"""What Python's programs are called."""


def head_output(output: Path) -> None:
    """Begins a launch's part of a bot's output, which earlier ones may stand before.

    Where the file cannot be written that is left to the launch to tell.
    """
    with suppress(OSError):
        output.parent.mkdir(parents=True, exist_ok=True)
        _append(output, f"{_HEAD} {now_text()}")


def note_output(output: Path, what: str, text: str, time: str) -> None:
    """Notes among a bot's output what became of it at a time, such as a forfeit.

    Nothing is noted where the file cannot be written: the arena plays on.
    """
    with suppress(OSError):
        _append(output, f"{_NOTE}{what} {time}: {text}")


def last_words(output: Path, of: Sequence[str] = ()) -> str:
    """Gives a hint with the last lines a bot printed, and where the rest is.

    The line that names an exception is among them, wherever it was.

    Args:
        output: The file with what it printed.
        of: The program and its arguments where it ended as if it had done all that
            it was to do: if it printed nothing, the hint asks what it may lack.
    """
    try:
        said = _said(output)
    except OSError as error:
        return f"its output in {output} cannot be read: {error.strerror or error}"
    lines = said[-OUTPUT_LINES:]
    if not lines:
        asks = "; does the file end with run(…)?" if _is_python(of) else ""
        return f"it printed nothing; its output goes to {output}{asks}"
    raised = _raised(said)
    if raised is not None and said[raised] not in lines:
        lines = [said[raised], "…", *lines]
    shown = "\n".join(map(_shown, lines))
    return f"it printed (all of it is in {output}):\n{shown}"


def exception_line(output: Path) -> str:
    """Gives the line with the exception that a bot has ended by; empty for none."""
    try:
        said = _said(output)
    except OSError:
        return ""
    raised = _raised(said)
    if raised is None or raised < len(said) - NEAR_THE_END:
        return ""
    return _shown(said[raised].strip())


def _is_python(command: Sequence[str]) -> bool:
    return any(
        word.endswith(".py") or _PYTHON.fullmatch(Path(word).name) for word in command
    )


def _shown(line: str) -> str:
    """Gives a line as it may be told: on a terminal it does nothing but stand there."""
    line = "".join(filter(str.isprintable, line.expandtabs()))
    return f"{line[:_MOST_CHARACTERS]}…" if len(line) > _MOST_CHARACTERS else line


def _append(output: Path, line: str) -> None:
    """Writes a line of its own, in one go, since the bot writes there as well."""
    with output.open("ab+", buffering=0) as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                line = f"\n{line}"
        file.write(f"{line}\n".encode())


def _said(output: Path) -> list[str]:
    """Gives what the bot has printed since its last launch, without notes."""
    with output.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - _MOST_BYTES))
        text = file.read().decode(errors="replace")
    _, head, said = text.rpartition(_HEAD)
    # Without a heading it is the end of long output, which may be one line.
    lines = said.splitlines()[1 if head else 0 :]
    return [line for line in lines if not line.startswith(_NOTE)]


def _raised(said: Sequence[str]) -> int | None:
    """Finds the line that names the last exception; `None` where there is none."""
    for start in range(len(said) - 1, -1, -1):
        if said[start] == _TRACEBACK:
            for number in range(start + 1, len(said)):
                if said[number] and not said[number][0].isspace():
                    return number
        if _EXCEPTION.match(said[start]):
            return start
    return None
