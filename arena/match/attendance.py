"""Which seats are there, which are away, and which are out for good."""

from arena.match.termination import Termination


class Attendance:
    """Who of a match's seats can answer at the moment.

    Sets of seats are kept as bits: bit i is seat i.
    """

    __slots__ = ("_gone", "_lost", "_withdrawn")

    def __init__(self) -> None:
        """Has everybody there."""
        self._lost = 0
        self._gone = 0
        self._withdrawn = 0

    def lose(self, seat: int, *, for_good: bool) -> None:
        """Marks a seat as away, to come back or not."""
        self._lost |= 1 << seat
        if for_good:
            self._gone |= 1 << seat

    def regain(self, seat: int) -> None:
        """Marks a seat as there, even one of which that was not expected."""
        self._lost &= ~(1 << seat)
        self._gone &= ~(1 << seat)

    def withdraw(self, seat: int) -> None:
        """Takes a seat out; it stays out."""
        self._withdrawn |= 1 << seat

    def is_lost(self, seat: int) -> bool:
        """Whether a seat is away."""
        return self._lost >> seat & 1 == 1

    def is_withdrawn(self, seat: int) -> bool:
        """Whether a seat has been taken out."""
        return self._withdrawn >> seat & 1 == 1

    def default(self, seat: int) -> Termination | None:
        """Gives why a seat forfeits as soon as it is asked; `None` if it does not."""
        if self.is_withdrawn(seat):
            return Termination.WITHDRAWN
        if self._gone >> seat & 1:
            return Termination.LOST_CONNECTION
        return None

    def flag_fall(self, seat: int) -> Termination:
        """Gives what the fall of a seat's flag means."""
        if self.is_lost(seat):
            return Termination.LOST_CONNECTION
        return Termination.FLAG_FALL
