"""Commands as they are printed for somebody to type."""

import os
import shlex
from collections.abc import Sequence

from arena.cli.options import DATABASE_VARIABLE, DEFAULT_DATABASE
from arena.store.engine import without_password
from arena.store.rows import RotationKey


def in_database(database: str) -> list[str]:
    """Gives the words that name a database; none where it is used without them.

    What is printed is passed on: a password is left to be filled in.
    """
    by_itself = os.environ.get(DATABASE_VARIABLE) or DEFAULT_DATABASE
    return [] if database == by_itself else ["--database", without_password(database)]


def command_on(
    words: Sequence[str], tournament: str, options: Sequence[str], database: str
) -> str:
    """Gives a command on a tournament in a database, as a shell takes it."""
    options = [*options, *in_database(database)]
    # Before `--` such a name would be an option.
    if tournament.startswith("-"):
        return shlex.join([*words, *options, "--", tournament])
    return shlex.join([*words, tournament, *options])


def replay_command(tournament: str, key: RotationKey, deal: int, database: str) -> str:
    """Gives the command that shows a deal, move by move."""
    options = []
    for option, number in (
        ("--round", key.round),
        ("--table", key.table),
        ("--board", key.board),
        ("--rotation", key.rotation),
    ):
        options += [option, str(number)]
    if deal:
        options += ["--deal", str(deal)]
    return command_on(["arena", "replay"], tournament, options, database)
