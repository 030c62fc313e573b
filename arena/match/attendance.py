"""Which seats are there, which are away, and which are out for good."""

from arena.match.termination import Termination


class Attendance:
    """Who of a match's seats can answer at the moment."""

    __slots__ = ("_gone", "_lost", "_withdrawn")

    def __init__(self) -> None:
        """Has everybody there."""
        self._lost: set[int] = set()
        self._gone: set[int] = set()
        self._withdrawn: set[int] = set()

    def lose(self, seat: int, *, for_good: bool) -> None:
        """Marks a seat as away, to come back or not."""
        self._lost.add(seat)
        if for_good:
            self._gone.add(seat)

    def regain(self, seat: int) -> None:
        """Marks a seat as there, even one of which that was not expected."""
        self._lost.discard(seat)
        self._gone.discard(seat)

    def withdraw(self, seat: int) -> None:
        """Takes a seat out; it stays out."""
        self._withdrawn.add(seat)

    def is_lost(self, seat: int) -> bool:
        """Whether a seat is away."""
        return seat in self._lost

    def is_withdrawn(self, seat: int) -> bool:
        """Whether a seat has been taken out."""
        return seat in self._withdrawn

    def default(self, seat: int) -> Termination | None:
        """Gives why a seat forfeits as soon as it is asked; `None` if it does not."""
        if seat in self._withdrawn:
            return Termination.WITHDRAWN
        if seat in self._gone:
            return Termination.LOST_CONNECTION
        return None

    def flag_fall(self, seat: int) -> Termination:
        """Gives what the fall of a seat's flag means."""
        if seat in self._lost:
            return Termination.LOST_CONNECTION
        return Termination.FLAG_FALL
