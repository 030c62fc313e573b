"""Deals of all kinds for property tests: every preset with house rules on top."""

from random import Random

from hypothesis import strategies as st

from arena.game.cards import PACK_SIZE
from arena.game.deal import Deal
from arena.game.variant import PRESETS, hand_size, packs_for, with_rules
from tests.support.positions import random_deal

RANDOM = st.builds(Random, st.integers(0, 2**32))
"""Seeds: drawing every single choice would take hypothesis minutes."""
HOUSE_RULES = st.fixed_dictionaries(
    {"seats": st.just("any")},
    optional={
        "equal_cards": st.sampled_from(["forbidden", "later", "unmatched"]),
        "opening": st.sampled_from(["include", "free", "may_pass"]),
        "hand": st.sampled_from(["equal", 1, 5]),
        "solo_run": st.booleans(),
        "out_of_turn": st.booleans(),
        "open_hands": st.sampled_from(["none", "neighbour", "all"]),
        "ends": st.sampled_from(["last_holder", "first_out"]),
        "payoff": st.sampled_from(["loser_pays", "winner_takes"]),
        "instant_win": st.sampled_from(["none", "four_twos"]),
    },
)
MOST_CARDS = 17
"""Much larger hands can hold more runs than can be listed."""


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Deals of every preset with house rules on top, loose and in packets."""
    rules = with_rules(draw(st.sampled_from(list(PRESETS.values()))), draw(HOUSE_RULES))
    seats = draw(st.integers(2, 8))
    if hand_size(rules, seats) > MOST_CARDS:
        rules = with_rules(rules, {"hand": MOST_CARDS})
    left = PACK_SIZE * packs_for(rules, seats) - seats * hand_size(rules, seats)
    if left > 4:
        # An opener who picks them up would have too large a hand.
        rules = with_rules(rules, {"leftover": "out_of_play"})
    return random_deal(
        rules,
        seats,
        draw(RANDOM),
        packets=draw(st.sampled_from([1, 1, 2, 4])),
        leader=draw(st.booleans()),
    )
