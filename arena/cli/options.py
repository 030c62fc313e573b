"""Arguments and options that several commands take."""

from typing import Annotated, TypeAlias

from cyclopts import Parameter

DEFAULT_DATABASE = "sqlite:///arena.db"
"""A file in the working folder."""

DATABASE_VARIABLE = "ARENA_DATABASE"
"""The variable of the environment that names another one."""

Database: TypeAlias = Annotated[
    str,
    Parameter(
        name="--database",
        env_var=DATABASE_VARIABLE,
        help="Where the tournaments are stored, as a URL.",
        metavar="URL",
    ),
]
"""Which database to use."""

Flag: TypeAlias = Annotated[bool, Parameter(negative="", show_default=False)]
"""A switch that is off unless it is given."""

TournamentName: TypeAlias = Annotated[
    str,
    Parameter(help="The tournament; without it the newest.", show_default=False),
]
"""Which tournament to read; an empty name is the newest."""
