"""`arena lobby`: who is connected to the arena that serves."""

from rich.table import Table

from arena.cli.options import DEFAULT_DATABASE, Database
from arena.cli.output import data_console, say
from arena.store.repository import Repository


def lobby(*, database: Database = DEFAULT_DATABASE) -> None:
    """Shows who is connected.

    Args:
        database: The database's URL.
    """
    with Repository.open(database, create=False) as repository:
        served, where = repository.is_served(), repository.serving()
        rows = repository.presence() if served else []
    if not served or where is None:
        say("no arena serves this database: arena serve", "yellow")
        return
    say(f"an arena listens on {where.address} since {where.since_time}")
    if not rows:
        say("nobody is connected")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("bot", overflow="fold")
    for heading in ("from", "client", "since", "playing"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        # The client is the bot's own word and may hold anything at all.
        client = "".join(c if c.isprintable() else "?" for c in row.client)
        table.add_row(row.bot, row.peer, client, row.since_time, row.tournament or "–")
    data_console().print(table)
