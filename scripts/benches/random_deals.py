"""Random deals under the arena's rules, every legal play listed at every turn."""

from random import Random

from arena.game.cards import Cards
from arena.game.deal import Deal
from arena.game.variant import Variant

SEATS = 4
"""Four players, who get all the cards."""


def deal_hands(random: Random) -> list[Cards]:
    """Shuffles a pack and deals it out."""
    # In a random order, each with equal odds; quicker than `random.shuffle`.
    pack = sorted(range(52), key=lambda _: random.random())
    return [bytes(sorted(pack[seat::SEATS])) for seat in range(SEATS)]


def play_deal(rules: Variant, random: Random) -> int:
    """Plays a random deal to its end; gives the number of decisions."""
    deal = Deal(rules, deal_hands(random))
    decisions = 0
    while (seat := deal.turn) is not None:
        plays = deal.legal_plays()
        deal.play(seat, plays[int(random.random() * len(plays))])
        decisions += 1
    return decisions
