"""`arena standings`: who stands where."""

import json
from typing import Annotated

from cyclopts import Parameter

from arena.cli.options import DEFAULT_DATABASE, Database, Flag, TournamentName
from arena.cli.output import data_console, say
from arena.cli.standings_table import (
    standing_object,
    standings_notes,
    standings_table,
)
from arena.cli.stored_deal import find_tournament
from arena.director.stored import stored_standings
from arena.store.repository import Repository
from arena.store.rows import TournamentStatus
from arena.tournament.config import parse_config


def standings(
    name: TournamentName = "",
    /,
    *,
    as_json: Annotated[
        Flag,
        Parameter(
            name="--json",
            help="Print a list of objects, one an entrant; undefined values are null.",
        ),
    ] = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Prints the standings of a tournament.

    Args:
        name: The tournament; empty for the newest.
        as_json: Whether to print JSON instead of a table.
        database: The database's URL.
    """
    with Repository.open(database, create=False) as repository:
        row = find_tournament(repository, name)
        lines = stored_standings(repository, row)
    console = data_console()
    if as_json:
        objects = [standing_object(line) for line in lines]
        text = json.dumps(objects, indent=2, ensure_ascii=False)
        console.print(text, markup=False, soft_wrap=True)
        return
    rounds = parse_config(row.config_text).rounds
    state = "" if row.status is TournamentStatus.FINISHED else f", {row.status.value}"
    say(f"{row.name}: {row.rounds_done} of {rounds} rounds{state}", "dim")
    console.print(standings_table(lines))
    for note in standings_notes(lines):
        say(note)
