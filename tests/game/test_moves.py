"""The plays of a hand against a slow search over all of its subsets."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game.cards import format_cards, parse_cards
from arena.game.combinations import Kind, beats, classify, outranks
from arena.game.moves import moves_of
from arena.game.variant import PRESETS, Variant, variant, with_rules

RULES = [
    *PRESETS.values(),
    with_rules(variant("thirteen"), {"equal_cards": "later"}),
    with_rules(variant("vpered"), {"equal_cards": "unmatched"}),
    with_rules(
        variant("thirteen"),
        {
            "exceptions": [
                "single 2 > quad",
                "pair > pair of 2s",
                "triple of 4s > any single",
                "run of 3 > triple of 2s",
                "quad run of 2 > any single",
            ]
        },
    ),
]


def clumped_hand(rng: Random, size: int) -> bytes:
    """Draws from few ranks of two packs, so that most kinds come up."""
    ranks = sorted(rng.sample(range(13), 5)) if rng.random() < 0.3 else range(8, 13)
    pack = [4 * rank + suit for rank in ranks for suit in range(4)] * 2
    return bytes(sorted(rng.sample(pack, size)))


def subsets(hand: bytes) -> list[bytes]:
    found = {
        bytes(chosen)
        for size in range(1, len(hand) + 1)
        for chosen in combinations(hand, size)
    }
    return sorted(found, key=lambda play: (len(play), play))


@pytest.mark.parametrize("number", range(len(RULES)))
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_plays_are_those_that_a_search_over_all_subsets_finds(
    number: int, seed: int
) -> None:
    rng = Random(seed)
    rules = RULES[number]
    moves = moves_of(rules)
    hand = clumped_hand(rng, 10)
    forms = [(p, c) for p in subsets(hand) if (c := classify(rules, p)) is not None]
    assert moves.leads(hand) == [p for p, c in forms if c.kind is not Kind.QUAD_RUN]
    assert moves.count_leads(hand) == len(moves.leads(hand))
    for _ in range(6):
        table = classify(rules, rng.choice(moves.leads(clumped_hand(rng, 10))))
        assert table is not None
        answers = [p for p, c in forms if beats(rules, c, table)]
        assert moves.answers(hand, table) == answers
        assert moves.can_answer(hand, table) == bool(answers)
        higher = [p for p, c in forms if outranks(rules, c, table)]
        assert moves.higher(hand, table) == higher
        assert moves.can_go_higher(hand, table) == bool(higher)


def leads(hand: str, rules: Variant) -> list[str]:
    return [format_cards(play) for play in moves_of(rules).leads(parse_cards(hand))]


def test_leads_come_by_number_of_cards_and_then_by_cards() -> None:
    assert leads("3S 3D 4C 5S", variant("thirteen")) == [
        "3S",
        "3D",
        "4C",
        "5S",
        "3S 3D",
        "3S 4C 5S",
        "3D 4C 5S",
    ]


def test_a_card_held_twice_is_listed_once() -> None:
    assert leads("7H 7H", variant("thirteen")) == ["7H", "7H 7H"]


def test_a_bomb_is_found_where_it_answers_only() -> None:
    moves = moves_of(variant("thirteen"))
    hand = parse_cards("4S 4C 4D 4H 5S")
    two = classify(variant("thirteen"), parse_cards("2H"))
    ace = classify(variant("thirteen"), parse_cards("AH"))
    assert two is not None
    assert ace is not None
    assert moves.answers(hand, two) == [parse_cards("4S 4C 4D 4H")]
    assert moves.answers(hand, ace) == []
    assert not moves.can_answer(hand, ace)
