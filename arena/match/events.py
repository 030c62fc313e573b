"""What a match reports: frozen values in the past tense, complete when built."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from arena.game.cards import Cards
from arena.game.refusal import Refusal
from arena.match.result import Action, Forfeit, PlayedDeal


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The cards of a deal have been dealt."""

    deal: int
    """The deal of the session, from 0."""

    dealer: int
    """The seat that dealt."""

    leader: int | None
    """The winner of the last deal, who leads; `None`: the opening rule says who."""

    hands: tuple[Cards, ...]
    """By seat, what the deal begins with."""


class Asked:
    """A seat has been asked to act.

    For the first time or, after its stream was lost, once more with the same turn
    number. Written out for speed, as `Action` is.
    """

    __slots__ = ("seat", "turn")

    seat: int
    """The seat that is to answer."""

    turn: int
    """The number to answer with: from 1, counting up over the whole match."""

    def __init__(self, seat: int, turn: int) -> None:
        """Says who is asked, and at which turn."""
        self.seat = seat
        self.turn = turn

    def __eq__(self, other: object) -> bool:
        """Says whether the same seat is asked at the same turn."""
        if not isinstance(other, Asked):
            return False
        return (self.seat, self.turn) == (other.seat, other.turn)

    def __hash__(self) -> int:
        """Hashes what is compared."""
        return hash((self.seat, self.turn))

    def __repr__(self) -> str:
        """Shows seat and turn."""
        return f"Asked({self.seat}, {self.turn})"


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat has acted.

    Reported only where play out of turn is allowed, to be pushed to all; elsewhere
    a seat's next prompt tells it early enough.
    """

    action: Action
    """What it did."""


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A seat has lost the deal by its own fault; a substitute plays it on."""

    forfeit: Forfeit
    """Who, why, and the evidence."""


class IgnoreReason(Enum):
    """Why an answer was ignored, without penalty."""

    TURN_OVER = "turn_over"
    """The turn it answers is over, by whatever end."""

    UNKNOWN_TURN = "unknown_turn"
    """There has been no such turn yet."""

    NOT_ASKED = "not_asked"
    """The turn is another seat's, and this seat may not play out of turn."""

    REFUSED = "refused"
    """It was no play that this seat may make out of turn."""


@dataclass(frozen=True, slots=True)
class AnswerIgnored:
    """An answer has been ignored; nothing has changed."""

    seat: int
    """The seat whose answer it was."""

    turn: int
    """The turn number it gave."""

    reason: IgnoreReason
    """Why."""

    refusal: Refusal | None = None
    """The rule against it where the reason is `IgnoreReason.REFUSED`."""


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A deal has been played to its end and adjudicated."""

    played: PlayedDeal
    """All there is to know about it."""

    told: tuple[int, ...]
    """By seat, how many of `played.actions` its prompts have told it about; the
    rest is news to it."""

    last: bool
    """Whether it was the last deal of the match."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """All deals have been played; nothing will happen any more."""


MatchEvent: TypeAlias = (
    DealStarted | Asked | Acted | Forfeited | AnswerIgnored | DealEnded | MatchEnded
)
"""Whatever an input to a match can bring about."""
