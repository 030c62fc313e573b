"""Why the rules refuse an action.

Rules: section "Refusals". The codes are those of records, of the conformance cases and,
in their own spelling, of the wire. When which of them holds is `deal`'s to say.
"""

from enum import Enum


class Refusal(Enum):
    """Why an action is refused; checked in this order, the first holds."""

    DEAL_OVER = "deal_over"
    """The deal has ended."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another seat is on turn, or this seat has passed in this trick."""
    LEADER_MAY_NOT_PASS = "leader_may_not_pass"  # noqa: S105 - a rule, not a password
    """There is nothing on the table to pass on."""
    NOT_HELD = "not_held"
    """Not all of the cards are in the seat's hand."""
    NOT_A_COMBINATION = "not_a_combination"
    """The cards form nothing in this variant."""
    MUST_INCLUDE_LOWEST = "must_include_lowest"
    """The opening combination must include the lowest card dealt."""
    MAY_NOT_LEAD = "may_not_lead"
    """A quad run only answers."""
    DOES_NOT_BEAT = "does_not_beat"
    """The combination does not beat the one on the table."""
