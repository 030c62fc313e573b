"""`arena export`."""

import os
from pathlib import Path

from arena.game.record import decode_record, encode_record, readjudicate
from tests.support.cli import Arena
from tests.support.played import play_spring


def test_every_line_is_a_record_that_readjudicates(spring: Arena) -> None:
    ran = spring("export")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert len(lines) == 16
    for line in lines:
        record = decode_record(line)
        readjudicate(record)
        assert encode_record(record) == line


def test_lines_are_in_key_order(spring: Arena) -> None:
    records = [decode_record(line) for line in spring("export").out.splitlines()]
    keys = [(r.round, r.table, r.board, r.rotation, r.deal) for r in records]
    assert keys == sorted(keys)
    assert len(set(keys)) == 16


def test_a_file_gets_the_same_lines(spring: Arena, tmp_path: Path) -> None:
    ran = spring("export", "--output", "spring.jsonl")
    assert (ran.code, ran.out) == (0, "")
    assert "16 records" in ran.err
    written = (tmp_path / "spring.jsonl").read_text(encoding="utf-8")
    assert written == spring("export").out
    assert [path.name for path in tmp_path.iterdir()] == ["spring.jsonl"]


def test_a_failed_export_leaves_the_old_file_alone(
    spring: Arena, tmp_path: Path
) -> None:
    old = tmp_path / "old.jsonl"
    old.write_text("old\n")
    assert spring("export", "nobody", "--output", "old.jsonl").code == 1
    assert old.read_text() == "old\n"


def test_a_folder_that_is_not_there_is_an_error(spring: Arena) -> None:
    ran = spring("export", "--output", "nowhere/spring.jsonl")
    assert ran.code == 1
    assert ran.err.startswith("error: nowhere/spring.jsonl: cannot be written: ")


def test_a_file_where_a_folder_should_be_is_an_error(
    spring: Arena, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    ran = spring("export", "--output", "file/spring.jsonl")
    assert ran.code == 1
    assert ran.err.startswith("error: file/spring.jsonl: cannot be written: ")


def test_a_folder_is_no_file_to_write(spring: Arena) -> None:
    ran = spring("export", "--output", ".")
    assert ran.code == 1
    assert ran.err.startswith("error: .: cannot be written: ")


def test_a_pipe_is_written_to_and_stays_a_pipe(spring: Arena, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Open before the export, whose lines the pipe holds until they are read.
    with os.fdopen(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)) as reader:
        assert spring("export", "--output", "pipe").code == 0
        assert len(reader.read().splitlines()) == 16
    assert pipe.is_fifo()


def test_a_running_tournament_is_said_to_have_more_later(
    arena: Arena, tmp_path: Path
) -> None:
    play_spring(tmp_path / "arena.db", rounds=1)
    ran = arena("export")
    assert len(ran.out.splitlines()) == 8
    assert "there may be more later" in ran.err
