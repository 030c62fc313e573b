"""Plays found here are those the arena's own rules find."""

from itertools import combinations
from random import Random

import pytest
from arena_client.cards import parse_cards
from arena_client.plays import beats, classify, leads, legal_plays
from arena_client.rules import THIRTEEN, Rules, read_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game.combinations import classify as arena_classify
from arena.game.deal import Deal, Situation
from arena.game.variant import PRESETS, to_toml, variant
from tests.support.house_rules import PRESETS_AND_MORE


def clumped(random: Random, packs: int, seats: int) -> list[bytes]:
    """Hands dealt in packets from a sorted pack, so that bombs are common."""
    pack = [card for card in range(52) for _ in range(packs)]
    packets = [pack[at : at + 2] for at in range(0, len(pack), 2)]
    random.shuffle(packets)
    mixed = [card for packet in packets for card in packet]
    size = min(13, len(mixed) // seats)
    return [bytes(sorted(mixed[at * size : (at + 1) * size])) for at in range(seats)]


@pytest.mark.parametrize("name", PRESETS_AND_MORE)
@pytest.mark.parametrize("seats", [2, 4, 6])
@settings(deadline=None, max_examples=6)
@given(seed=st.integers(0, 2**32))
def test_legal_plays_are_the_arenas_through_a_random_deal(
    name: str, seats: int, seed: int
) -> None:
    random = Random(seed)
    rules = read_rules(to_toml(PRESETS_AND_MORE[name]))
    hands = clumped(random, 1 if seats <= 4 else 2, seats)
    # Ways to lead multiply with the cards; a few cards less keep this quick.
    deal = Deal(PRESETS_AND_MORE[name], [hand[-11:] for hand in hands])
    while not deal.over:
        assert deal.turn is not None
        plays = legal_plays(
            rules,
            deal.hands[deal.turn],
            deal.table.cards if deal.table else b"",
            must_include=deal.must_include,
            may_pass=deal.may_pass,
            same_kind=deal.situation is Situation.SOLO_RUN,
        )
        assert plays == deal.legal_plays()
        deal.play(deal.turn, random.choice(plays))


@pytest.mark.parametrize("name", PRESETS)
@settings(deadline=None, max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_every_subset_of_a_hand_is_what_the_arena_says(name: str, seed: int) -> None:
    rules = read_rules(to_toml(variant(name)))
    hand = clumped(Random(seed), 1, 4)[0][:9]
    found = set()
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            ours = classify(rules, bytes(cards))
            theirs = arena_classify(variant(name), bytes(cards))
            assert (ours is None) == (theirs is None)
            if ours and theirs:
                assert ours.shape == (theirs.size, theirs.length)
                assert ours.highest == theirs.highest
                if ours.shape.size < 4 or ours.shape.length == 1:
                    found.add(bytes(cards))
    assert set(leads(rules, hand)) == found


@pytest.mark.parametrize(
    ("play", "table", "expected"),
    [
        ("4S", "3H", True),
        ("3S", "3H", False),
        ("3S 3C 3D 3H", "2H", True),
        ("3S 3C 3D 3H", "AH", False),
        ("3S 3C 4S 4C 5S 5C", "2S", True),
        ("3S 3C 4S 4C 5S 5C 6S 6C", "2S", False),
        ("3S 3C 4S 4C 5S 5C 6S 6C", "2S 2H", True),
        ("2S", "3S 3C 3D 3H", False),
        ("3S 4S", "3C", False),
    ],
)
def test_exceptions_mean_exactly_the_length_they_name(
    play: str, table: str, expected: bool
) -> None:
    assert beats(THIRTEEN, parse_cards(play), parse_cards(table)) is expected


def test_a_solo_run_goes_higher_though_any_pair_beats_a_pair() -> None:
    rules, hand, table = Rules(any_pair=True), "3S 3C 9D 9H", parse_cards("6S 6H")
    answering = legal_plays(rules, parse_cards(hand), table)
    going_on = legal_plays(rules, parse_cards(hand), table, same_kind=True)
    assert [str(play) for play in answering] == ["3S 3C", "9D 9H"]
    assert [str(play) for play in going_on] == ["9D 9H"]


def test_rules_without_text_are_those_of_thirteen() -> None:
    assert read_rules("") == THIRTEEN == read_rules(to_toml(variant("thirteen")))


def test_an_exception_that_cannot_be_read_is_left_out() -> None:
    rules = read_rules('exceptions = ["quad > single 2", "full house > flush"]')
    assert len(rules.exceptions) == 1
