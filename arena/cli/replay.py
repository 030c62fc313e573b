"""`arena replay`: a deal move by move."""

import sys
from collections import deque
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console

from arena.cli.deal_text import DealText
from arena.cli.files import opened
from arena.cli.misuse import MisuseError
from arena.cli.options import DEFAULT_DATABASE, Database, Flag, TournamentName
from arena.cli.output import data_console, say
from arena.cli.stored_deal import FoundDeal, Place, find_deal
from arena.cli.turns import turns_before
from arena.errors import RecordError
from arena.game.record import decode_record, readjudicate
from arena.store.repository import Repository

_FROM_1 = Number(gte=1)
_FROM_0 = Number(gte=0)

_EARLIER = 256
"""How many lines of a file are kept to count the turns of earlier deals in."""


def replay(
    name: TournamentName = "",
    /,
    *,
    round_: Annotated[
        int | None,
        Parameter(name="--round", help="The round, from 1.", validator=_FROM_1),
    ] = None,
    table: Annotated[
        int | None, Parameter(help="The table of the round.", validator=_FROM_1)
    ] = None,
    board: Annotated[
        int | None, Parameter(help="The board of the round.", validator=_FROM_1)
    ] = None,
    rotation: Annotated[
        int | None, Parameter(help="The rotation of the board.", validator=_FROM_1)
    ] = None,
    deal: Annotated[
        int | None, Parameter(help="The deal of a session, from 0.", validator=_FROM_0)
    ] = None,
    file: Annotated[
        Path | None,
        Parameter(
            help="Exported records to take the deal from; - is standard input.",
            allow_leading_hyphen=True,
        ),
    ] = None,
    line: Annotated[
        int | None,
        Parameter(
            help="Which line of the file; without it the first.", validator=_FROM_1
        ),
    ] = None,
    step: Annotated[Flag, Parameter(help="Wait for Enter before each move.")] = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Shows a deal move by move.

    Args:
        name: The tournament; empty for the newest.
        round_: The round; `None` for the first that fits.
        table: The table; `None` for the first that fits.
        board: The board; `None` for the first that fits.
        rotation: The rotation; `None` for the first that fits.
        deal: The deal of the session; `None` for the first that fits.
        file: Where exported records are; `None` for the database.
        line: Which of the file's records; `None` for the first.
        step: Whether to wait for Enter before each move.
        database: The database's URL.
    """
    place = Place(round_, table, board, rotation, deal)
    if file is None and line is not None:
        raise MisuseError(
            "--line goes with --file",
            "choose a deal of a tournament with --round, --table, --board and --rotation",
        )
    if file is None:
        with Repository.open(database, create=False) as repository:
            found = find_deal(repository, name, place)
    elif name or place != Place():
        raise MisuseError(
            "--file goes with no tournament and no place in one",
            "choose among the file's records with --line",
        )
    else:
        found = _from_file(file, line or 1)
    readjudicate(found.record)
    from_stdin = str(file) == "-"
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and not from_stdin
    _show(DealText(found), data_console(), step=step and terminal)


def _from_file(file: Path, line: int) -> FoundDeal:
    earlier: deque[str] = deque(maxlen=_EARLIER)
    with opened(file) as lines:
        for number, text in enumerate(lines, 1):
            if number == line:
                record = decode_record(text)
                return FoundDeal(record, turns=turns_before(record, earlier))
            earlier.append(text)
    raise RecordError("line", f"'{file}' has no line {line}")


def _show(text: DealText, console: Console, *, step: bool) -> None:
    for line in text.heading():
        console.print(line, soft_wrap=True)
    if step:
        say("Enter shows the next move, q and Enter the result", "dim")
    for lines in text.moves():
        *before, move = lines
        for line in before:
            console.print(line, soft_wrap=True)
        # The Enter that is waited for also ends the line.
        console.print(move, soft_wrap=True, end="" if step else "\n")
        if step and not _another():
            step = False
    for line in text.result():
        console.print(line, soft_wrap=True)


def _another() -> bool:
    """Waits for Enter; says whether to wait again."""
    sys.stdout.flush()
    answer = sys.stdin.readline()
    return answer != "" and answer.strip().lower() != "q"
