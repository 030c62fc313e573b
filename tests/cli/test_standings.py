"""`arena standings`."""

import json
from dataclasses import replace
from pathlib import Path

from arena.tournament.standings import Standing

from arena.cli.standings_table import standings_notes
from tests.support.cli import Arena
from tests.support.played import NAMES, play_spring

FIELDS = {
    "rank",
    "entrant",
    "rating",
    "low",
    "high",
    "boards",
    "deals",
    "points_per_board",
    "average_place",
    "forfeits",
}


def test_json_is_a_list_with_an_object_for_each_entrant(spring: Arena) -> None:
    ran = spring("standings", "spring", "--json")
    assert ran.code == 0
    lines = json.loads(ran.out)
    assert {line["entrant"] for line in lines} == set(NAMES)
    assert all(set(line) >= FIELDS for line in lines)
    assert [line["rank"] for line in lines] == [1, 2, 3, 4]


def test_json_counts_what_was_played(spring: Arena) -> None:
    lines = json.loads(spring("standings", "--json").out)
    dan = next(line for line in lines if line["entrant"] == "dan")
    assert (dan["boards"], dan["deals"], dan["forfeits"]) == (4, 16, 8)


def test_the_table_has_a_line_for_each_entrant_and_is_not_folded(
    spring: Arena,
) -> None:
    heading, *lines = spring("standings").out.splitlines()
    assert heading.split()[:3] == ["rank", "entrant", "rating"]
    assert sorted(line.split()[1] for line in lines) == sorted(NAMES)


def test_what_is_no_data_goes_to_stderr(spring: Arena) -> None:
    ran = spring("standings")
    assert ran.err.startswith("spring: 2 of 2 rounds\n")
    assert "provisional" in ran.err
    assert "provisional" not in ran.out


def test_a_running_tournament_is_said_to_be_one(arena: Arena, tmp_path: Path) -> None:
    play_spring(tmp_path / "arena.db", rounds=1)
    assert arena("standings").err.startswith("spring: 1 of 2 rounds, running\n")


def test_a_withdrawn_entrant_is_noted_with_its_reason_and_output() -> None:
    line = Standing(
        rank=1,
        entrant="dan",
        rating=None,
        low=None,
        high=None,
        provisional=True,
        boards=0,
        deals=0,
        points_per_board=None,
        average_place=None,
        forfeits=10,
        withdrawn="10 forfeits, the last: flag_fall",
    )
    output = Path("bot-output/spring/dan.log")
    assert standings_notes([line], {"dan": output}) == [
        f"withdrawn: dan: 10 forfeits, the last: flag_fall; its output: {output}"
    ]
    assert standings_notes([replace(line, withdrawn="")]) == []
