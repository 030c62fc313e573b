"""One bot object a table, one answer a prompt."""

from typing import ClassVar

import pytest
from arena_client import Bot, DealResult, DealStart, View
from arena_client.cards import parse_cards
from arena_client.seats import MOST_SEATS, BotError, Seats
from arena_client.v1.play_service_pb2 import Prompt


class Chooser(Bot):
    """Plays a card by chance and remembers what it was asked."""

    made: ClassVar[list["Chooser"]] = []

    def __init__(self) -> None:
        """Registers itself."""
        self.made.append(self)
        self.asked = 0
        self.starts = 0

    def deal_started(self, start: DealStart) -> None:
        """Counts starts."""
        self.starts += 1
        assert start.hand

    def play(self, view: View) -> bytes:
        """Plays one card."""
        self.asked += 1
        return bytes([self.rng.choice(view.hand)])


@pytest.fixture(autouse=True)
def _fresh() -> None:
    Chooser.made.clear()


HAND = parse_cards("3S 4D 9H JC QS KS AD 2C")


def start(table: int, deal: int = 0, hand: bytes = HAND) -> DealStart:
    return DealStart(table_id=table, deal=deal, seat=1, seats=4, hand=hand)


def prompt(table: int, turn: int, hand: bytes = HAND) -> Prompt:
    return Prompt(
        table_id=table, turn=turn, seat=1, hand=hand, hand_counts=bytes([8] * 4)
    )


class Eager(Chooser):
    """Plays its lowest card whenever it may."""

    def play_out_of_turn(self, view: View) -> bytes | None:
        """Plays one card, or stays quiet at the end."""
        assert not view.may_pass
        self.asked += 1
        return view.hand[:1] if len(view.hand) > 1 else None


def test_each_table_has_a_bot_of_its_own() -> None:
    seats = Seats(Chooser, 0)
    for table in (1, 2):
        seats.start(start(table))
    for table in (2, 1):
        assert seats.decide(prompt(table, 1)).table_id == table
    assert [bot.asked for bot in Chooser.made] == [1, 1]


def test_chance_does_not_depend_on_how_tables_take_turns() -> None:
    def cards(order: list[tuple[int, int]]) -> set[tuple[int, int, bytes]]:
        seats = Seats(Chooser, 7)
        for table in (1, 2):
            seats.start(start(table, hand=HAND[table:]))
        return {
            (table, turn, seats.decide(prompt(table, turn)).cards)
            for table, turn in order
        }

    assert cards([(1, 1), (1, 2), (2, 1), (2, 2)]) == cards(
        [(2, 1), (1, 1), (2, 2), (1, 2)]
    )


def test_chance_begins_anew_with_each_deal() -> None:
    seats = Seats(Chooser, 0)
    played: list[list[bytes]] = []
    for deal in range(2):
        seats.start(start(1, deal=deal))
        turns = range(10 * deal + 1, 10 * deal + 9)
        played.append([seats.decide(prompt(1, turn)).cards for turn in turns])
    assert played[0] == played[1]
    assert len(set(played[0])) > 1


def test_a_session_keeps_its_bot_through_its_deals() -> None:
    seats = Seats(Chooser, 0)
    seats.start(start(1))
    seats.decide(prompt(1, 1))
    seats.end(DealResult(table_id=1, deal=0))
    seats.start(start(1, deal=1))
    seats.decide(prompt(1, 9))
    assert [(bot.starts, bot.asked) for bot in Chooser.made] == [(2, 2)]


def test_a_table_is_forgotten_with_its_last_deal() -> None:
    seats = Seats(Chooser, 0)
    for _ in range(2):
        seats.start(start(1))
        seats.end(DealResult(table_id=1, last=True))
    assert len(Chooser.made) == 2


def test_a_start_that_comes_again_changes_nothing() -> None:
    seats = Seats(Chooser, 0)
    seats.start(start(1))
    seats.decide(prompt(1, 1))
    seats.start(start(1, hand=HAND[1:]))
    assert [(bot.starts, bot.asked) for bot in Chooser.made] == [(1, 1)]


def test_a_prompt_that_comes_again_is_answered_without_asking_the_bot() -> None:
    seats = Seats(Chooser, 0)
    seats.start(start(1))
    first = seats.decide(prompt(1, 3))
    assert seats.decide(prompt(1, 3)) == first
    assert [bot.asked for bot in Chooser.made] == [1]


def test_a_rotation_played_anew_gets_a_fresh_bot_with_the_same_chance() -> None:
    seats = Seats(Chooser, 0)
    seats.start(start(1))
    answers = [seats.decide(prompt(1, turn)).cards for turn in (1, 5, 9)]
    seats.start(start(1))
    again = [seats.decide(prompt(1, turn)).cards for turn in (1, 5, 9)]
    assert again == answers


def test_a_bot_that_comes_in_the_middle_of_a_deal_plays_on() -> None:
    seats = Seats(Chooser, 0)
    assert seats.decide(prompt(1, 30)).cards
    assert [(bot.starts, bot.asked) for bot in Chooser.made] == [(0, 1)]


def test_a_bot_may_play_out_of_turn() -> None:
    seats = Seats(Eager, 0)
    seats.start(start(1))
    answer = seats.consider(prompt(1, 4))
    assert answer is not None
    assert (answer.table_id, answer.turn, answer.cards) == (1, 4, HAND[:1])


def test_a_bot_may_stay_quiet_and_never_passes_out_of_turn() -> None:
    class Passing(Eager):
        def play_out_of_turn(self, view: View) -> bytes:
            """Passes."""
            assert view.hand
            self.asked += 1
            return b""

    for bot, hand in ((Eager, HAND[:1]), (Passing, HAND)):
        seats = Seats(bot, 0)
        assert seats.consider(prompt(1, 4, hand)) is None
    assert [bot.asked for bot in Chooser.made] == [1, 1]


def test_a_bot_without_that_method_is_not_bothered_with_offers() -> None:
    seats = Seats(Chooser, 0)
    seats.start(start(1))
    assert seats.consider(prompt(1, 4)) is None
    assert [bot.asked for bot in Chooser.made] == [0]


def test_an_offer_of_a_turn_that_is_over_is_let_pass() -> None:
    seats = Seats(Eager, 0)
    seats.decide(prompt(1, 5))
    assert seats.consider(prompt(1, 4)) is None
    assert seats.consider(prompt(1, 6)) is not None


def test_an_offer_does_not_change_the_answer_to_a_repeated_prompt() -> None:
    seats = Seats(Eager, 0)
    first = seats.decide(prompt(1, 5))
    seats.consider(prompt(1, 6))
    assert seats.decide(prompt(1, 5)) == first


def test_an_error_out_of_turn_is_the_bots() -> None:
    class Raising(Chooser):
        def play_out_of_turn(self, view: View) -> bytes:
            """Raises."""
            raise RuntimeError(view)

    with pytest.raises(BotError, match="play_out_of_turn raised at turn 4"):
        Seats(Raising, 0).consider(prompt(1, 4))


def test_tables_whose_end_was_lost_do_not_pile_up() -> None:
    seats = Seats(Chooser, 0)
    for table in range(MOST_SEATS + 10):
        seats.decide(prompt(table, 1))
    assert len(seats) == MOST_SEATS
