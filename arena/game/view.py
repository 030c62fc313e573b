"""What one seat may know of a deal, and nothing else.

Rules: section "The trick", `open_hands`. A view is complete when it is built and
holds no reference to the deal, so it can be handed to a bot as it is. How many
cards each seat holds is public; which cards, only where the variant lays them
open.
"""

from arena.game.cards import Card, Cards
from arena.game.combinations import Combination
from arena.game.deal import Deal, Situation
from arena.game.options import OpenHands


class View:
    """A deal, as one seat sees it; not to be changed.

    A class written out, because every prompt takes one: a frozen dataclass costs far
    more to build.
    """

    __slots__ = (
        "hand",
        "hand_counts",
        "locked",
        "may_pass",
        "must_include",
        "open_hands",
        "owner",
        "seat",
        "situation",
        "table",
        "turn",
    )

    seat: int
    """Whose view it is."""
    turn: int | None
    """The seat on turn; `None` when the deal is over."""
    situation: Situation | None
    """What the seat is to decide; `None` when it may not act now. A seat that may
    play out of turn sees `FOLLOW`."""
    hand: Cards
    """The seat's own cards."""
    table: Combination | None
    """The combination to beat; `None` when a lead is due."""
    owner: int | None
    """Whose combination lies on the table; `None` when there is none."""
    locked: int
    """Who has passed in this trick: bit i is seat i."""
    hand_counts: bytes
    """How many cards each seat holds, a byte a seat; 0 is a seat that is out."""
    may_pass: bool
    """Whether the seat may pass now."""
    must_include: Card | None
    """The card that the seat's combination must include; `None` when any will do."""
    open_hands: tuple[tuple[int, Cards], ...]
    """Other seats' hands that the variant lays open to this one, by seat."""

    def __init__(  # noqa: PLR0917 - one for each attribute
        self,
        seat: int,
        turn: int | None,
        situation: Situation | None,
        hand: Cards,
        table: Combination | None,
        owner: int | None,
        locked: int,
        hand_counts: bytes,
        may_pass: bool,
        must_include: Card | None,
        open_hands: tuple[tuple[int, Cards], ...],
    ) -> None:
        """Says all that there is to see."""
        self.seat = seat
        self.turn = turn
        self.situation = situation
        self.hand = hand
        self.table = table
        self.owner = owner
        self.locked = locked
        self.hand_counts = hand_counts
        self.may_pass = may_pass
        self.must_include = must_include
        self.open_hands = open_hands


def view_of(deal: Deal, seat: int) -> View:
    """Gives what a seat may know of a deal now."""
    hands = deal.hands
    if seat == deal.turn:
        situation: Situation | None = deal.situation
        may_pass, must_include = deal.may_pass, deal.must_include
    else:
        situation = Situation.FOLLOW if deal.may_act(seat) else None
        may_pass, must_include = False, None
    return View(
        seat,
        deal.turn,
        situation,
        hands[seat],
        deal.table,
        deal.owner,
        deal.locked,
        bytes([len(hand) for hand in hands]),
        may_pass,
        must_include,
        () if deal.variant.open_hands is OpenHands.NONE else open_hands(deal, seat),
    )


def open_hands(deal: Deal, seat: int) -> tuple[tuple[int, Cards], ...]:
    """Gives the hands beside its own that a seat may look into, by seat."""
    match deal.variant.open_hands:
        case OpenHands.NONE:
            return ()
        case OpenHands.NEIGHBOUR:
            neighbour = (seat + 1) % deal.seats
            return ((neighbour, deal.hands[neighbour]),)
        case OpenHands.ALL:
            others = enumerate(deal.hands)
            return tuple((other, hand) for other, hand in others if other != seat)
