"""Why a seat's part in a deal ended."""

from enum import Enum


class Termination(Enum):
    """Why a seat's part in a deal ended; the values are those of deal records.

    All but `NORMAL` are forfeits: of this deal only, and of this seat only.
    """

    NORMAL = "normal"
    """The seat played the deal to its end."""

    ILLEGAL_ANSWER = "illegal_answer"
    """The seat answered with cards that the rules refuse."""

    FLAG_FALL = "flag_fall"
    """The seat's clock, or the limit for one answer, ran out."""

    LOST_CONNECTION = "lost_connection"
    """The seat's stream was lost and did not come back in the seat's own time."""

    WITHDRAWN = "withdrawn"
    """The entrant had been withdrawn from the tournament."""
