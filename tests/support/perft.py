"""Counting action sequences, as chess programs count theirs to check themselves.

`python -m tests.support.perft` prints the table of `tests/game/data/perft.json`
anew, in which each line is a deal and the numbers of sequences to depth 1, 2, ….
"""

import json
import sys
from random import Random

from arena.game.cards import format_cards, parse_cards
from arena.game.deal import Deal
from arena.game.variant import PRESETS, variant, with_rules
from tests.support.positions import random_deal

MOST_SEQUENCES = 6_000
AT_THREE: dict[str, object] = {"seats": "any"}
TABLES: list[tuple[str, dict[str, object], int, int]] = [
    *((name, {}, 4, 1) for name in PRESETS),
    *((name, AT_THREE, 3, 4) for name in PRESETS),
    ("thirteen", {"hand": 3}, 4, 2),
    ("justus-pang", {"hand": 4}, 3, 2),
    ("viet-cong", {"hand": "equal"}, 2, 4),
    ("tien-len", {}, 2, 1),
    ("tien-len", {"hand": "equal", "packs": 1}, 5, 1),
    ("tien-len", {"equal_cards": "forbidden"}, 5, 2),
    ("tien-len", {"equal_cards": "later"}, 6, 3),
    ("tien-len", {"equal_cards": "unmatched"}, 8, 3),
    ("tien-len", {"hand": 4, "packs": 2, "equal_cards": "unmatched"}, 2, 8),
    ("thirteen", {"out_of_turn": True}, 4, 2),
]
"""Variant, rules that differ, seats, and how many cards stick together."""


def perft(deal: Deal, depth: int) -> int:
    """Counts the sequences of legal actions of a length, out of turn included."""
    if depth == 0 or deal.over:
        return int(depth == 0)
    actions = [
        (seat, cards)
        for seat in range(deal.seats)
        if deal.may_act(seat)
        for cards in deal.legal_plays(seat)
    ]
    if depth == 1:
        return len(actions)
    total = 0
    for seat, cards in actions:
        after = deal.copy()
        after.play(seat, cards)
        total += perft(after, depth - 1)
    return total


def begin(line: dict[str, object]) -> Deal:
    """Sets up the deal of a line of the table."""
    hands = line["hands"]
    rules = line["rules"]
    dealer = line["dealer"]
    assert isinstance(hands, list)
    assert isinstance(rules, dict)
    assert isinstance(dealer, int)
    return Deal(
        with_rules(variant(str(line["variant"])), rules),
        [parse_cards(hand) for hand in hands],
        dealer=dealer,
        leftover=parse_cards(str(line["leftover"])),
    )


def main() -> None:
    """Prints the table, each line as deep as the bound on sequences allows."""
    rng = Random(1300)
    lines = []
    for name, rules, seats, packets in TABLES:
        house = with_rules(variant(name), rules)
        deal = random_deal(house, seats, rng, packets=packets)
        while deal.over:
            deal = random_deal(house, seats, rng, packets=packets)
        counts: list[int] = []
        while len(counts) < 12 and (not counts or 0 < counts[-1] <= MOST_SEQUENCES):
            counts.append(perft(deal, len(counts) + 1))
        lines.append(
            {
                "variant": name,
                "rules": rules,
                "hands": [format_cards(hand) for hand in deal.hands],
                "dealer": deal.dealer,
                "leftover": "",
                "sequences": counts,
            }
        )
    sys.stdout.write("[\n" + ",\n".join(map(json.dumps, lines)) + "\n]\n")


if __name__ == "__main__":
    main()
