"""`arena tournament show`."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from arena.cli import tournament_show
from arena.cli.forfeit_text import forfeit_text
from arena.cli.thinking_table import thinking_table
from arena.dealing import commitment
from arena.director.thinking import Thinking
from arena.game.cards import parse_cards
from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.store.repository import Repository
from arena.store.rows import FinishedRotation, ForfeitRow, RecordKey, RotationKey
from tests.support.cli import Arena
from tests.support.played import CONFIG, SEED, play_spring


def test_show_has_everything_about_a_finished_tournament(spring: Arena) -> None:
    shown = spring("tournament", "show", "spring").out
    for fact in (
        "finished, 2 of 2 rounds",
        "2 boards in 4 rotations of 1 deal",
        SEED.hex(),
        "joins by itself",
        "arena-bot lowest",
        "table 1  ann, bob, cat, dan",
        "forfeits: 8",
        "illegal answer",
        "received bytes ff; it held ",
        " against ",
    ):
        assert fact in shown


def test_show_has_the_command_that_shows_the_deal_of_each_forfeit(
    spring: Arena,
) -> None:
    shown = spring("tournament", "show", "spring").out.splitlines()
    commands = [line.split() for line in shown if "arena replay" in line]
    assert len(commands) == 8
    for command in commands:
        replayed = spring(*command[1:])
        assert (replayed.code, replayed.err) == (0, "")
        assert "dan  forfeits the deal at turn " in replayed.out


def test_show_names_the_database_where_it_has_to_be_named(
    arena: Arena, played: Path
) -> None:
    shown = arena("tournament", "show", "--database", f"sqlite:///{played}").out
    command = (
        "arena replay spring --round 1 --table 1 --board 1 --rotation 1"
        f" --database sqlite:///{played}"
    )
    assert command in shown


def test_show_says_how_to_see_more_forfeits_than_the_first(
    arena: Arena, tmp_path: Path
) -> None:
    url = play_spring(tmp_path / "arena.db", forfeiter="dan")
    key = RotationKey(1, 1, 1, 1)
    more = [
        ForfeitRow(key, deal, 0, "dan", 1, "illegal_answer") for deal in range(5, 9)
    ]
    with Repository.open(url) as repository, repository.claim("spring"):
        outcomes = [replace(o, deal=0) for o in repository.outcomes("spring")[:1]]
        (row,) = repository.record_rows("spring", limit=1)
        late = replace(key, board=9)
        repository.save_rotations(
            "spring",
            [
                FinishedRotation(
                    late,
                    [replace(outcomes[0], board=9)],
                    [row.line],
                    [
                        replace(one, key=late, deal=0, seat=n)
                        for n, one in enumerate(more)
                    ],
                )
            ],
        )
    shown = arena("tournament", "show", "spring").out
    assert "forfeits: 12" in shown
    assert "  and 2 more: arena tournament show spring --all-forfeits" in shown
    every = arena("tournament", "show", "spring", "--all-forfeits").out
    assert every.count("arena replay spring") == 12
    assert "more:" not in every
    of_one = arena("tournament", "show", "spring", "--entrant", "dan").out
    command = "arena tournament show spring --all-forfeits --entrant=dan"
    assert f"  and 2 more: {command}" in of_one


def test_show_has_the_forfeits_of_one_entrant(arena: Arena, tmp_path: Path) -> None:
    play_spring(tmp_path / "arena.db", forfeiter="dan")
    of_one = arena("tournament", "show", "--entrant", "dan").out
    assert "forfeits of dan: 8" in of_one
    assert of_one.count("arena replay spring") == 8
    of_another = arena("tournament", "show", "--entrant", "ann").out
    assert "forfeits of ann: 0" in of_another
    assert "arena replay" not in of_another
    unknown = arena("tournament", "show", "--entrant", "don")
    assert unknown.code != 0
    assert "no entrant 'don'; did you mean 'dan'?" in unknown.err


def test_the_time_of_a_flag_fall_is_told_once(arena: Arena, tmp_path: Path) -> None:
    fallen = Forfeit(0, 1, 3, Termination.FLAG_FALL, None, None, 5.25, 5.0)
    row = ForfeitRow(
        RotationKey(1, 1, 1, 1),
        *(0, 1, "bob", 3, fallen.termination.value),
        measured=fallen.measured,
        allowed=fallen.allowed,
        message=fallen.message,
    )
    with Repository.open(play_spring(tmp_path / "arena.db")) as repository:
        told = forfeit_text(repository, "spring", row).plain
        illegal = replace(
            row, termination="illegal_answer", message="illegal answer (measured)"
        )
        other = forfeit_text(repository, "spring", illegal).plain
    assert told.count("measured") == 1
    assert "5.250 s measured, 5.000 s allowed" in told
    assert "; 5250 ms measured, 5000 allowed" in other


def test_show_says_how_long_each_entrant_thinks_and_where_it_was_longest(
    spring: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = spring("tournament", "show", "spring").out
    _, _, rest = shown.partition("thinking time a deal\n")
    heading, line = rest.splitlines()[:2]
    assert heading.split() == ["entrant", "median", "longest", "where"]
    assert [part.strip() for part in line.split("  ") if part] == [
        "ann",
        "0.000 s",
        "0.000 s",
        "round 1 table 1 board 1 rotation 1 deal 0",
    ]
    monkeypatch.setattr(tournament_show, "_AT_ONCE", 15)
    shown = spring("tournament", "show", "spring").out
    assert "not worked out for so many deals; --thinking does it" in shown
    assert " median " in spring("tournament", "show", "--thinking").out


def test_thinking_times_fit_a_narrow_terminal() -> None:
    place = RecordKey(RotationKey(12, 250, 3, 4), 0)
    names = ["ann", "a-name-with-as-many-letters-as-it-may-have"]
    times = dict.fromkeys(names, Thinking(9, 12.3, 1234.5, place))
    console = Console(file=io.StringIO(), width=80)
    console.print(thinking_table(names, times))
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    where = "round 12 table 250 board 3 rotation 4 deal 0"
    assert sum(line.rstrip().endswith(f" 1234.5 s  {where}") for line in lines) == 2
    assert all(line.startswith("  ") for line in lines)
    assert max(map(len, lines)) <= 80
    first, *others = (line.split()[0] for line in lines[2:])
    assert first + "".join(others) == names[1]


def test_show_has_its_evidence_in_the_notation_of_the_rules(spring: Arena) -> None:
    shown = spring("tournament", "show", "spring").out
    found = re.findall(r"; it held (.+?) against (.+)", shown)
    assert found
    assert all(
        parse_cards(cards) for hand_and_table in found for cards in hand_and_table
    )


def test_show_says_when_and_why_an_entrant_was_withdrawn(
    arena: Arena, tmp_path: Path
) -> None:
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=1)) as repository:
        repository.withdraw("spring", "cat", "did not join within 3 s", 0)
        repository.withdraw("spring", "dan", "10 forfeits", 2)
    shown = arena("tournament", "show").out
    assert "withdrawn before the first round: did not join within 3 s" in shown
    assert "withdrawn in round 2: 10 forfeits" in shown


def test_show_keeps_the_seed_of_a_running_tournament(
    arena: Arena, tmp_path: Path
) -> None:
    play_spring(tmp_path / "arena.db", rounds=1)
    shown = arena("tournament", "show").out
    assert SEED.hex() not in shown
    assert "shown when it has finished" in shown


def test_show_prints_the_configuration_it_is_played_by(spring: Arena) -> None:
    assert spring("tournament", "show", "--toml").out == CONFIG


def test_show_has_the_commitment_before_the_first_deal(
    arena: Arena, tmp_path: Path
) -> None:
    play_spring(tmp_path / "arena.db", rounds=0)
    shown = arena("tournament", "show").out
    assert "running, 0 of 2 rounds" in shown
    assert f"commitment  {commitment(SEED)}" in shown
    assert SEED.hex() not in shown
