"""Where commands print: data to stdout, everything else to stderr."""

import sys

from rich.console import Console
from rich.text import Text

_UNFOLDED = 240
"""Width where there is no terminal: a table that is piped on must not be folded."""


def data_console() -> Console:
    """Gives the console for a command's data."""
    return _console(stderr=False)


def message_console() -> Console:
    """Gives the console for messages."""
    return _console(stderr=True)


def say(message: str | Text, style: str = "") -> None:
    """Prints a message to stderr; long lines are not folded."""
    message_console().print(message, style=style, soft_wrap=True, markup=False)


def say_error(message: str, hint: str = "") -> None:
    """Prints an error and, if there is one, the hint, each with its own label."""
    say(Text.assemble(("error:", "bold red"), f" {message}"))
    if hint:
        say(Text.assemble(("hint:", "bold cyan"), f" {hint}"))


def _console(*, stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    return Console(
        stderr=stderr,
        width=None if stream.isatty() else _UNFOLDED,
        highlight=False,
        emoji=False,
    )
