"""Deals from text: set up a position and play actions in it."""

from random import Random
from typing import Any

from arena.game.cards import PACK_SIZE, parse_action, parse_cards
from arena.game.deal import Deal
from arena.game.variant import Variant, hand_size, packs_for, variant, with_rules


def position(
    *hands: str,
    name: str = "thirteen",
    dealer: int | None = None,
    leader: int | None = None,
    leftover: str = "",
    **rules: Any,
) -> Deal:
    """Sets up a deal; what is not a parameter is a rule that differs."""
    return Deal(
        with_rules(variant(name), rules),
        [parse_cards(hand) for hand in hands],
        dealer=dealer,
        leader=leader,
        leftover=parse_cards(leftover),
    )


def play(deal: Deal, *actions: str) -> Deal:
    """Plays actions such as `"0 3S 3C"` and `"1 pass"`; gives the same deal."""
    for action in actions:
        seat, _, cards = action.partition(" ")
        deal.play(int(seat), parse_action(cards))
    return deal


def random_deal(
    rules: Variant, seats: int, rng: Random, *, packets: int = 1, leader: bool = False
) -> Deal:
    """Deals at random; packets of several neighbouring cards make bombs common."""
    pack = sorted(list(range(PACK_SIZE)) * packs_for(rules, seats))
    chunks = [pack[i : i + packets] for i in range(0, len(pack), packets)]
    rng.shuffle(chunks)
    dealt = [card for chunk in chunks for card in chunk]
    size = hand_size(rules, seats)
    hands = [dealt[i * size : (i + 1) * size] for i in range(seats)]
    return Deal(
        rules,
        [bytes(sorted(hand)) for hand in hands],
        dealer=rng.randrange(seats),
        leader=rng.randrange(seats) if leader else None,
        leftover=bytes(sorted(dealt[seats * size :])),
    )


def choose_action(deal: Deal, rng: Random) -> tuple[int, bytes]:
    """Chooses a legal action at random, out of turn where that is allowed."""
    seats = [seat for seat in range(deal.seats) if deal.may_act(seat)]
    seat = rng.choice(seats)
    plays = deal.legal_plays(seat)
    if not plays:
        assert deal.turn is not None
        seat, plays = deal.turn, deal.legal_plays()
    return seat, rng.choice(plays)
