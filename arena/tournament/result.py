"""The light facts pairing, ratings and standings work on.

A deal's cards and plays are in its record; here is only who sat where and how it
came out. Nothing in this module computes.
"""

from dataclasses import dataclass

HOUSE_PREFIX = "house-"
"""Names that begin so belong to fill-ins; no entrant may take one."""


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """How one deal ended for the entrants at its table, forfeits adjudicated."""

    round: int
    """The round it was played in, from 1."""
    table: int
    """The table within the round, from 1."""
    board: int
    """The board within the round, from 1; all tables of a round play the same."""
    rotation: int
    """Which playing of the board this was, from 1."""
    deal: int
    """The deal within the session, from 0."""
    entrants: tuple[str, ...]
    """Who sat at each seat; a fill-in's name begins with `house-`."""
    finish: tuple[tuple[int, ...], ...]
    """Seats in finishing order, best first; seats in one group tied."""
    payoff: tuple[int, ...]
    """Stakes won or lost by each seat; they sum to zero."""
    forfeited: tuple[bool, ...]
    """Whether each seat forfeited this deal."""


@dataclass(frozen=True, slots=True)
class Round:
    """Who meets whom in one round."""

    number: int
    """The round, from 1."""
    tables: tuple[tuple[str, ...], ...]
    """Each table's entrants, in no order of seat: the rotations give the seats."""


def is_house(name: str) -> bool:
    """Tells whether the name is a fill-in's rather than an entrant's."""
    return name.startswith(HOUSE_PREFIX)
