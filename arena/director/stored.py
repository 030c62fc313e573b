"""What follows from a stored tournament: who is out of it, and how it stands.

Apart from the `library`, so that a command that prints standings need not load
the gRPC library first.
"""

from collections.abc import Sequence
from functools import lru_cache

from arena.store.repository import Repository
from arena.store.rows import EntrantRow, TournamentRow
from arena.tournament.config import TournamentConfig, parse_config
from arena.tournament.standings import Standing, standings


def stored_standings(repository: Repository, row: TournamentRow) -> Sequence[Standing]:
    """Gives the standings of a tournament from all its stored rotations."""
    config = parsed(row.config_text)
    return standings(
        repository.outcomes(row.name),
        [entrant.name for entrant in config.entrants],
        config,
        withdrawn=withdrawn(repository.entrants(row.name)),
    )


@lru_cache(maxsize=16)
def parsed(config_text: str) -> TournamentConfig:
    """Gives the configuration that a stored text is.

    That of a large field takes dozens of milliseconds to read, and is asked for with
    every question about the tournament.
    """
    return parse_config(config_text)


def withdrawn(entrants: Sequence[EntrantRow]) -> dict[str, str]:
    """Gives the entrants that were withdrawn, each with the reason."""
    return {
        entrant.name: entrant.withdrawn
        for entrant in entrants
        if entrant.withdrawn is not None
    }
