"""The second adjudicator holds every line of the rules' data.

It is only worth comparing with the arena's rules once it is known to be right
where the rules' page gives the answers.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.support.literal.combinations import PASS, Cards, read, write
from tests.support.literal.deal import LiteralDeal
from tests.support.literal.variants import rules_of

DATA = Path(
    os.environ.get("ARENA_CONFORMANCE_DIR")
    or Path(__file__).parents[1] / "conformance" / "data"
)

Case = dict[str, Any]


def situations() -> list[Case]:
    cases: list[Case] = json.loads((DATA / "situations.json").read_text("utf-8"))
    return cases


def playthroughs() -> list[Case]:
    lines = (DATA / "playthroughs.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def name_of(case: Case) -> str:
    rules = ",".join(f"{field}={value}" for field, value in case["rules"].items())
    return f"{case['variant']}-{len(case['hands'])}-{rules}"


def deal_of(case: Case) -> LiteralDeal:
    return LiteralDeal(
        rules_of(case["variant"], case["rules"]),
        [read(hand) for hand in case["hands"]],
        dealer=case["dealer"],
        leader=case["leader"],
        leftover=read(case["leftover"]),
    )


def action(text: str) -> Cards:
    return PASS if text == "pass" else read(text)


def observed(deal: LiteralDeal, field: str) -> Any:
    """Gives what the data may expect of a deal under `field`."""
    match field:
        case "table":
            return write(deal.table or ())
        case "legal":
            assert deal.turn is not None
            return len(deal.legal_actions(deal.turn))
        case _:
            return getattr(deal, field)


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"]) for case in situations()]
)
def test_situation_is_ruled_as_the_data_say(case: Case) -> None:
    deal = deal_of(case)
    for seat, text in case["actions"]:
        deal.play(seat, action(text))
    for text in case["accepts"]:
        assert deal.turn is not None
        assert deal.refusal(deal.turn, action(text)) is None, text
    for seat, text, code in case["refuses"]:
        assert deal.refusal(seat, action(text)) == code, text
    for field, value in case["expect"].items():
        assert observed(deal, field) == value, field


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=name_of(case)) for case in playthroughs()]
)
def test_playthrough_runs_as_the_data_say(case: Case) -> None:
    deal = deal_of(case)
    # No counts at all, or none for one action: the hand was too large to count.
    counts = case["legal"] or [None] * len(case["actions"])
    for number, (seat, text) in enumerate(case["actions"]):
        if counts[number] is not None:
            assert len(deal.legal_actions(seat)) == counts[number], number
        deal.play(seat, action(text))
    assert deal.over
    assert deal.finish == case["finish"]
    assert deal.payoff == case["payoff"]
