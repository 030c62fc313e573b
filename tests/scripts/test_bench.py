"""`scripts/bench`: what it prints, not how fast anything was."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

from scripts.benches.measure import Spread, ratio, significant, take_turns

BENCH = Path(__file__).parents[2] / "scripts" / "bench"


def bench(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, BENCH, *words], check=True, capture_output=True, text=True
    )
    return done.stdout


def test_rules_prints_one_object_with_its_ratios() -> None:
    result = json.loads(bench("rules", "--json", "--rounds", "2", "--seconds", "0.02"))
    assert result["bench"] == "rules"
    arena = result["sides"]["arena"]
    assert 0 < arena["low"] <= arena["median"] <= arena["high"]
    assert arena["decisions"] > arena["deals"] > 0
    for peer, version in result["versions"].items():
        assert (peer in result["ratios"]) == (version is not None)
    if result["ratio"] is None:
        assert not result["ratios"]
    else:
        assert result["ratio"] == result["ratios"][result["ratio_to"]]


def test_rules_says_what_can_be_installed_and_where_the_time_goes() -> None:
    printed = bench("rules", "--profile", "--rounds", "1", "--seconds", "0.02")
    for peer in ("rlcard", "open_spiel"):
        assert f"pip install {peer}" in printed or "aim: " in printed
    for step in ("list leads", "list answers to a single", "play cards"):
        assert step in printed


def test_a_ratio_is_taken_within_each_round() -> None:
    assert ratio([2.0, 12.0, 3.0], [1.0, 3.0, 1.0]) == Spread(3.0, 2.0, 4.0)


def test_each_side_has_its_turn_in_every_round_and_none_is_always_first() -> None:
    order: list[str] = []

    def side(name: str) -> float:
        order.append(name)
        return float(len(order))

    taken = take_turns({name: partial(side, name) for name in "abc"}, 3)
    assert order == list("abcbcacab")
    assert taken == {"a": [1.0, 6.0, 8.0], "b": [2.0, 4.0, 9.0], "c": [3.0, 5.0, 7.0]}


def test_numbers_are_printed_with_three_digits() -> None:
    numbers = (0.21345, 2.4, 99.96, 54321.0)
    assert [significant(number) for number in numbers] == [
        "0.213",
        "2.40",
        "100",
        "54,300",
    ]
