"""The commands that show what was spoken of."""

import os
import shlex

from arena.cli.options import DATABASE_VARIABLE, DEFAULT_DATABASE
from arena.store.rows import RotationKey


def in_database(database: str) -> list[str]:
    """Gives the words that name a database; none where it is used without them."""
    by_itself = os.environ.get(DATABASE_VARIABLE) or DEFAULT_DATABASE
    return [] if database == by_itself else ["--database", database]


def replay_command(tournament: str, key: RotationKey, deal: int, database: str) -> str:
    """Gives the command that shows a deal, move by move."""
    words = ["arena", "replay", tournament]
    for option, number in (
        ("--round", key.round),
        ("--table", key.table),
        ("--board", key.board),
        ("--rotation", key.rotation),
    ):
        words += [option, str(number)]
    if deal:
        words += ["--deal", str(deal)]
    return shlex.join([*words, *in_database(database)])
