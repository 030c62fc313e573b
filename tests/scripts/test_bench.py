"""`scripts/bench`: what it prints, not how fast anything was."""

import inspect
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from time import process_time

import pytest

from arena.game.memo import Memo
from scripts.benches.arena_groups import GROUPS, OTHER, RULES, group_of
from scripts.benches.bot_cpu import bots_of, cpu_of
from scripts.benches.bots import Unavailable, command_of
from scripts.benches.measure import Spread, ratio, significant, take_turns
from scripts.benches.payloads import DEALS, first_play, prompts

BENCH = Path(__file__).parents[2] / "scripts" / "bench"

THREADS = ("gRPC: threads of its own", "record: threads that write to the database")
"""The parts of the arena's time that no look charges."""


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


def test_wire_prints_one_object_with_what_each_side_passed() -> None:
    tiny = ("--rounds", "1", "--seconds", "0.3", "--tables", "4")
    result = json.loads(bench("wire", "--json", "--no-compiled", *tiny))
    assert result["bench"] == "wire"
    assert set(result["sides"]) == {"arena_minimal", "ping_pong", "ceiling"}
    for side in result["sides"].values():
        assert side["decisions"] > 0
        assert 0 < side["low"] <= side["median"] <= side["high"]
        assert side["cpu_us"]["low"] > 0
    assert result["ratio"] == result["ratios"]["arena_minimal"]["ping_pong"]
    ratio = result["sides"]["arena_minimal"]["median"]
    ratio /= result["sides"]["ping_pong"]["median"]
    assert result["ratio"]["median"] == pytest.approx(ratio, rel=0.01)


def test_wire_shows_where_the_time_goes_with_bots_of_the_sdk() -> None:
    tiny = ("--rounds", "1", "--seconds", "0.3", "--tables", "4")
    printed = bench("wire", "--no-compiled", "--bot", "sdk", "--profile", *tiny)
    assert "the same with the SDK" in printed
    lines = printed.splitlines()
    rows = [
        next(line for line in lines if line.startswith(called)).removeprefix(called)
        for called in (*dict(GROUPS).values(), *THREADS)
    ]
    costs, shares = zip(*(row.split() for row in rows), strict=True)
    # Which parts the looks of so short a time hit is chance; that they hit is not.
    assert sum(map(float, costs)) > 0
    assert all(float(cost) >= 0 for cost in costs[: -len(THREADS)])
    assert sum(int(share.removesuffix("%")) for share in shares) == pytest.approx(
        100, abs=len(rows) / 2
    )


def test_latency_prints_one_object_with_median_and_99th_percentile() -> None:
    tiny = ("--no-compiled", "--rounds", "1", "--seconds", "0.5")
    result = json.loads(bench("latency", "--json", *tiny))
    assert result["bench"] == "latency"
    assert result["ratio"] == result["ratios"]["median"]
    for side in result["sides"].values():
        assert side["decisions"] > 0
        assert 0 < side["median"]["median"] <= side["p99"]["median"]


def test_sdk_prints_one_object_with_what_both_bots_cost() -> None:
    tiny = ("--rounds", "1", "--seconds", "0.5", "--tables", "4")
    result = json.loads(bench("sdk", "--json", *tiny))
    assert result["bench"] == "sdk"
    assert result["tables"] == {"many": 4, "single": 1}
    assert result["ratio"] == result["ratios"]["many"]
    for size, costs in result["sides"].items():
        assert costs["minimal"]["low"] > 0
        times = costs["sdk"]["median"] / costs["minimal"]["median"]
        assert result["ratios"][size]["median"] == pytest.approx(times, rel=0.01)


def test_a_bots_process_is_told_from_its_keeper_and_its_cpu_grows() -> None:
    # The bot says itself that it runs: before that it has no command yet.
    bot = [sys.executable, "-c", "import sys; print(flush=True); sys.stdin.read()"]
    keep = f"import subprocess; subprocess.run({bot})"
    with subprocess.Popen(
        [sys.executable, "-c", keep],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as keeper:
        assert keeper.stdout is not None
        keeper.stdout.read(1)
        ((process, command),) = bots_of(os.getpid())
        assert process != keeper.pid
        assert command == " ".join(bot)
        assert cpu_of(process) > 0
    with pytest.raises(OSError, match="nvalid"):
        cpu_of(process)


def test_the_cpu_of_a_process_is_what_it_says_itself() -> None:
    before = cpu_of(os.getpid())
    assert before <= process_time() <= cpu_of(os.getpid())


def test_without_go_the_bench_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Unavailable, match="apt install golang"):
        command_of("go", 4)


def test_the_yardsticks_carry_whole_deals_of_prompts() -> None:
    asked = prompts()
    deals = {prompt.table_id for prompt in asked}
    assert len(deals) == DEALS
    for prompt in asked:
        assert first_play(prompt) in prompt.legal_plays
        assert set(first_play(prompt)) <= set(prompt.hand)


def test_time_is_charged_to_the_innermost_part_that_tells() -> None:
    def called_back(_: object) -> str:
        return group_of(inspect.currentframe() or pytest.fail("no frames"))

    # This file belongs to no part, so the time is that of whoever has called it.
    memo = Memo(called_back, limit=1)
    assert memo[b""] == RULES
    assert called_back(None) == OTHER


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


def test_swiss_prints_one_object_with_its_ratios() -> None:
    words = ("--rounds", "2", "--entrants", "40", "--tables", "400")
    result = json.loads(bench("swiss", "--json", *words))
    assert result["bench"] == "swiss"
    assert result["ratio"] == result["ratios"][result["ratio_to"].split("_")[0]]
    assert (result["entrants"], result["tables"]) == (40, 400)
    assert len(result["pairings"]) == result["swiss_rounds"]
    for side in ("pairing", "pairing_tenth", "rating", "rating_tenth", "standings"):
        figures = result["sides"][side]
        assert 0 < figures["low"] <= figures["median"] <= figures["high"]
    assert ("choix" in result["ratios"]) == (result["versions"]["choix"] is not None)
    assert "aim: " in bench("swiss", *words)


def test_store_prints_one_object_with_its_ratios(tmp_path: Path) -> None:
    words = ("--rounds", "2", "--commits", "2", "--folder", str(tmp_path))
    result = json.loads(bench("store", "--json", *words))
    assert result["bench"] == "store"
    assert result["ratio"] == result["ratios"]["shared"]
    for what in ("single", "shared", "busy", "read"):
        assert result["ratios"][what]["low"] > 0
        for side in ("arena", "bare"):
            figures = result["sides"][f"{side}_{what}"]
            assert 0 < figures["low"] <= figures["median"] <= figures["high"]
    assert list(tmp_path.iterdir()) == [], "nothing is left on the disk"
    assert "times as long" in bench("store", *words)


@pytest.mark.slow
def test_a_long_run_is_told_by_tenths_and_gone_through(tmp_path: Path) -> None:
    words = ("--rotations", "80", "--folder", str(tmp_path))
    result = json.loads(bench("store", "--json", *words))
    assert (result["bench"], result["rotations"]) == ("store", 80)
    assert [tenth["rotations"] for tenth in result["tenths"]] == [*range(8, 81, 8)]
    assert all(tenth["memory"] > 0 < tenth["rate"] for tenth in result["tenths"])
    assert 0 < result["records_per_rotation"] < result["database_per_rotation"]
    assert set(result["passages"]) == {
        f"{command}{of}"
        for command in ("export", "verify")
        for of in ("", " of a tenth")
    }
    assert all(passage["peak"] > 0 for passage in result["passages"].values())


@pytest.mark.slow
def test_scale_prints_one_object_with_its_ratio() -> None:
    sizes = ("--few", "4", "--bots", "12", "--processes", "2")
    result = json.loads(
        bench(
            "scale",
            "--json",
            "--no-compiled",
            "--rounds",
            "1",
            "--seconds",
            "0.5",
            *sizes,
        )
    )
    assert (result["bench"], result["bots"]) == ("scale", {"few": 4, "many": 12})
    few, many = result["sides"]["few"], result["sides"]["many"]
    assert result["ratio"]["median"] == pytest.approx(
        many["median"] / few["median"], rel=0.01
    )
    for side in (few, many):
        assert side["rate"]["median"] > 0
        assert side["pause"]["median"] >= 0
        # So few bots may fit into memory that the arena has had before.
        assert {"median", "low", "high"} == set(side["connected"])
