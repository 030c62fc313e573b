import pytest
from arena_client import Bot, View
from arena_client.bot import encode
from arena_client.cards import parse_cards
from arena_client.testing import (
    IllegalPlayError,
    choose,
    choose_out_of_turn,
    seated,
    view,
)
from arena_client.v1.play_service_pb2 import Prompt


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


def stubborn(cards: str | bytes) -> Bot:
    """A bot that plays the same whatever it sees, on turn and out of turn."""

    class Stubborn(Bot):
        def play(self, view: View) -> str | bytes:
            del view
            return cards

        def play_out_of_turn(self, view: View) -> str | bytes:
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
        "the bot plays 9D 2H, which the arena would refuse as not_a_combination:"
        " the cards form nothing by these rules; legal: pass, 9D, 2H"
    )


def test_cards_in_any_order_are_legal() -> None:
    assert (
        choose(stubborn(bytes(parse_cards("3S 3C"))[::-1]), view("3S 3C 9D")) == "3S 3C"
    )


def test_bytes_that_are_no_cards_are_illegal_too() -> None:
    with pytest.raises(IllegalPlayError, match=r"plays bytes 40.*lacks bytes 40"):
        choose(stubborn(b"\x40"), view("3S 9D"))


def test_of_many_legal_plays_an_error_names_some() -> None:
    with pytest.raises(IllegalPlayError, match=r"3S, 3C, .* and \d+ more$"):
        choose(stubborn("pass"), view("3S 3C 4S 4C 5S 5C 6S 6C"))


def test_what_is_illegal_is_so_out_of_turn_too() -> None:
    seen = view("9H", table="2H", may_pass=False)
    with pytest.raises(IllegalPlayError, match=r"does_not_beat.*legal: nothing"):
        choose_out_of_turn(stubborn("9H"), seen)
