"""The end between two: the last rival's hand is what is out, so it can be solved.

Two players hold cards, each sees in effect the hand of the other, and whoever is out
first has won. Plays that differ in suits only are taken as one, the cheapest.
"""

from collections.abc import Iterator

from arena_client.bots.choices import answers, cards_of, leads, same_shape, without
from arena_client.bots.split import held_of
from arena_client.cards import NONE, Cards
from arena_client.rules import Rules

MOST_POSITIONS = 300
"""How many positions are looked at before the search is given up; some ten
milliseconds, which few ends come near."""


class _TooLongError(Exception):
    """The search has looked at too many positions."""


class Endgame:
    """Solves ends between two, remembering what it has found within one deal."""

    def __init__(self, rules: Rules) -> None:
        """Solves under these rules."""
        self._rules = rules
        self._won: dict[tuple[bytes, bytes, bytes], bool] = {}
        self._left = 0

    def winning(self, hand: bytes, other: bytes, table: bytes) -> Cards | None:
        """A play after which `hand`, on turn, is out first whatever `other` does.

        `None` when there is none, or when it would take too long to find.
        """
        self._left = MOST_POSITIONS
        try:
            for play in self._plays(hand, table):
                if self._wins_by(play, hand, other):
                    return play
        except _TooLongError:
            pass
        return None

    def _wins_by(self, play: Cards, hand: bytes, other: bytes) -> bool:
        if not play:
            return not self._wins(other, hand, b"")
        rest = without(hand, play)
        return not rest or not self._wins(other, rest, play)

    def _wins(self, hand: bytes, other: bytes, table: bytes) -> bool:
        """Whether the owner of `hand`, who is on turn, is out first."""
        position = hand, other, table
        won = self._won.get(position)
        if won is None:
            self._left -= 1
            if self._left < 0:
                raise _TooLongError
            won = any(
                self._wins_by(play, hand, other) for play in self._plays(hand, table)
            )
            self._won[position] = won
        return won

    def _plays(self, hand: bytes, table: bytes) -> Iterator[Cards]:
        """What to try, the promising first: many cards, then high ones, then a pass."""
        held = held_of(hand)
        if table:
            parts = list(answers(self._rules, hand, held, table))
        else:
            parts = list(leads(self._rules, held))
        parts.sort(key=lambda part: (-part.cards, -part.top))
        for part in parts:
            beat = table and same_shape(self._rules, part, table)
            yield cards_of(hand, part, table[-1] if beat else -1)
        if table:
            yield NONE
