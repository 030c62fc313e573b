"""`arena standings`."""

import io
import json
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from arena.cli.standings_table import standings_notes, standings_table
from arena.tournament.standings import Standing
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
    ranks = [line["rank"] for line in lines]
    assert ranks[0] == 1
    assert ranks == sorted(ranks)


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


LINE = Standing(
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


def shown(*lines: Standing) -> str:
    console = Console(file=io.StringIO(), width=120)
    console.print(standings_table(lines))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_what_is_undefined_is_shown_as_undefined() -> None:
    assert shown(LINE).splitlines()[1].split() == [
        *("1", "dan", "–", "0", "0", "–", "–", "10"),
    ]


def test_a_rating_is_shown_with_half_its_interval() -> None:
    line = replace(LINE, rating=20.4, low=-14.6, high=55.4)
    assert "20 ± 35 ?" in shown(line)
    assert "20 ± 35  " in shown(replace(line, provisional=False))


def test_a_rating_of_next_to_nothing_has_no_sign_and_the_anchor_no_interval() -> None:
    line = replace(LINE, rating=-0.2, low=-35.2, high=34.8)
    assert " 0 ± 35 ?" in shown(line)
    assert "±" not in shown(replace(LINE, rating=0.0, low=0.0, high=0.0))


def test_groups_that_have_not_met_are_told_apart() -> None:
    lines = [replace(LINE, group=1), replace(LINE, entrant="bob", group=2)]
    assert "group" in shown(*lines)
    assert "group" not in shown(lines[0])
    assert standings_notes(lines)[0].startswith("ratings compare only within a group")


def test_a_withdrawn_entrant_is_noted_with_its_reason_and_output() -> None:
    output = Path("bot-output/spring/dan.log")
    assert standings_notes([LINE], {"dan": output}) == [
        f"withdrawn: dan: 10 forfeits, the last: flag_fall; its output: {output}"
    ]
    assert standings_notes([replace(LINE, withdrawn=None)]) == []
