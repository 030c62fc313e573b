"""How many combinations one pack has, against known numbers.

Up to 100,000 of a kind and length are listed from the whole pack. Of the others,
which would fill the memory, those of two suits alone are listed: a run of n has
2^n times as many choices with four suits, since each rank doubles them.
"""

import json
from pathlib import Path

import pytest

from arena.game.cards import PACK_SIZE
from arena.game.combinations import Kind, classify
from arena.game.moves import Moves
from arena.game.variant import variant

COUNTS = json.loads(
    (Path(__file__).parent / "data" / "combination_counts.json").read_text("utf-8")
)
VARIANTS = {"twos_in_runs": "thirteen", "no_twos_in_runs": "justus-pang"}
SIZES = {"single": 1, "pair": 2, "triple": 3, "quad": 4, "run": 1, "pair_run": 2}
PACK = bytes(range(PACK_SIZE))
TWO_SUITS = bytes(card for card in PACK if card & 3 in {0, 3})
MOST_LISTED = 100_000


def listed(rules: str, kind: str, length: int, hand: bytes) -> list[bytes]:
    moves = Moves(variant(VARIANTS[rules]))
    return moves.holdings[hand].plays(SIZES[kind], length)


@pytest.mark.parametrize(
    ("rules", "kind", "length", "count"),
    [
        (rules, kind, int(length), count)
        for rules in VARIANTS
        for kind, counts in COUNTS[rules].items()
        for length, count in counts.items()
    ],
)
def test_number_of_combinations_in_a_pack(
    rules: str, kind: str, length: int, count: int
) -> None:
    by_suits = kind == "run" and count > MOST_LISTED
    plays = listed(rules, kind, length, TWO_SUITS if by_suits else PACK)
    assert len(plays) * (2**length if by_suits else 1) == count
    assert len(set(plays)) == len(plays)
    for play in plays[:: 1 + len(plays) // 20]:
        combination = classify(variant(VARIANTS[rules]), play)
        assert combination is not None
        assert combination.kind is Kind[kind.upper()]
        assert combination.length == length


@pytest.mark.parametrize("rules", VARIANTS)
def test_number_of_runs_in_all(rules: str) -> None:
    assert sum(COUNTS[rules]["run"].values()) == COUNTS["runs_in_all"][rules]
