"""What the arena plays for a seat that has forfeited the deal."""

from arena.errors import LocalProtocolError
from arena.game.cards import PASS, Cards
from arena.game.deal import Deal


def substitute_play(deal: Deal) -> Cards:
    """Gives the action of the seat on turn that disturbs the others least.

    A pass wherever one is possible; otherwise a single, which may always be led:
    the card that the opening must include, or the lowest in hand.
    """
    if deal.may_pass:
        return PASS
    if deal.must_include is not None:
        return bytes((deal.must_include,))
    if deal.turn is None:
        raise LocalProtocolError("a deal that is over needs no substitute")
    return deal.hands[deal.turn][:1]
