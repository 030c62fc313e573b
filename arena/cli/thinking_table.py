"""How long entrants think, as a table."""

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from arena.director.thinking import Thinking


def thinking_table(names: Sequence[str], times: Mapping[str, Thinking]) -> Table:
    """Gives a line for each of `names` that has played, with where it took longest."""
    table = Table.grid(padding=(0, 2))
    for name in names:
        if (spent := times.get(name)) is None:
            continue
        table.add_row(
            Text(f"  {name}", "bold"),
            f"{_seconds(spent.median)} at the median",
            f"{_seconds(spent.worst)} at the most",
            Text(spent.worst_at.rotation.name_deal(spent.worst_at.deal), "dim"),
        )
    return table


def _seconds(seconds: float) -> str:
    if seconds < 10:
        return f"{seconds:.3f} s"
    return f"{seconds:.1f} s"
