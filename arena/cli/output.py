"""Where commands print: data to stdout, everything else to stderr.

Data that cannot be written is an error. A message that cannot be is left out: what it
tells of goes on, also when its reader is gone or its disk is full.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TextIO, cast

from rich.console import Console
from rich.text import Text

from arena.errors import ConfigError

_UNFOLDED = 240
"""Width where there is no terminal: a table that is piped on must not be folded."""


class _Stream(io.TextIOBase):
    """A stream of the process that fails in its own way."""

    encoding: str = "utf-8"

    def __init__(self, stream: TextIO | None) -> None:
        """Writes to `stream`; None, where the process has none, takes anything."""
        self._stream = stream
        self.encoding = getattr(stream, "encoding", None) or self.encoding

    def write(self, text: str) -> int:
        """Writes `text`."""
        with self._failing():
            if self._stream is not None:
                self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Writes what is left."""
        with self._failing():
            if self._stream is not None:
                self._stream.flush()

    def isatty(self) -> bool:
        """Tells whether it is a terminal."""
        with suppress(ValueError):
            return self._stream is not None and self._stream.isatty()
        return False

    def _failing(self) -> AbstractContextManager[None]:
        """Gives a block in which it is written."""
        raise NotImplementedError


class _Messages(_Stream):
    def _failing(self) -> AbstractContextManager[None]:
        # A stream that has been closed raises ValueError.
        return suppress(OSError, ValueError)


class _Data(_Stream):
    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            problem = f"cannot be written: {error.strerror}"
            raise ConfigError("stdout", problem) from error


class _DataConsole(Console):
    def on_broken_pipe(self) -> None:
        """Hands on the error instead of ending the process."""
        raise BrokenPipeError


def data() -> TextIO:
    """Gives the stream for a command's data.

    Writing to it raises `ConfigError` where that cannot be, and `BrokenPipeError` where
    nobody reads any more.
    """
    return cast("TextIO", _Data(sys.stdout))


def data_console() -> Console:
    """Gives the console for a command's data; printing raises what `data` does."""
    return _console(_DataConsole, data())


def messages() -> TextIO:
    """Gives the stream for messages, which leaves out what cannot be written."""
    return cast("TextIO", _Messages(sys.stderr))


def message_console() -> Console:
    """Gives the console for messages, which leaves out what cannot be written."""
    return _console(Console, messages())


def say(message: str | Text, style: str = "") -> None:
    """Prints a message to stderr; long lines are not folded."""
    message_console().print(message, style=style, soft_wrap=True, markup=False)


def say_error(message: str, hint: str = "") -> None:
    """Prints an error and, if there is one, the hint, each with its own label."""
    say(Text.assemble(("error:", "bold red"), f" {message}"))
    if hint:
        say(Text.assemble(("hint:", "bold cyan"), f" {hint}"))


def settle(stream: TextIO | None) -> None:
    """Writes what is left in a stream, before the process ends, or forgets it.

    The interpreter would try that once more on its way out, and make of what cannot be
    written the exit code 120.
    """
    if stream is None or stream.closed:
        return
    try:
        stream.flush()
    except OSError:
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def _console(kind: type[Console], stream: TextIO) -> Console:
    width = None if stream.isatty() else _UNFOLDED
    return kind(file=stream, width=width, highlight=False, emoji=False)
