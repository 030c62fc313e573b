"""The reference of the command line, made from the help pages.

`python -m arena.cli.reference` prints it; docs/cli.md is a copy.
"""

import sys
from collections.abc import Iterator
from io import StringIO

from cyclopts import App
from rich.console import Console

from arena.cli.app import app

_WIDTH = 80

_INTRODUCTION = """\
# The `arena` command

Made from the commands' help by `scripts/generate-cli-docs`; change the help, not
this page.

Data is printed to stdout, everything else to stderr. The exit code is 0 when the
command has done what it was asked to, 1 when it failed, and 2 when it was called
wrongly; a tournament that was stopped ends with 130 (Ctrl-C) or 143 (SIGTERM). An
error is one line that begins with `error:`; where there is something to do about
it, a line that begins with `hint:` follows.

The environment variable `ARENA_DATABASE` stands in for `--database`.
"""


def commands(of: App = app, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Gives every command as the words behind `arena`, groups before their own."""
    yield path
    for name in of:
        if not name.startswith("-"):
            yield from commands(of[name], (*path, name))


def help_page(command: tuple[str, ...]) -> str:
    """Gives a command's help as it looks in a file."""
    written = StringIO()
    console = Console(file=written, width=_WIDTH, color_system=None, emoji=False)
    app.help_print(list(command), console=console)
    lines = [line.rstrip() for line in written.getvalue().splitlines()]
    return "\n".join(lines).strip() + "\n"


def reference() -> str:
    """Gives the whole reference as Markdown."""
    parts = [_INTRODUCTION]
    for command in commands():
        title = " ".join(("arena", *command))
        parts.append(f"## {title}\n\n```text\n{help_page(command)}```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(reference())
