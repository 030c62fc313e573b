"""The choices a variant makes, each a closed set.

The values are the words of the TOML form. What each choice means is said by
rules' sections "The deal", "The trick" and "The end and the money".
"""

from enum import Enum


class PairsBeat(Enum):
    """Which pairs beat a pair."""

    HIGHER = "higher"
    """Those with a higher highest card, as for every other kind."""
    ANY = "any"
    """Any pair beats any pair."""


class EqualCards(Enum):
    """What happens when highest cards are equal, as can be with two packs."""

    FORBIDDEN = "forbidden"
    """The second is refused: it does not exceed the first."""
    LATER = "later"
    """The later one wins."""
    UNMATCHED = "unmatched"
    """Cards common to both are struck, then the higher highest card wins."""


class Leftover(Enum):
    """Where cards go that could not be dealt out evenly."""

    OUT_OF_PLAY = "out_of_play"
    """Out of the deal, shown to nobody."""
    OPENER = "opener"
    """Into the hand of the opener, before the first play."""


class Opening(Enum):
    """What the opener of a first deal may do."""

    INCLUDE = "include"
    """Lead a combination that includes the lowest card dealt."""
    FREE = "free"
    """Lead anything."""
    MAY_PASS = "may_pass"  # noqa: S105 - a rule, not a password
    """As `include`, or hand the lead to the next player, who leads anything."""


class LeadLater(Enum):
    """Who leads the later deals of a session."""

    WINNER = "winner"
    """The first to get out in the last deal, with anything."""
    LOWEST = "lowest"
    """The holder of the lowest card, as in a first deal."""


class InstantWin(Enum):
    """Hands that win before any play."""

    NONE = "none"
    """There are none."""
    FOUR_TWOS = "four_twos"
    """A hand with four twos or more."""


class OpenHands(Enum):
    """Whose hands a seat sees beside its own."""

    NONE = "none"
    """Nobody's."""
    NEIGHBOUR = "neighbour"
    """That of the next seat clockwise."""
    ALL = "all"
    """Everybody's."""


class Ends(Enum):
    """When a deal ends."""

    LAST_HOLDER = "last_holder"
    """When one player is left with cards."""
    FIRST_OUT = "first_out"
    """When the first player is out of cards; all others tie."""


class Payoff(Enum):
    """Who pays whom at the end of a deal."""

    LOSER_PAYS = "loser_pays"
    """The last pays one stake to each opponent."""
    WINNER_TAKES = "winner_takes"
    """Each other player pays one stake to the first."""
