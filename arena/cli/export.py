"""`arena export`: deal records as lines of JSON."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

from cyclopts import Parameter

from arena.cli.files import replaced
from arena.cli.options import DEFAULT_DATABASE, Database, TournamentName
from arena.cli.output import data, say
from arena.cli.stored_deal import find_tournament
from arena.store.repository import Repository
from arena.store.rows import TournamentStatus


def export(
    name: TournamentName = "",
    /,
    *,
    output: Annotated[
        Path | None,
        Parameter(help="The file to write; without it stdout.", metavar="FILE"),
    ] = None,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Writes a tournament's records in key order, a page of them in memory.

    Args:
        name: The tournament; empty for the newest.
        output: The file, which appears once it is complete; `None` for stdout.
        database: The database's URL.
    """
    count = 0
    with Repository.open(database, create=False) as repository:
        row = find_tournament(repository, name)
        with _written(output) as file:
            for line in repository.records(row.name):
                file.write(f"{line}\n")
                count += 1
    where = f" to {output}" if output else ""
    say(f"{count} records of '{row.name}'{where}", "dim")
    if row.status is not TournamentStatus.FINISHED:
        say(f"the tournament is {row.status.value}: there may be more later")


@contextmanager
def _written(output: Path | None) -> Iterator[TextIO]:
    if output is None:
        yield data()
    else:
        with replaced(output) as file:
            yield file
