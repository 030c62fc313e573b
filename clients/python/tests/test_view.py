import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from arena_client import Bot, Play, View
from arena_client.bot import encode
from arena_client.cards import parse_cards
from arena_client.rules import Rules
from arena_client.testing import (
    IllegalPlayError,
    choose,
    choose_out_of_turn,
    seated,
    view,
)
from arena_client.v1.play_service_pb2 import DealStart, Prompt


def test_a_view_shows_the_prompt() -> None:
    seen = view(
        "3S 10H",
        table="9S",
        counts=[2, 5, 0, 7],
        owner=3,
        locked=[1],
        events=[(3, "9S")],
        open_hands={1: "4S"},
    )
    assert str(seen.hand) == "3S 10H"
    assert str(seen.table) == "9S"
    assert not seen.leads
    assert seen.follows
    assert seen.may_pass
    assert (seen.seat, seen.seats, seen.owner) == (0, 4, 3)
    assert list(seen.hand_counts) == [2, 5, 0, 7]
    assert list(seen.opponents) == [1, 3]
    assert seen.locked == {1}
    assert seen.must_include is None
    assert seen.clock_left is None
    assert [(event.seat, event.cards) for event in seen.events] == [
        (3, parse_cards("9S"))
    ]
    assert seen.open_hands == {1: parse_cards("4S")}
    assert "hand 3S 10H" in repr(seen)


def test_legal_plays_are_worked_out_when_the_arena_sent_none() -> None:
    seen = view("3S 10H", table="9S")
    assert [str(play) for play in seen.legal_plays] == ["", "10H"]


def test_legal_plays_of_the_arena_are_taken_as_they_come() -> None:
    seen = view("3S 10H", table="9S")
    seen.prompt.legal_plays.append(parse_cards("3S"))
    assert [str(play) for play in seen.legal_plays] == ["3S"]


def test_the_opening_must_include_its_card() -> None:
    seen = view("3S 4S 5S", must_include="3S")
    assert [str(play) for play in seen.legal_plays] == ["3S", "3S 4S 5S"]


def test_an_opener_that_may_hand_on_the_lead_has_a_pass() -> None:
    seen = view("3S", must_include="3S", may_pass=True)
    assert [str(play) for play in seen.legal_plays] == ["", "3S"]


def test_the_clock_is_given_in_seconds() -> None:
    seen = view("3S")
    clocked = View(Prompt(clock_left_ms=1500), None, seen.rules)
    assert clocked.clock_left == 1.5


@pytest.mark.parametrize(
    "play",
    [
        parse_cards("3S 4S"),
        "4S 3S",
        ["4S", "3S"],
        [4, 0],
        (card for card in ("3S", "4S")),
    ],
)
def test_cards_may_be_returned_in_any_form(play: object) -> None:
    assert encode(play) == parse_cards("3S 4S")  # type: ignore[arg-type]


@pytest.mark.parametrize("play", [b"", "", "pass", "PASS", [], ()])
def test_a_pass_may_be_returned_in_any_form(play: object) -> None:
    assert encode(play) == b""  # type: ignore[arg-type]


@pytest.mark.parametrize("play", [None, 7, True, ["3S", None]])
def test_what_is_no_cards_is_an_error(play: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        encode(play)  # type: ignore[arg-type]


def test_a_table_that_is_no_combination_is_refused() -> None:
    with pytest.raises(ValueError, match="no combination"):
        view("3S", table="4S 5S")


def test_a_position_may_be_pasted_from_a_replay() -> None:
    seen = view("3♠ 10♥", table="9♠", events=[(3, "9♠")], open_hands={1: "4♠, 4♥"})
    assert (str(seen.hand), str(seen.table)) == ("3S 10H", "9S")
    assert seen.open_hands == {1: parse_cards("4S 4H")}


def test_a_bot_can_be_tried_without_an_arena() -> None:
    class First(Bot):
        def play(self, view: View) -> bytes:
            assert 0 <= self.rng.random() < 1
            return view.legal_plays[-1]

    assert choose(seated(First()), view("3S 4S 5S 9H")) == "3S 4S 5S"


def test_a_bot_that_is_tried_is_told_of_each_deal_once() -> None:
    class Counting(Bot):
        started = 0

        def deal_started(self, start: DealStart) -> None:
            assert (start.seat, start.seats) == (2, 4)
            self.started += 1
            self.had = start.hand

        def play(self, view: View) -> bytes:
            assert view.deal is not None
            assert self.had == view.deal.hand == view.hand
            return view.hand[:1]

    bot, seen = seated(Counting()), view("3S 9H", seat=2)
    assert isinstance(bot, Counting)
    assert [choose(bot, seen), choose(bot, seen)] == ["3S", "3S"]
    assert bot.started == 1
    assert choose(bot, view("4S", seat=2)) == "4S"
    assert bot.started == 2


def test_time_may_be_short_where_a_bot_is_tried() -> None:
    assert view("3S").clock_left is None
    assert view("3S", clock_left=0.25).clock_left == 0.25


def test_a_bot_can_be_tried_out_of_turn_too() -> None:
    class Bomber(Bot):
        def play(self, view: View) -> bytes:
            return view.legal_plays[0]

        def play_out_of_turn(self, view: View) -> bytes | None:
            return next((play for play in view.legal_plays if len(play) == 4), None)

    bomb = view("3S 3C 3D 3H 9H", table="2H", may_pass=False)
    assert choose_out_of_turn(seated(Bomber()), bomb) == "3S 3C 3D 3H"
    assert choose_out_of_turn(Bomber(), view("9H", table="2H", may_pass=False)) is None
    assert choose(Bomber(), view("9H", table="2H")) == ""


def stubborn(cards: Play) -> Bot:
    """A bot that plays the same whatever it sees, on turn and out of turn."""

    class Stubborn(Bot):
        def play(self, view: View) -> Play:
            del view
            return cards

        def play_out_of_turn(self, view: View) -> Play:
            del view
            return cards

    return Stubborn()


def test_a_bot_that_plays_what_is_illegal_fails_its_authors_test() -> None:
    seen = view("3S 9D 2H", table="8D")
    with pytest.raises(IllegalPlayError) as caught:
        choose(stubborn("2H 9D"), seen)
    assert caught.value.code == "not_a_combination"
    assert caught.value.play == parse_cards("9D 2H")
    assert caught.value.legal == seen.legal_plays
    assert str(caught.value) == (
        "played 9D 2H, refused as not_a_combination:"
        " the cards form nothing by these rules; legal: pass, 9D, 2H"
    )


def test_cards_in_any_order_are_legal() -> None:
    assert (
        choose(stubborn(bytes(parse_cards("3S 3C"))[::-1]), view("3S 3C 9D")) == "3S 3C"
    )


def test_bytes_that_are_no_cards_are_illegal_too() -> None:
    with pytest.raises(IllegalPlayError, match=r"played 9D #99, .* lacks #99;"):
        choose(stubborn([99, 26]), view("3S 9D"))


def test_of_many_legal_plays_an_error_names_some() -> None:
    with pytest.raises(IllegalPlayError, match=r"3S, 3C, .* and \d+ more$"):
        choose(stubborn("pass"), view("3S 3C 4S 4C 5S 5C 6S 6C"))


def test_what_is_illegal_is_so_out_of_turn_too() -> None:
    seen = view("9H", table="2H", may_pass=False)
    with pytest.raises(IllegalPlayError, match=r"does_not_beat.*legal: nothing"):
        choose_out_of_turn(stubborn("9H"), seen)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seat": 7}, "no seat 7: the table has seats 0 to 3"),
        ({"seat": -1}, "no seat -1"),
        ({"counts": [3, 3], "seat": 2}, "no seat 2: the table has seats 0 to 1"),
        ({"owner": 4}, "no seat 4"),
        ({"locked": [1, 5]}, "no seat 5"),
        ({"events": [(6, "3S")]}, "no seat 6"),
        ({"open_hands": {8: "3S"}}, "no seat 8"),
        ({"hand": ["3S", "4S"]}, r"hand: \['3S', '4S'\] is no text"),
        ({"table": 7}, "table: 7 is no text; write cards as in '3S 4D 9H'"),
        ({"table": "1S"}, "table: no card: '1S'"),
        ({"hand": "4D 3S 3S"}, "hand: 3S is in it 2 times"),
        ({"table": "3S"}, "hand: 3S has been played, or another seat holds it"),
        ({"events": [(1, "3S"), (2, "")]}, "hand: 3S has been played"),
        ({"open_hands": {1: "3S 4S"}}, "hand: 3S .* another seat holds it"),
        ({"must_include": "3D"}, "must_include: '3D' is not in the hand"),
    ],
)
def test_a_position_that_cannot_be_is_said(given: dict[str, Any], said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=said):
        view(**{"hand": "3S", **given})


def test_two_packs_have_two_of_each_card() -> None:
    two = Rules(packs=2)
    assert str(view("3S 3S 9H", rules=two).hand) == "3S 3S 9H"
    assert str(view("3S 9H", table="3S", rules=two).table) == "3S"
    assert str(view("3S 3S 9H", counts=[3] * 6).hand) == "3S 3S 9H"
    with pytest.raises(ValueError, match="has been played"):
        view("3S 3S 9H", table="3S", rules=two)
    with pytest.raises(ValueError, match="3 times"):
        view("3S 3S 3S", rules=two)


def test_a_class_is_no_bot_to_try() -> None:
    bot, seen = type(stubborn("3S")), view("3S")
    with pytest.raises(TypeError, match=r"seated was .* class Stubborn; .* Stubborn\("):
        seated(bot)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="choose was given the class Stubborn"):
        choose(bot, seen)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="choose_out_of_turn was given the class"):
        choose_out_of_turn(bot, seen)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seated was given 7, which is no bot"):
        seated(7)  # type: ignore[arg-type]


OF_AN_AUTHOR = """
from arena_client import Bot
from arena_client.testing import choose, seated, view


class Mine(Bot):
    def play(self, view):
        return self.answer


def played(answer):
    bot = seated(Mine())
    bot.answer = answer
    return choose(bot, view("3S 9D", table="4S"))


def test_refused():
    played("3S")  # refused


def test_no_cards():
    played(["1S"])  # no cards


def test_no_position():
    view("3S 1D")  # no position
"""


def test_pytest_shows_an_author_the_authors_lines_and_what_is_wrong(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_mine.py").write_text(OF_AN_AUTHOR)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    source = Path(__file__).parents[1] / "src"
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_mine.py"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(source), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    for shown in (
        'played("3S")  # refused',
        "IllegalPlayError: played 3S, refused as does_not_beat: ",
        "E       ValueError: no card: '1S'; ",
        "E       ValueError: hand: no card: '1D'; ",
    ):
        assert shown in ran.stdout
    places = re.findall(r"^(\S+\.py):\d+: ", ran.stdout, re.MULTILINE)
    assert set(places) == {"test_mine.py"}
