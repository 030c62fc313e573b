"""`arena bots`: who may come, and what became of them."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from arena.cli.files import created
from arena.cli.forfeit_text import forfeit_lines
from arena.cli.options import DEFAULT_DATABASE, Database
from arena.cli.output import data_console, say
from arena.director.opening import now_text
from arena.server.auth import new_token, token_hash
from arena.store.repository import Repository
from arena.store.rows import BotRow, BotTally
from arena.tournament.roster import read_entrant_name

_Name = Annotated[str, Parameter(help="The bot's name.")]
_Output = Annotated[
    Path | None,
    Parameter(
        metavar="FILE",
        show_default=False,
        help="Write the token to a new file that you alone can read, instead of"
        " printing it.",
    ),
]


def add(
    name: _Name,
    /,
    *,
    output: _Output = None,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Registers a bot and prints its token.

    Args:
        name: The bot's name.
        output: A new file for the token; None for stdout.
        database: The database's URL.
    """
    read_entrant_name("NAME", name)
    with _given_out(output) as token, Repository.open(database) as repository:
        repository.add_bot(name, token_hash(token), now_text())
        say(f"'{name}' is registered; {_where(output)}")


def rotate(
    name: _Name,
    /,
    *,
    output: _Output = None,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Gives a bot another token and prints it; the one it had lets nobody in.

    Args:
        name: The bot's name.
        output: A new file for the token; None for stdout.
        database: The database's URL.
    """
    with (
        _given_out(output) as token,
        Repository.open(database, create=False) as repository,
    ):
        repository.rotate_bot(name, token_hash(token))
        say(f"'{name}' has another token, and the old one is void; {_where(output)}")


@contextmanager
def _given_out(output: Path | None) -> Iterator[str]:
    """Gives a new token, and hands it out at the end of the block.

    Raises:
        ConfigError: The file is there already, or cannot be written.
    """
    token = new_token()
    if output is None:
        yield token
        data_console().print(token, markup=False)
    else:
        with created(output, 0o600, "name another file with --output") as file:
            # Before the token is good for anything: a full disk would keep it.
            file.write(f"{token}\n".encode())
            file.flush()
            yield token


def _where(output: Path | None) -> str:
    if output is None:
        return "this is its token, shown this once:"
    return f"its token is in {output}, which you alone can read"


def revoke(name: _Name, /, *, database: Database = DEFAULT_DATABASE) -> None:
    """Lets a bot in no more.

    Args:
        name: The bot's name.
        database: The database's URL.
    """
    with Repository.open(database, create=False) as repository:
        done = repository.revoke_bot(name, now_text())
    say(f"'{name}' is revoked" if done else f"'{name}' had been revoked before")


def list_bots(*, database: Database = DEFAULT_DATABASE) -> None:
    """Lists the registered bots.

    Args:
        database: The database's URL.
    """
    with Repository.open(database, create=False) as repository:
        rows, tallies = repository.bots(), repository.bot_tallies()
        here = _connected(repository)
    if not rows:
        say("no bots are registered; arena bots add NAME registers one")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("name", overflow="fold")
    for heading in ("state", "created", "last seen"):
        table.add_column(heading)
    for heading in ("tournaments", "deals", "forfeits"):
        table.add_column(heading, justify="right")
    for row in rows:
        tally = tallies.get(row.name, BotTally())
        table.add_row(
            row.name,
            "revoked" if row.revoked_time else "active",
            row.created_time,
            _seen(row, here),
            str(tally.tournaments),
            str(tally.deals),
            str(tally.forfeits),
        )
    data_console().print(table)


def show(name: _Name, /, *, database: Database = DEFAULT_DATABASE) -> None:
    """Shows a bot: its tournaments, and each deal it forfeited with the evidence.

    Args:
        name: The bot's name.
        database: The database's URL.
    """
    with Repository.open(database, create=False) as repository:
        row = repository.bot(name)
        entered = repository.enrolments(name)
        forfeits = repository.bot_forfeits(name)
        here = _connected(repository)
        lost = [
            line
            for tournament, forfeit in forfeits
            for line in forfeit_lines(
                repository, tournament, forfeit, heading=tournament, database=database
            )
        ]
    console = data_console()
    console.print(Text(row.name, "bold"))
    for label, fact in _facts(row, here).items():
        console.print(Text.assemble((f"  {label:<10}", "dim"), fact))
    console.print(Text(f"tournaments: {len(entered)}", "bold underline"))
    for entry in entered:
        console.print(Text(f"  {entry.tournament}"), soft_wrap=True)
    console.print(Text(f"forfeits: {len(forfeits)}", "bold underline"))
    for line in lost:
        console.print(line, soft_wrap=True)


def _connected(repository: Repository) -> set[str]:
    """Gives the bots that are connected to the arena that serves, if one does."""
    # What an arena that was killed has written down holds no more.
    rows = repository.presence() if repository.is_served() else []
    return {row.bot for row in rows}


def _seen(row: BotRow, connected: Collection[str]) -> str:
    return "connected now" if row.name in connected else row.seen_time or "never"


def _facts(row: BotRow, connected: Collection[str]) -> dict[str, str]:
    return {
        "state": f"revoked at {row.revoked_time}" if row.revoked_time else "active",
        "created": row.created_time,
        "last seen": _seen(row, connected),
    }
