"""Plays rotations: who may sit down when, and what comes of it.

`BoardRunner` is the seam for other ways to play, such as many machines; here is
the one that plays at tables in the arena's own process.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from arena.director.schedule import Assignment
from arena.match.machine import Match
from arena.match.result import Forfeit, PlayedDeal
from arena.server.lobby import Lobby
from arena.server.table import Table
from arena.store.rows import RotationKey
from arena.tournament.config import TournamentConfig


@dataclass(frozen=True, slots=True)
class PlayedRotation:
    """A rotation that has been played to its end."""

    assignment: Assignment
    """What was to be played."""
    entrants: tuple[str, ...]
    """Who did sit at each seat: house bots where an entrant had been withdrawn."""
    played: tuple[PlayedDeal, ...]
    """The session's deals."""


def match_of(config: TournamentConfig, assignment: Assignment) -> Match:
    """Gives the match that a rotation is, by the tournament's rules and clocks."""
    return Match(
        config.variant,
        assignment.dealt,
        config.clock,
        forced_passes=config.forced_passes,
    )


class BoardRunner(Protocol):
    """Plays one rotation and reports it."""

    async def play(
        self, assignment: Assignment, entrants: Sequence[str]
    ) -> PlayedRotation:
        """Plays `assignment` with `entrants` at its seats.

        A bot's failure is part of the result. An exception is the arena's own
        trouble: nothing has been played then.
        """


class LocalRunner:
    """Plays rotations at tables of this process."""

    def __init__(
        self,
        config: TournamentConfig,
        lobby: Lobby,
        forfeited: Callable[[str, Forfeit, RotationKey], None],
    ) -> None:
        """Seats the players of `lobby`; `forfeited` hears of each forfeit at once."""
        self._config = config
        self._lobby = lobby
        self._forfeited = forfeited

    async def play(
        self, assignment: Assignment, entrants: Sequence[str]
    ) -> PlayedRotation:
        """Plays `assignment` at a table of its own."""
        match = match_of(self._config, assignment)
        table = Table(
            match,
            [self._lobby.player(name) for name in entrants],
            self._config.clock,
            lambda name, forfeit: self._forfeited(name, forfeit, assignment.key),
        )
        gathering = self._lobby.gathering
        gathering.tables += 1
        try:
            await table.play()
        finally:
            gathering.tables -= 1
        return PlayedRotation(assignment, tuple(entrants), tuple(match.played))


class Seating:
    """Which bots have a table free. Plain book-keeping: nobody waits in here."""

    def __init__(self, lobby: Lobby, most_tables: int) -> None:
        """Allows `most_tables` tables at one time; 0 sets no limit."""
        self._lobby = lobby
        self._most_tables = most_tables
        self._playing: Counter[str] = Counter()
        self._tables = 0

    def full(self) -> bool:
        """Whether no further table may begin, whoever sits at it."""
        return bool(self._most_tables) and self._tables >= self._most_tables

    def fits(self, entrants: Sequence[str]) -> bool:
        """Whether all `entrants` have a table free."""
        return all(self._has_table(name) for name in entrants)

    def _has_table(self, name: str) -> bool:
        player = self._lobby.player(name)
        # A bot that is away is dealt in as before, so that it delays nobody; one
        # that was never here, one table at a time.
        return not player.returning and self._playing[name] < max(1, player.tables)

    def take(self, entrants: Sequence[str]) -> None:
        """Notes that `entrants` sit down at one more table."""
        self._tables += 1
        for name in entrants:
            self._playing[name] += 1

    def leave(self, entrants: Sequence[str]) -> None:
        """Notes that `entrants` have risen from a table."""
        self._tables -= 1
        for name in entrants:
            self._playing[name] -= 1
