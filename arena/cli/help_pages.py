"""How help pages look: headings and columns, no boxes.

Pages differ between a terminal and a file by bold type only, so that the
documentation can be made from them. Paragraphs are filled to the width there is.
"""

from cyclopts import Group
from cyclopts.help import HelpEntry, HelpPanel
from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

ARGUMENTS = Group("Arguments", sort_key=0)
OPTIONS = Group("Options", sort_key=1)
COMMANDS = Group("Commands", sort_key=2)

_WIDEST_NAME = 26
"""Names that are longer get a line of their own, above what is said of them."""

_WIDEST_PAGE = 88
"""Columns a page takes at the most; longer lines are hard to read."""


def example(*lines: str) -> str:
    """Gives the end of a help page: one command line or more that work."""
    title = "Example" if len(lines) == 1 else "Examples"
    return f"{title}:\n" + "\n".join(f"  {line}" for line in lines)


class HelpPages:
    """Prints the parts of a help page, in cyclopts' protocol for formatters."""

    def __call__(
        self,
        console: Console,
        options: ConsoleOptions,  # noqa: ARG002 - the protocol's
        panel: HelpPanel,
    ) -> None:
        """Prints a list of commands or options under its heading."""
        if not panel.entries:
            return
        console.print()
        console.print(Text(f"{panel.title}:", "bold"))
        columns = Padding(_columns(panel.entries), (0, 0, 0, 2), expand=False)
        console.print(columns, width=_width(console))

    def render_usage(
        self,
        console: Console,
        options: ConsoleOptions,  # noqa: ARG002 - the protocol's
        usage: RenderableType,
    ) -> None:
        """Prints the line that says how the command is called."""
        if usage:
            line = str(usage).strip().removeprefix("Usage:").strip()
            console.print(Text.assemble(("Usage:", "bold"), f" {line}"))

    def render_description(
        self,
        console: Console,
        options: ConsoleOptions,  # noqa: ARG002 - the protocol's
        description: RenderableType,
    ) -> None:
        """Prints what the command is for."""
        for paragraph in _plain(description).split("\n\n"):
            console.print()
            text = " ".join(paragraph.split())
            console.print(Text(text), width=_width(console))


def _width(console: Console) -> int:
    return min(console.width, _WIDEST_PAGE)


def _columns(entries: list[HelpEntry]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for entry in entries:
        name = " ".join(entry.display_labels_with_metavar)
        said = _said(entry)
        if len(name) > _WIDEST_NAME:
            grid.add_row(Text(name, "bold"), "")
            grid.add_row("", said)
        else:
            grid.add_row(Text(name, "bold"), said)
    return grid


def _said(entry: HelpEntry) -> Text:
    said = Text(_plain(entry.description))
    facts = []
    if entry.env_var:
        facts.append(f"environment: {', '.join(entry.env_var)}")
    if entry.default is not None:
        facts.append(f"default: {entry.default}")
    if entry.required:
        facts.append("required")
    if facts:
        said.append(f" [{'; '.join(facts)}]", "dim")
    return said


def _plain(description: object) -> str:
    """Gives the text of a description, which cyclopts wraps for itself."""
    renderable = getattr(description, "primary_renderable", description)
    return str(renderable or "").strip()
