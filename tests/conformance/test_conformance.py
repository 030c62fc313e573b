"""Every line of the rules' data files, played through the deal machine.

`ARENA_CONFORMANCE_DIR` names another folder to read the same two files from.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from arena.errors import IllegalActionError
from arena.game.cards import format_cards, parse_action, parse_cards
from arena.game.deal import Deal
from arena.game.variant import variant, with_rules

DATA = Path(os.environ.get("ARENA_CONFORMANCE_DIR") or Path(__file__).parent / "data")
SITUATIONS = json.loads((DATA / "situations.json").read_text("utf-8"))
PLAYTHROUGHS = [
    json.loads(line)
    for line in (DATA / "playthroughs.jsonl").read_text("utf-8").splitlines()
    if line.strip()
]


def begin(case: dict[str, Any]) -> Deal:
    return Deal(
        with_rules(variant(case["variant"]), case["rules"]),
        [parse_cards(hand) for hand in case["hands"]],
        dealer=case["dealer"],
        leader=case["leader"],
        leftover=parse_cards(case["leftover"]),
    )


def observed(deal: Deal, field: str) -> object:
    match field:
        case "turn" | "owner" | "over":
            return getattr(deal, field)
        case "table":
            return format_cards(deal.table.cards) if deal.table else ""
        case "finish":
            return [list(group) for group in deal.finish]
        case "payoff":
            return list(deal.payoff)
        case "legal":
            return len(deal.legal_plays())
        case _:
            raise AssertionError(field)


@pytest.mark.parametrize("case", SITUATIONS, ids=[case["id"] for case in SITUATIONS])
def test_situation(case: dict[str, Any]) -> None:
    deal = begin(case)
    for seat, action in case["actions"]:
        deal.play(seat, parse_action(action))
    for field, value in case["expect"].items():
        assert observed(deal, field) == value, field
    for action in case["accepts"]:
        assert deal.turn is not None
        assert deal.refusal(deal.turn, parse_action(action)) is None, action
        assert parse_action(action) in deal.legal_plays()
    for seat, action, code in case["refuses"]:
        with pytest.raises(IllegalActionError) as refused:
            deal.play(seat, parse_action(action))
        assert refused.value.code == code, action
        assert parse_action(action) not in deal.legal_plays(seat)


@pytest.mark.parametrize("number", range(len(PLAYTHROUGHS)))
def test_playthrough(number: int) -> None:
    case = PLAYTHROUGHS[number]
    deal = begin(case)
    legal = case["legal"] or [None] * len(case["actions"])
    assert len(legal) == len(case["actions"])
    for (seat, text), count in zip(case["actions"], legal, strict=True):
        action = parse_action(text)
        if count is not None:
            plays = deal.legal_plays(seat)
            assert len(plays) == len(set(plays)) == count, (seat, text)
            assert action in plays
        if seat == deal.turn:
            assert not deal.forced_pass() or not action
        deal.play(seat, action)
    assert deal.over
    assert observed(deal, "finish") == case["finish"]
    assert observed(deal, "payoff") == case["payoff"]
