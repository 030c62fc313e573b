"""`arena tournament show`: one tournament in full."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.counted import counted
from arena.cli.forfeit_text import forfeit_lines
from arena.cli.options import DEFAULT_DATABASE, Database, Flag, TournamentName
from arena.cli.output import data_console
from arena.cli.printed_commands import command_on
from arena.cli.stored_deal import find_tournament
from arena.cli.tally import rotations_per_round
from arena.cli.thinking_table import thinking_table
from arena.director.thinking import Thinking, thinking_times
from arena.game.variant import overrides
from arena.store.repository import Repository
from arena.store.rows import (
    EntrantRow,
    ForfeitRow,
    RoundRow,
    TournamentRow,
    TournamentStatus,
)
from arena.tournament.config import TournamentConfig, parse_config

_FIRST = 10
"""How many forfeits are shown unless all are asked for."""

_AT_ONCE = 20_000
"""The deals of a tournament up to which all are read unasked; of many more, reading them
would be what the whole command is waited for."""


def show(
    name: TournamentName = "",
    /,
    *,
    all_forfeits: Annotated[
        Flag,
        Parameter(help=f"Show every forfeit instead of the first {_FIRST}."),
    ] = False,
    entrant: Annotated[
        str,
        Parameter(
            help="Show the forfeits of this entrant only.",
            metavar="NAME",
            show_default=False,
        ),
    ] = "",
    thinking: Annotated[
        Flag,
        Parameter(
            help="Show how long each entrant thinks even where that takes a while:"
            f" a tournament of more than {_AT_ONCE:,} deals.",
        ),
    ] = False,
    toml: Annotated[
        Flag,
        Parameter(help="Print the configuration it is played by, and nothing else."),
    ] = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Shows a tournament: its rules, entrants, thinking times, pairings and forfeits.

    Args:
        name: The tournament; empty for the newest.
        all_forfeits: Whether to show every forfeit.
        entrant: Whose forfeits to show; empty for all.
        thinking: Whether to read all deals of a long tournament for it.
        toml: Whether to print the stored configuration instead. In an open
            tournament it has those who were entered from the lobby.
        database: The database's URL.
    """
    with Repository.open(database, create=False) as repository:
        row = find_tournament(repository, name)
        entrants = repository.entrants(row.name)
        rounds = repository.rounds(row.name)
        forfeits = repository.forfeits(row.name)
        chosen = repository.forfeits(row.name, entrant) if entrant else forfeits
        shown = [] if toml else chosen[: None if all_forfeits else _FIRST]
        lines = [
            line
            for forfeit in shown
            for line in forfeit_lines(
                repository,
                row.name,
                forfeit,
                heading=forfeit.entrant,
                database=database,
            )
        ]
        config = parse_config(row.config_text)
        times = None
        if not toml and (thinking or _planned(config, rounds) <= _AT_ONCE):
            times = thinking_times(repository.record_rows(row.name))
    console = data_console()
    if toml:
        console.print(row.config_text, end="", markup=False, soft_wrap=True)
        return
    console.print(Text(row.name, "bold"))
    console.print(_facts(row, config))
    _show_entrants(console, config, entrants, forfeits)
    _show_thinking(console, [one.name for one in entrants], times)
    _show_rounds(console, rounds)
    if forfeits:
        of = f" of {entrant}" if entrant else ""
        _heading(console, f"forfeits{of}: {len(chosen)}")
        _show_lines(console, lines)
    if more := len(chosen) - len(shown):
        words = ["arena", "tournament", "show"]
        options = ["--all-forfeits", *([f"--entrant={entrant}"] if entrant else [])]
        command = command_on(words, row.name, options, database)
        _show_lines(console, [Text(f"  and {more} more: {command}", "dim")])


_ENDED_EARLY = "fewer than two entrants were left"
"""The one reason for which a tournament has fewer rounds than it was to have."""


def _facts(row: TournamentRow, config: TournamentConfig) -> Table:
    finished = row.status is TournamentStatus.FINISHED
    answer = config.clock.answer_time
    facts = {
        "status": f"{row.status.value}, {row.rounds_done} of {config.rounds} rounds"
        + (f"; {_ENDED_EARLY}" if finished and row.rounds_done < config.rounds else ""),
        "variant": _rules(config),
        "tables": f"of {config.seats} seats; last ones filled: {config.fill}",
        "a round": f"{counted(config.boards, 'board')} in"
        f" {counted(config.rotations, 'rotation')} of {counted(config.deals, 'deal')}",
        "clock": str(config.clock) + (f", {answer:g} s an answer" if answer else ""),
        "points": config.points,
        "withdrawal": f"at {config.max_forfeits} forfeits",
        "created": row.created_time,
        "started": row.started_time or "not yet",
        "finished": row.finished_time or "not yet",
        "commitment": row.commitment,
        "seed": row.seed.hex() if finished else "shown when it has finished",
    }
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, fact in facts.items():
        grid.add_row(f"  {label}", Text(fact))
    return grid


def _rules(config: TournamentConfig) -> str:
    """Names the variant, and in what it differs from the one it is based on."""
    base, changes = overrides(config.variant)
    changes.pop("name", None)
    name = config.variant.name
    text = name if name == base else f"{name}: {base}"
    listed = ", ".join(f"{key} = {value}" for key, value in changes.items())
    return f"{text} with {listed}" if listed else text


def _show_entrants(
    console: Console,
    config: TournamentConfig,
    entrants: Sequence[EntrantRow],
    forfeits: Sequence[ForfeitRow],
) -> None:
    counts = Counter(forfeit.entrant for forfeit in forfeits)
    commands = {entrant.name: entrant.command for entrant in config.entrants}
    _heading(console, f"entrants: {sum(not entrant.fill for entrant in entrants)}")
    grid = Table.grid(padding=(0, 2))
    for entrant in entrants:
        command = commands.get(entrant.name)
        origin = "house bot" if entrant.fill else "joins by itself"
        notes = Text()
        if entrant.withdrawn is not None:
            number = entrant.withdrawn_round
            when = f"in round {number}" if number else "before the first round"
            notes.append(f"withdrawn {when}: {entrant.withdrawn}", "red")
        elif counts[entrant.name]:
            notes.append(f"forfeits: {counts[entrant.name]}", "red")
        grid.add_row(
            Text(f"  {entrant.name}", "bold"),
            Text(" ".join(command) if command else origin),
            notes,
        )
    console.print(grid)


def _planned(config: TournamentConfig, rounds: Sequence[RoundRow]) -> int:
    """Says how many deals the rounds have that have begun, about."""
    return rotations_per_round(config) * config.deals * len(rounds)


def _show_thinking(
    console: Console,
    names: Sequence[str],
    times: Mapping[str, Thinking] | None,
) -> None:
    """Shows how long entrants think; `times` is `None` where that would take long."""
    if times is not None and not times:
        return
    _heading(console, "thinking time a deal")
    if times is None:
        why = "not worked out for so many deals"
        console.print(Text(f"  {why}; --thinking does it", "dim"))
    else:
        console.print(thinking_table(names, times))


def _show_rounds(console: Console, rounds: Sequence[RoundRow]) -> None:
    for paired in rounds:
        state = "" if paired.finished else ", being played"
        _heading(console, f"round {paired.number}{state}")
        for number, table in enumerate(paired.tables, 1):
            line = Text.assemble((f"  table {number}  ", "dim"), ", ".join(table))
            console.print(line, soft_wrap=True)


def _show_lines(console: Console, lines: Sequence[Text]) -> None:
    for line in lines:
        console.print(line, soft_wrap=True)


def _heading(console: Console, text: str) -> None:
    console.print()
    console.print(Text(text, "bold underline"))
