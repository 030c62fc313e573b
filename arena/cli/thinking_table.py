"""How long entrants think, as a table."""

from collections.abc import Mapping, Sequence

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.director.thinking import Thinking


def thinking_table(names: Sequence[str], times: Mapping[str, Thinking]) -> Table:
    """Gives a line for each of `names` that has played, with where it took longest."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    # Of what is too wide for the terminal a name alone still reads well in parts.
    table.add_column("  entrant", overflow="fold")
    for heading in ("median", "longest"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("where", no_wrap=True)
    for name in names:
        if (spent := times.get(name)) is None:
            continue
        table.add_row(
            Padding(Text(name, "bold"), (0, 0, 0, 2)),
            _seconds(spent.median),
            _seconds(spent.worst),
            Text(spent.worst_at.rotation.name_deal(spent.worst_at.deal), "dim"),
        )
    return table


def _seconds(seconds: float) -> str:
    if seconds < 10:
        return f"{seconds:.3f} s"
    return f"{seconds:.1f} s"
