"""What launched bots print, and what is told of it."""

from pathlib import Path

import pytest

from arena.director.output import (
    exception_line,
    head_output,
    last_words,
    note_output,
)

TRACEBACK = """\
Traceback (most recent call last):
  File "bot.py", line 5, in play
    return [][0]
           ~~^^^
IndexError: list index out of range
"""


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """The output of a bot that has just been launched."""
    head_output(tmp_path / "logs" / "bot.log")
    return tmp_path / "logs" / "bot.log"


def say(output: Path, text: str) -> None:
    """Prints as a bot does."""
    with output.open("a") as file:
        file.write(text)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (TRACEBACK, "IndexError: list index out of range"),
        (
            f"{TRACEBACK}bot.py: play raised at turn 3\n",
            "IndexError: list index out of range",
        ),
        (
            f"{TRACEBACK}\nAbove caused:\n\n{TRACEBACK.replace('IndexError', 'Odd')}",
            "Odd: list index out of range",
        ),
        (
            '  File "bot.py", line 1\n    x = =\n        ^\nSyntaxError: bad\n',
            "SyntaxError: bad",
        ),
        (
            "/bot.js:1\nTypeError: hand is undefined\n    at play (/bot.js:1)\n",
            "TypeError: hand is undefined",
        ),
        ("joined\nno error here\nbye\n", ""),
        ("", ""),
        (TRACEBACK + "it goes on\n" * 10, ""),
        (f"{TRACEBACK[:-1]}\x1b[2J{'x' * 300}\n", None),
    ],
)
def test_the_line_is_found_that_names_the_exception(
    output: Path, said: str, line: str | None
) -> None:
    say(output, said)
    found = exception_line(output)
    if line is None:
        assert len(found) == 201
        assert found.isprintable()
        assert found.startswith("IndexError: list index out of range[2Jxxx")
    else:
        assert found == line


def test_an_exception_of_an_earlier_launch_is_none_of_this_one(output: Path) -> None:
    say(output, TRACEBACK)
    head_output(output)
    assert exception_line(output) == ""
    assert exception_line(output.with_name("absent.log")) == ""


def test_the_last_words_have_the_exception_wherever_it_was(output: Path) -> None:
    say(output, TRACEBACK + "".join(f"line {n}\n" for n in range(30)))
    words = last_words(output).splitlines()
    assert words[1:] == [
        "IndexError: list index out of range",
        "…",
        *(f"line {n}" for n in range(25, 30)),
    ]
    assert str(output) in words[0]


def test_the_last_words_have_the_exception_once(output: Path) -> None:
    say(output, f"{TRACEBACK}bye\n")
    assert last_words(output).count("IndexError") == 1


def test_what_the_arena_notes_is_a_line_of_its_own_and_no_word_of_the_bot(
    output: Path,
) -> None:
    note_output(output, "forfeit", "Seat 1 forfeits the deal", "12:00Z")
    assert "printed nothing" in last_words(output)
    say(output, "thinking about it")
    note_output(output, "ended", "was ended", "12:01Z")
    _, forfeit, thought, ended = output.read_text().splitlines()
    assert forfeit == "--- forfeit 12:00Z: Seat 1 forfeits the deal"
    assert thought == "thinking about it"
    assert ended.endswith("Z: was ended")
    assert last_words(output).splitlines()[1:] == ["thinking about it"]


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        (["/usr/bin/python3.12", "bot"], True),
        (["/arena/.venv/bin/python", "-m", "bot"], True),
        (["/usr/bin/env", "uv", "run", "my_bot.py"], True),
        (["/usr/bin/node", "bot.js"], False),
        (["/home/python/bot", "pythonic"], False),
        ([], False),
    ],
)
def test_a_silent_bot_in_python_is_asked_for_its_last_line(
    output: Path, command: list[str], asked: bool
) -> None:
    question = f"{output}; does the file end with run(…)?"
    assert last_words(output, command).endswith(question) == asked
    say(output, "here I am\n")
    assert "run(" not in last_words(output, command)


def test_a_note_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    note_output(tmp_path / "absent" / "bot.log", "ended", "was ended", "12:00Z")
    assert not (tmp_path / "absent").exists()


def test_a_launch_that_cannot_be_noted_is_one_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "bot.log").mkdir()
    head_output(tmp_path / "bot.log")
    (tmp_path / "file").touch()
    head_output(tmp_path / "file" / "bot.log")
    assert (tmp_path / "bot.log").is_dir()


def test_the_last_words_of_a_bot_whose_output_is_gone_are_unknown(
    output: Path,
) -> None:
    output.unlink()
    words = last_words(output)
    assert words.startswith(f"its output in {output} cannot be read: ")


def test_the_last_words_are_no_wall_of_text_and_do_nothing_to_a_terminal(
    output: Path,
) -> None:
    say(output, "x" * 300_000)
    _, word = last_words(output).splitlines()
    assert word == "x" * 200 + "…"
    say(output, "\n\x1b[2J\tEnd\x00\n")
    assert last_words(output).splitlines()[-1] == "[2J    End"


def test_only_the_end_of_long_output_is_read(output: Path) -> None:
    say(output, "x" * 79 + "\n")
    say(output, ("y" * 79 + "\n") * 10_000)
    say(output, TRACEBACK)
    assert exception_line(output) == "IndexError: list index out of range"
