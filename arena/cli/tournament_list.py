"""`arena tournament list`: what is in the database."""

from rich.table import Table

from arena.cli.options import DEFAULT_DATABASE, Database
from arena.cli.output import data_console, say
from arena.store.repository import Repository
from arena.store.rows import TournamentRow, TournamentStatus
from arena.tournament.config import parse_config


def list_tournaments(*, database: Database = DEFAULT_DATABASE) -> None:
    """Lists the tournaments of the database, the newest first.

    Args:
        database: The database's URL.
    """
    with Repository.open(database, create=False) as repository:
        rows = repository.tournaments()
        status = {row.name: _status(repository, row) for row in rows}
    if not rows:
        say("no tournaments yet; arena tournament run CONFIG plays one")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("name", overflow="fold")
    table.add_column("status")
    table.add_column("variant")
    table.add_column("entrants", justify="right")
    table.add_column("rounds", justify="right")
    table.add_column("created")
    for row in rows:
        config = parse_config(row.config_text)
        table.add_row(
            row.name,
            status[row.name],
            config.variant.name,
            str(len(config.entrants)),
            f"{row.rounds_done}/{config.rounds}",
            row.created_time,
        )
    data_console().print(table)


def _status(repository: Repository, row: TournamentRow) -> str:
    status = row.status.value
    if row.status is TournamentStatus.RUNNING and not repository.is_played(row.name):
        # Killed or stopped: the same command, or the arena, goes on with it.
        status = "interrupted"
    if row.start_time is None or row.status is TournamentStatus.FINISHED:
        return status
    return f"{status}, scheduled for {row.start_time}"
