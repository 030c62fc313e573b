"""What a deal leaves behind: its actions, its outcome, and who forfeited and why."""

from dataclasses import dataclass

from arena.dealing import Dealt
from arena.game.cards import Cards, describe_action
from arena.game.refusal import Refusal
from arena.match.termination import Termination

EVIDENCE_LIMIT = 64
"""Bytes of an answer that are kept as evidence. No hand has more cards; a longer
answer is garbage, and how it goes on proves nothing more."""


class Action:
    """One action at the table: a play, or a pass. A value, not to be changed.

    Written out, because every turn makes one and a frozen dataclass costs far more to
    build.
    """

    __slots__ = ("cards", "ends_trick", "forced", "seat", "substitute")

    seat: int
    """The seat that acted, or was acted for."""

    cards: Cards
    """The cards played; none for a pass."""

    forced: bool
    """The arena passed for the seat, because it had no legal play."""

    substitute: bool
    """The arena acted for the seat, because it has forfeited this deal."""

    ends_trick: bool
    """The table is empty after this action."""

    def __init__(
        self, seat: int, cards: Cards, forced: bool, substitute: bool, ends_trick: bool
    ) -> None:
        """Says who did what."""
        self.seat = seat
        self.cards = cards
        self.forced = forced
        self.substitute = substitute
        self.ends_trick = ends_trick

    def __eq__(self, other: object) -> bool:
        """Says whether the same seat did the same."""
        return isinstance(other, Action) and self._values() == other._values()

    def __hash__(self) -> int:
        """Hashes what is compared."""
        return hash(self._values())

    def __repr__(self) -> str:
        """Shows all values, in the order in which they are given."""
        return f"Action{self._values()}"

    def _values(self) -> tuple[int, Cards, bool, bool, bool]:
        return self.seat, self.cards, self.forced, self.substitute, self.ends_trick


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat's loss of a deal by its own fault, with the evidence."""

    deal: int
    """The deal of the session, from 0."""

    seat: int
    """The seat at fault."""

    turn: int
    """The turn it was asked at, or would have been asked at."""

    termination: Termination
    """Why: anything but `Termination.NORMAL`."""

    cards: bytes | None
    """The answer as it was received, in whatever order and however wrong, cut off
    after `EVIDENCE_LIMIT` bytes; `None` where there was no answer."""

    refusal: Refusal | None
    """The rule that the answer broke; `None` unless it was illegal."""

    measured: float | None
    """Seconds that the answer took, or that were waited for it in vain; `None`
    where no clock was running."""

    allowed: float | None
    """Seconds that it could have taken; `None` where time is not limited or no
    clock was running."""

    @property
    def message(self) -> str:
        """The same in a sentence."""
        return f"Seat {self.seat} forfeits the deal at turn {self.turn}: {self._why()}"

    def _why(self) -> str:
        match self.termination:
            case Termination.NORMAL:
                return "it did not forfeit"
            case Termination.ILLEGAL_ANSWER:
                code = self.refusal.value if self.refusal else "refused"
                return f"illegal answer '{describe_action(self.cards or b'')}' ({code})"
            case Termination.FLAG_FALL:
                return f"flag fall{self._times()}"
            case Termination.LOST_CONNECTION:
                if self._waited_for():
                    times = self._times()
                    return f"its connection was lost and did not come back{times}"
                return "its process has ended"
            case Termination.WITHDRAWN:
                return "the entrant has been withdrawn"

    def _waited_for(self) -> bool:
        """Whether a lost seat had its time; where it had not, nobody was to come."""
        if self.measured is None or self.allowed is None:
            return self.allowed is None and self.measured is not None
        return self.measured >= self.allowed

    def _times(self) -> str:
        if self.measured is None or self.allowed is None:
            return ""
        return f" ({self.measured:.3f} s measured, {self.allowed:.3f} s allowed)"


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that has been played to its end and adjudicated."""

    deal: int
    """The deal of the session, from 0."""

    dealt: Dealt
    """What was dealt."""

    dealer: int
    """The seat that dealt: by lot in the first deal, later the last deal's loser."""

    leader: int | None
    """The winner of the last deal who led this one; `None` where the opening rule
    said who led."""

    actions: tuple[Action, ...]
    """Everything that was played and passed, in order."""

    finish: tuple[tuple[int, ...], ...]
    """Seats in groups, best first, with forfeiters below all others; seats in one
    group tie."""

    payoff: tuple[int, ...]
    """What each seat won, in stakes; the sum is 0."""

    terminations: tuple[Termination, ...]
    """By seat, why its part in the deal ended."""

    think: tuple[float, ...]
    """By seat, the seconds that its clock ran."""

    forfeits: tuple[Forfeit, ...]
    """In the order in which they happened; none in a clean deal."""
