"""Prompts of a table as its match stands."""

import pytest

from arena.game.variant import variant, with_rules
from arena.match.clock import TimeControl
from arena.match.machine import Match
from arena.server.positions import FEW_CARDS, MOST_PLAYS, Positions
from arena.server.stream import BotStream
from arena.v1 import play_service_pb2 as pb
from tests.support.tables import dealt

TABLE = 7


def begun(*, hand: int = 13, seats: int = 4, deals: int = 1) -> Match:
    """A match whose first seat has been asked, and may lead with anything."""
    rules = with_rules(variant("thirteen"), {"opening": "free", "hand": hand})
    cards = dealt(seats, hand=hand, deals=deals)
    match = Match(rules, cards, TimeControl(10.0, 0.0, None), forced_passes=True)
    match.start(0.0)
    return match


def shown(positions: Positions, match: Match, *, listing: bool = True) -> pb.Prompt:
    """The prompt for the seat that is asked."""
    asked = match.prompt
    assert asked is not None
    stream = BotStream(tables=1, wants_legal_plays=listing, client="", peer="")
    return pb.Prompt.FromString(positions.prompt(stream, asked.seat, asked.turn, 1.0))


def answer(match: Match, cards: bytes) -> None:
    asked = match.prompt
    assert asked is not None
    match.answer(asked.seat, asked.turn, cards, 1.0)


def test_a_prompt_says_where_and_when_and_what_the_seat_holds() -> None:
    match = begun()
    asked = match.prompt
    assert asked is not None
    prompt = shown(Positions(TABLE, match, 4), match)
    assert (prompt.table_id, prompt.seat, prompt.turn) == (
        TABLE,
        asked.seat,
        asked.turn,
    )
    assert prompt.hand == match.deal.hands[asked.seat]
    assert not prompt.events


def test_legal_plays_are_listed_for_a_bot_that_wants_them() -> None:
    match = begun()
    positions = Positions(TABLE, match, 4)
    assert list(shown(positions, match).legal_plays) == match.deal.legal_plays()
    assert not shown(positions, match, listing=False).legal_plays


@pytest.mark.parametrize("hand", [14, 26])
def test_of_a_large_hand_they_are_listed_unless_there_may_be_too_many(
    hand: int,
) -> None:
    match = begun(hand=hand, seats=2)
    turn = match.deal.turn
    assert turn is not None
    assert hand > FEW_CARDS
    few = match.deal.most_plays(turn) <= MOST_PLAYS
    assert few is (hand == 14)
    assert bool(shown(Positions(TABLE, match, 2), match).legal_plays) is few


def test_a_seat_is_told_what_has_happened_since_it_was_asked() -> None:
    match = begun()
    positions = Positions(TABLE, match, 4)
    asked_at = dict.fromkeys(range(4), 0)
    later = 0
    for _ in range(9):
        prompt = shown(positions, match)
        since = match.log[asked_at[prompt.seat] :]
        later += asked_at[prompt.seat] > 0
        assert [(event.seat, event.cards) for event in prompt.events] == [
            (action.seat, action.cards) for action in since
        ]
        asked_at[prompt.seat] = len(match.log)
        answer(match, match.deal.legal_plays()[-1])
    assert later, "somebody was asked again"
