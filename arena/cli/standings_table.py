"""The standings as a table, and as the objects of their JSON form."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from arena.tournament.standings import Standing

_UNDEFINED = "–"


def standings_table(lines: Sequence[Standing]) -> Table:
    """Gives the table; withdrawn entrants stand in it in grey.

    Groups have a column where there are several, since ratings of different groups
    are not on one scale.
    """
    grouped = _in_groups(lines)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("rank", justify="right")
    table.add_column("entrant", overflow="fold")
    for heading in (
        "rating",
        "boards",
        "deals",
        "points/board",
        "avg place",
        "forfeits",
    ):
        table.add_column(heading, justify="right", no_wrap=True)
    if grouped:
        table.add_column("group", justify="right")
    for line in lines:
        table.add_row(
            str(line.rank),
            line.entrant,
            _rating(line),
            str(line.boards),
            str(line.deals),
            _number(line.points_per_board, 3),
            _number(line.average_place, 2),
            Text(str(line.forfeits), "red" if line.forfeits else ""),
            *([_UNDEFINED if line.group is None else str(line.group)] * grouped),
            style="dim" if line.withdrawn else "",
        )
    return table


def standings_notes(
    lines: Sequence[Standing], outputs: Mapping[str, Path] | None = None
) -> list[str]:
    """Gives what the table's marks mean and who was withdrawn, in sentences.

    Args:
        lines: The standings.
        outputs: Where the output of an entrant's bot is, for those launched here.
    """
    notes = []
    if any(line.provisional and line.rating is not None for line in lines):
        notes.append("? provisional: too few boards for a trustworthy interval")
    if _in_groups(lines):
        notes.append("ratings compare only within a group: groups have not met")
    for line in lines:
        if line.withdrawn:
            note = f"withdrawn: {line.entrant}: {line.withdrawn}"
            output = (outputs or {}).get(line.entrant)
            notes.append(f"{note}; its output: {output}" if output else note)
    return notes


def standing_object(line: Standing) -> dict[str, object]:
    """Gives a line of the standings as JSON has it; what is undefined is null."""
    return {
        "rank": line.rank,
        "entrant": line.entrant,
        "rating": line.rating,
        "low": line.low,
        "high": line.high,
        "provisional": line.provisional,
        "boards": line.boards,
        "deals": line.deals,
        "points_per_board": line.points_per_board,
        "average_place": line.average_place,
        "forfeits": line.forfeits,
        "withdrawn": line.withdrawn,
        "group": line.group,
    }


def rating_text(line: Standing) -> str:
    """Gives a rating and half its interval: `85 ± 40`; a dash where it is undefined."""
    if line.rating is None:
        return _UNDEFINED
    # The anchor's rating is 0 by definition, which no interval makes clearer.
    if line.low is None or line.high is None or line.low == line.high:
        return str(round(line.rating))
    return f"{round(line.rating)} ± {round((line.high - line.low) / 2)}"


def score_text(line: Standing) -> str:
    """Gives the points a board that the ranks go by, and the rating, if any: `2.08 (145 ± 63)`."""
    points = _number(line.points_per_board, 2)
    return points if line.rating is None else f"{points} ({rating_text(line)})"


def _in_groups(lines: Sequence[Standing]) -> bool:
    return len({line.group for line in lines if line.group is not None}) > 1


def _rating(line: Standing) -> str:
    mark = " ?" if line.provisional else "  "
    return rating_text(line) if line.rating is None else rating_text(line) + mark


def _number(value: float | None, digits: int) -> str:
    return _UNDEFINED if value is None else f"{value:.{digits}f}"
