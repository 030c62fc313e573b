"""A play is refused here exactly when, and as, the arena refuses it."""

from itertools import pairwise
from random import Random

import pytest
from arena_client import View
from arena_client.cards import cards, parse_cards
from arena_client.refusals import refusal
from arena_client.rules import read_rules
from arena_client.testing import view
from arena_client.v1 import cards_pb2 as cards_pb
from arena_client.v1.play_service_pb2 import Prompt
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game.deal import Deal, Situation
from arena.game.variant import Variant, to_toml
from tests.support.house_rules import PRESETS_AND_MORE


def seen_on_turn(deal: Deal, of: Variant) -> View:
    """What the seat on turn sees of the position, as far as plays go."""
    assert deal.turn is not None
    solo = deal.situation is Situation.SOLO_RUN
    prompt = Prompt(
        hand=deal.hands[deal.turn],
        may_pass=deal.may_pass,
        situation=cards_pb.SITUATION_SOLO_RUN if solo else cards_pb.SITUATION_FOLLOW,
    )
    if deal.table is not None:
        prompt.table = deal.table.cards
    if deal.must_include is not None:
        prompt.must_include = bytes((deal.must_include,))
    return View(prompt, None, read_rules(to_toml(of)))


def tries(deal: Deal, random: Random) -> list[bytes]:
    """Plays of all kinds: legal ones, a pass, cards at random, other seats' cards."""
    assert deal.turn is not None
    hand = deal.hands[deal.turn]
    drawn = [
        cards(random.sample(list(hand), random.randint(1, len(hand)))) for _ in range(4)
    ]
    by_rank = [bytes(card for card in hand if card >> 2 == rank) for rank in range(13)]
    neighbours = [cards(random.sample(range(52), size)) for size in (1, 2)]
    legal = random.choice(deal.legal_plays())
    runs = [bytes(sorted(low + high)) for low, high in pairwise(by_rank)]
    return [b"", b"\x40", legal, legal + legal, *drawn, *by_rank, *runs, *neighbours]


@pytest.mark.parametrize("name", PRESETS_AND_MORE)
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 2**32), packet=st.sampled_from([1, 2, 4]))
def test_it_is_the_arenas_through_a_random_deal(
    name: str, seed: int, packet: int
) -> None:
    random, of = Random(seed), PRESETS_AND_MORE[name]
    packets = [range(at, at + packet) for at in range(0, 52, packet)]
    random.shuffle(packets)
    pack = [card for taken in packets for card in taken]
    deal = Deal(of, [cards(pack[at * 13 : at * 13 + 11]) for at in range(4)])
    while not deal.over:
        assert deal.turn is not None
        seen = seen_on_turn(deal, of)
        for tried in tries(deal, random):
            play = bytes(sorted(tried))
            ours, theirs = refusal(seen, play), deal.refusal(deal.turn, play)
            assert (ours and ours.code) == (theirs and theirs.value)
        deal.play(deal.turn, random.choice(deal.legal_plays()))


@pytest.mark.parametrize(
    ("seen", "play", "why"),
    [
        (view("3S"), "", "nothing lies on the table to pass on"),
        (view("3S", "4S", may_pass=False), "", "nobody passes out of turn"),
        (view("3S 4S"), "4S 2H", "the hand 3S 4S lacks 2H"),
        (view("3S 4S"), "3S 3S", "the hand 3S 4S lacks 3S"),
        (view("3S 4S"), "3S 4S", "the cards form nothing by these rules"),
        (view("3S 4S", must_include="3S"), "4S", "the opening must include 3S"),
        (view("3S 9H", "8D"), "3S", "it does not beat 8D"),
    ],
)
def test_it_is_said_with_the_cards_it_is_about(seen: View, play: str, why: str) -> None:
    refused = refusal(seen, parse_cards(play))
    assert refused is not None
    assert refused.why == why
