"""Remembering what has been found out about cards.

Hands and combinations are asked about again and again while they are in use. A
dictionary is the quickest memory there is; this one has a bound.
"""

from collections.abc import Callable
from typing import TypeVar

from arena.game.cards import Cards

T = TypeVar("T")


class Memo(dict[Cards, T]):
    """Gives what a function gives for cards, and begins anew when it is full."""

    __slots__ = ("_find", "_limit")

    def __init__(self, find: Callable[[Cards], T], *, limit: int) -> None:
        """Begins with nothing known."""
        super().__init__()
        self._find = find
        self._limit = limit

    def __missing__(self, cards: Cards) -> T:
        """Finds out what `memo[cards]` does not know yet."""
        if len(self) >= self._limit:
            self.clear()
        found = self[cards] = self._find(cards)
        return found
