"""The arena's rules and the literal ones agree, action by action.

Every variant and every override, every table from two to eight, on deals where
twos and bombs are common. Seeds are fixed, so that a run is the same everywhere,
and a failure prints the whole case. `ARENA_DIFFERENTIAL_DEALS` multiplies the
number of deals (default 1).
"""

import os
from collections import Counter
from random import Random

import pytest

from arena.game.combinations import Kind, classify
from arena.game.combinations import beats as arena_beats
from arena.game.refusal import Refusal
from arena.game.variant import Variant, packs_for, variant, with_rules
from tests.support.house_rules import OVERRIDES, Overrides, anything
from tests.support.literal.beating import beats, combinations_in, kind, shape
from tests.support.literal.combinations import TWO
from tests.support.literal.deals import OddDeal, odd_deal, pack, twins, twos_and_bomb
from tests.support.literal.variants import VARIANTS, rules_of
from tests.support.side_by_side import SideBySide, some_choice, to_arena, what_is_met

DEALS = int(os.environ.get("ARENA_DIFFERENTIAL_DEALS", "1"))
TABLES = range(2, 9)


def start(
    name: str, overrides: Overrides, seed: str, odd: OddDeal, played: Variant
) -> SideBySide:
    label = {"seed": seed, "variant": name, "rules": overrides}
    both = SideBySide(played, rules_of(name, overrides), odd, label)
    both.check()
    return both


def play_on(both: SideBySide, rng: Random) -> None:
    both.check_choices(rng)
    while not both.literal.over:
        both.play(*some_choice(rng, both.literal))
        both.check_choices(rng)


def play_one(name: str, overrides: Overrides, seats: int, seed: str) -> Counter[str]:
    """Plays one deal in both and gives what was met on the way."""
    rng = Random(seed)
    played = with_rules(variant(name), overrides)
    odd = odd_deal(rng, seats, packs_for(played, seats))
    both = start(name, overrides, seed, odd, played)
    play_on(both, rng)
    return both.met


@pytest.mark.parametrize("seats", TABLES)
@pytest.mark.parametrize("name", VARIANTS)
def test_adjudicators_agree_on_a_variant(name: str, seats: int) -> None:
    for number in range(2 * DEALS):
        play_one(name, {}, seats, f"{name} {seats} {number}")


@pytest.mark.parametrize("seats", TABLES)
@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        pytest.param(name, overrides, id=f"{name}-{'-'.join(overrides)}-{number}")
        for number, (name, overrides) in enumerate(OVERRIDES)
    ],
)
def test_adjudicators_agree_under_an_override(
    name: str, overrides: Overrides, seats: int
) -> None:
    for number in range(DEALS):
        play_one(name, overrides, seats, f"{name} {overrides} {seats} {number}")


def test_adjudicators_agree_when_five_share_one_pack() -> None:
    for number in range(2 * DEALS):
        play_one("thirteen", {"packs": 1, "hand": "equal"}, 5, f"five {number}")


@pytest.mark.parametrize("seats", TABLES)
def test_adjudicators_agree_under_any_house_rules(seats: int) -> None:
    for number in range(6 * DEALS):
        seed = f"anything {seats} {number}"
        play_one(*anything(Random(seed)), seats, seed)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (name, sentence)
        for name, rules in VARIANTS.items()
        for sentence in rules["exceptions"]
    ],
)
def test_adjudicators_agree_on_each_exception(name: str, sentence: str) -> None:
    """The leader leads twos and the other beats them by just this exception."""
    beater, beaten = (shape(words)[0] for words in sentence.split(" > "))
    twos = {"single": 1, "pair": 2, "triple": 3}[beaten[0]]
    bomb = ({"quad": 4, "quad run": 4, "pair run": 2}[beater[0]], beater[1])
    for number in range(DEALS):
        seed = f"{name} {sentence} {number}"
        rng = Random(seed)
        odd = twos_and_bomb(rng, twos, bomb)
        both = start(name, {}, seed, odd, variant(name))
        held = [card for card in odd.hands[0] if card[0] == TWO]
        both.check_choices(rng)
        both.play(0, tuple(held[:twos]))
        both.check_choices(rng)
        answers = [
            cards
            for cards in sorted(both.literal.legal_actions(1))
            if sentence in what_is_met(both.literal, 1, cards)
        ]
        both.play(1, rng.choice(answers))
        play_on(both, rng)


@pytest.mark.parametrize("equal_cards", ["forbidden", "later", "unmatched"])
@pytest.mark.parametrize("name", VARIANTS)
def test_adjudicators_agree_on_what_beats_what(name: str, equal_cards: str) -> None:
    """Combinations of two near twins, each against each."""
    overrides = {"equal_cards": equal_cards, "packs": 2}
    rules, played = rules_of(name, overrides), with_rules(variant(name), overrides)
    for number in range(3 * DEALS):
        rng = Random(f"beats {name} {equal_cards} {number}")
        (one, two), _ = twins(rng, 2, 2)
        for new in combinations_in(tuple(sorted(one)), rules):
            mine = classify(played, to_arena(new))
            assert mine is not None
            assert (spoken(mine.kind), mine.length) == kind(new, rules)
            for table in combinations_in(tuple(sorted(two)), rules):
                theirs = classify(played, to_arena(table))
                assert theirs is not None
                ruling = arena_beats(played, mine, theirs)
                assert ruling == beats(new, table, rules), (new, table)


def spoken(kind_of_arena: Kind) -> str:
    return kind_of_arena.name.lower().replace("_", " ")


@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize("twos", range(3, 9))
def test_adjudicators_agree_on_who_wins_with_four_twos(twos: int, dealer: int) -> None:
    """One seat holds so many twos of two packs, the next the rest of them."""
    cards = [card for card in pack(2) if card[0] == TWO]
    hands = (tuple(cards[:twos]), ((0, 0), *cards[twos:]), ((0, 1), (0, 2)))
    seed = f"four twos {twos} {dealer}"
    overrides = {"packs": 2}
    played = with_rules(variant("viet-cong"), overrides)
    odd = OddDeal(hands, dealer, leader=None, leftover=())
    play_on(start("viet-cong", overrides, seed, odd, played), Random(seed))


def test_the_compared_deals_meet_every_ruling_and_what_is_rare() -> None:
    """Under house rules with everything in them, for as many deals as it takes."""
    overrides = {
        "out_of_turn": True,
        "equal_cards": "later",
        "packs": 2,
        "exceptions": VARIANTS["viet-cong"]["exceptions"],
    }
    wanted = {f"ruling {refusal.value}" for refusal in Refusal}
    wanted |= {"ruling None", "hand on", "solo", "out of turn", "equal"}
    number = 0
    while wanted:
        assert number < 200, f"not met: {wanted}"
        seed = f"scarce {number}"
        wanted -= set(play_one("justus-pang", overrides, 2 + number % 3, seed))
        number += 1
