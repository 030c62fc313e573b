"""`arena replay`."""

import io
import sys
from collections import Counter
from pathlib import Path

import pytest

from arena.cli import replay as module
from arena.cli.deal_text import DealText
from arena.cli.output import data_console
from arena.cli.stored_deal import FoundDeal
from arena.director.recording import Recorder
from arena.director.runner import PlayedRotation
from arena.director.schedule import assignments
from arena.game.record import DealRecord, RecordedAction, readjudicate
from arena.match.machine import Match
from arena.match.result import Forfeit
from arena.store.repository import Repository
from arena.tournament.config import parse_config
from arena.tournament.result import Round
from tests.support.cli import Arena
from tests.support.played import (
    CONFIG,
    NAMES,
    SEED,
    STARTED,
    begin,
    play_part,
    play_spring,
)

RECORD = DealRecord(
    tournament="tiny",
    round=1,
    table=1,
    board=1,
    rotation=1,
    deal=0,
    variant="thirteen",
    rules={},
    entrants=("ann", "bob"),
    hands=("3S 2H", "4S 4C 5D"),
    dealer=1,
    leader=None,
    leftover="KD",
    actions=(
        RecordedAction(0, "3S"),
        RecordedAction(1, "pass", ("substitute",)),
        RecordedAction(0, "2H"),
    ),
    finish=((0,), (1,)),
    payoff=(1, -1),
    terminations=("normal", "flag_fall"),
    think_ms=(12, 1500),
    started_time="2026-03-01T12:00:00Z",
)

TINY = """\
tiny · round 1 · table 1 · board 1 · rotation 1 · deal 0
variant thirteen, begun 2026-03-01T12:00:00Z

  0 ann  3♠ 2♥
  1 bob  4♠ 4♣ 5♦  dealer
    not dealt  K♦

trick 1
  1  0 ann  3♠     1 left  2♥
  2  1 bob  forfeits the deal at turn 2: flag_fall; holding 4♠ 4♣ 5♦
     1 bob  pass  substitute

trick 2
  3  0 ann  2♥    out

result
place           payoff  thinking time
    1    0 ann      +1  0.012 s
    2    1 bob      -1  1.500 s  forfeit: flag_fall
"""


def test_a_deal_is_told_move_by_move() -> None:
    readjudicate(RECORD)
    text = DealText(FoundDeal(RECORD))
    lines = [*text.heading()]
    for move in text.moves():
        lines += move
    lines += text.result()
    assert "".join(f"{line.plain}\n" for line in lines) == TINY


def test_each_suit_has_a_colour_of_its_own() -> None:
    *_, ann, bob, leftover = DealText(FoundDeal(RECORD)).heading()
    styles = {
        str(span.style)
        for line in (ann, bob, leftover)
        for span in line.spans
        if line.plain[span.start : span.end][-1] in "♠♣♦♥"
    }
    assert len(styles) == 4


def test_without_a_place_it_is_the_first_deal(spring: Arena) -> None:
    ran = spring("replay")
    assert ran.code == 0
    assert ran.out.startswith(
        "spring · round 1 · table 1 · board 1 · rotation 1 · deal 0\n"
    )
    assert "trick 2" in ran.out


def test_a_place_in_part_is_the_first_deal_there(spring: Arena) -> None:
    ran = spring("replay", "spring", "--round", "2", "--rotation", "3")
    assert ran.out.startswith(
        "spring · round 2 · table 1 · board 1 · rotation 3 · deal 0\n"
    )


def test_rotations_that_are_not_there_are_passed_over(
    arena: Arena, tmp_path: Path
) -> None:
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=0)) as repository:
        play_part(repository, 1, lambda key: key.board == 2 or key.rotation != 3)
    ran = arena("replay", "--rotation", "3")
    assert ran.out.startswith(
        "spring · round 1 · table 1 · board 2 · rotation 3 · deal 0\n"
    )


def test_forced_passes_substitutes_and_the_ruling_are_marked(spring: Arena) -> None:
    told = spring("replay", "--board", "1").out
    assert "forced: nothing beats the table" in told
    assert "substitute" in told
    assert "forfeit: illegal_answer" in told
    assert "illegal answer '#255' (not_held)" in told
    assert "forfeit" not in spring("replay", "--board", "2").out


def test_a_place_that_is_not_there_says_what_is(spring: Arena) -> None:
    ran = spring("replay", "--round", "3")
    assert ran.code == 1
    assert ran.err == (
        "error: no deal in 'spring' at round 3; it has rounds 1 to 2,"
        " tables 1 to 1, boards 1 to 2, rotations 1 to 4, deals 0 to 0\n"
    )


def test_a_line_of_a_file_is_the_deal_it_was_exported_from(
    spring: Arena, tmp_path: Path
) -> None:
    (tmp_path / "spring.jsonl").write_text(spring("export").out, encoding="utf-8")
    from_file = spring("replay", "--file", "spring.jsonl", "--line", "13").out
    stored = spring("replay", "--round", "2", "--board", "2").out
    assert from_file == stored


def test_records_can_come_from_stdin(
    spring: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = spring("export").out
    expected = spring("replay", "--rotation", "2").out.splitlines()
    monkeypatch.setattr(sys, "stdin", io.StringIO(records))
    told = spring("replay", "--file", "-", "--line", "2").out.splitlines()
    # Of the ruling only the termination is in the record.
    received = "; received bytes ff"
    assert received in spring("replay", "--rotation", "2").out
    assert told == [line.replace(received, "") for line in expected[:-1]]


def test_a_record_that_the_rules_do_not_bear_out_is_refused(
    spring: Arena, tmp_path: Path
) -> None:
    line = spring("export").out.splitlines()[-1]
    payoff = line.index('"payoff":[') + len('"payoff":[')
    changed = f"{line[:payoff]}7,{line[payoff:].partition(',')[2]}"
    (tmp_path / "changed.jsonl").write_text(changed)
    ran = spring("replay", "--file", "changed.jsonl")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: record field 'payoff': ")


def test_a_line_behind_the_last_is_an_error(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    ran = arena("replay", "--file", "empty.jsonl", "--line", "2")
    assert ran.code == 1
    assert ran.err == "error: record field 'line': 'empty.jsonl' has no line 2\n"


def test_a_file_that_is_no_text_is_an_error(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "deals.jsonl.gz").write_bytes(b"\x1f\x8b\x08\xff")
    ran = arena("replay", "--file", "deals.jsonl.gz")
    assert ran.code == 1
    assert ran.err == "error: deals.jsonl.gz: cannot be read: not UTF-8 text\n"


def test_a_line_goes_with_a_file(spring: Arena) -> None:
    ran = spring("replay", "spring", "--line", "3")
    assert ran.code == 2
    assert "--line goes with --file" in ran.err
    assert not ran.out


def test_a_file_goes_with_no_place_in_a_tournament(arena: Arena) -> None:
    for extra in (["spring"], ["--round", "1"]):
        ran = arena("replay", *extra, "--file", "x.jsonl")
        assert ran.code == 2
        assert "hint: choose among the file's records with --line" in ran.err


def test_a_mistyped_file_gets_did_you_mean(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "spring.jsonl").touch()
    ran = arena("replay", "--file", "sprin.jsonl")
    assert ran.code == 1
    assert ran.err.endswith("; did you mean 'spring.jsonl'?\n")


class Terminal(io.StringIO):
    """Input that says it is a terminal."""

    def isatty(self) -> bool:
        """Says so."""
        return True


@pytest.mark.parametrize(("typed", "waits"), [("\n\n\n\n", 3), ("\nq\n", 2), ("", 1)])
def test_stepping_waits_for_enter_until_q(
    typed: str,
    waits: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    typing = Terminal(typed)
    monkeypatch.setattr(sys, "stdin", typing)
    count = 0
    another = module._another

    def counted() -> bool:
        nonlocal count
        count += 1
        return another()

    monkeypatch.setattr(module, "_another", counted)
    module._show(DealText(FoundDeal(RECORD)), data_console(), step=True)
    assert count == waits
    assert "result" in capsys.readouterr().out


def test_step_without_a_terminal_waits_for_nothing(spring: Arena) -> None:
    assert "result" in spring("replay", "--step").out


def played(tmp_path: Path, *, deals: int) -> tuple[list[str], list[Forfeit]]:
    """Plays a rotation in which a seat forfeits each deal at a later turn of its.

    Gives its records, which are stored as well, and the forfeits.
    """
    text = CONFIG.replace("boards = 2", f"boards = 1\ndeals = {deals}")
    config = parse_config(text)
    url = f"sqlite:///{tmp_path / 'arena.db'}"
    with Repository.open(url) as repository:
        begin(repository, text)
        repository.save_round(config.name, 1, [NAMES])
        assignment = next(iter(assignments(config, SEED, Round(1, (NAMES,)))))
        match = Match(config.variant, assignment.dealt, config.clock)
        match.start(0.0)
        asked_before = Counter[int]()
        while (asked := match.prompt) is not None:
            deal = match.deal_number
            asked_before[deal] += asked.seat == 2
            illegal = asked.seat == 2 and asked_before[deal] == deal + 2
            cards = bytes([51, 0]) if illegal else match.deal.legal_plays()[-1]
            match.sent(asked.seat, asked.turn, 0.0)
            match.answer(asked.seat, asked.turn, cards, 0.0)
        rotation = PlayedRotation(assignment, assignment.entrants, tuple(match.played))
        ended = Recorder(config).finished(rotation, STARTED)
        repository.save_rotations(config.name, [ended])
    forfeits = [one for deal in match.played for one in deal.forfeits]
    return list(ended.lines), forfeits


def test_turns_are_numbered_as_rulings_number_them(
    arena: Arena, tmp_path: Path
) -> None:
    lines, forfeits = played(tmp_path, deals=3)
    assert [forfeit.deal for forfeit in forfeits] == [0, 1, 2]
    assert '"forced"' in lines[0], "forced passes are no turns"
    (tmp_path / "deals.jsonl").write_text("".join(f"{line}\n" for line in lines))
    for forfeit in forfeits:
        number = forfeit.deal
        stored = arena("replay", "--deal", str(number)).out
        assert f"at turn {forfeit.turn}: illegal_answer; received 2H 3S; " in stored
        assert f"forfeits the deal at turn {forfeit.turn}: illegal answer" in stored
        line = ["--line", str(number + 1)]
        from_file = arena("replay", "--file", "deals.jsonl", *line).out
        assert f"at turn {forfeit.turn}: illegal_answer; holding " in from_file


def test_turns_have_no_numbers_where_earlier_deals_are_not_there(
    arena: Arena, tmp_path: Path
) -> None:
    lines, _ = played(tmp_path, deals=2)
    (tmp_path / "deals.jsonl").write_text(f"{lines[1]}\n")
    told = arena("replay", "--file", "deals.jsonl").out
    assert "  forfeits the deal: illegal_answer; holding " in told
