"""Rotations that are played without bots, by the arena's own match machine.

Every seat plays the first legal play but the pass that it is offered, a tenth of a
second each by the clock of the match. No time passes.
"""

from collections.abc import Sequence

from arena.director.runner import PlayedRotation, match_of
from arena.director.schedule import Assignment
from arena.tournament.config import TournamentConfig

THINKING = 0.1
"""Seconds that each answer takes by the match's clock."""


class PlayedAtOnce:
    """A `BoardRunner` whose rotations are over when they begin."""

    def __init__(self, config: TournamentConfig) -> None:
        """Plays by the rules of `config`."""
        self._config = config

    async def play(
        self, assignment: Assignment, entrants: Sequence[str]
    ) -> PlayedRotation:
        """Plays `assignment`; nothing in here waits."""
        return play_rotation(self._config, assignment, entrants)


def play_rotation(
    config: TournamentConfig, assignment: Assignment, entrants: Sequence[str]
) -> PlayedRotation:
    """Plays a rotation to its end."""
    match = match_of(config, assignment)
    now = 0.0
    match.start(now)
    while (asked := match.prompt) is not None:
        match.sent(asked.seat, asked.turn, now)
        now += THINKING
        # The pass comes first where it is allowed.
        play = max(match.deal.legal_plays()[:2], key=len)
        match.answer(asked.seat, asked.turn, play, now)
    return PlayedRotation(assignment, tuple(entrants), tuple(match.played))
