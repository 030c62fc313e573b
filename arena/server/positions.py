"""The positions of one table as prompts: what a seat is asked, or offered unasked.

It refers to nothing that refers to it: a table whose parts made such a circle would be
given back, with all that was played at it, only when Python looks for circles.
"""

from typing import Final

from arena.game.deal import Deal
from arena.game.view import view_of
from arena.match.machine import Match
from arena.match.result import Action
from arena.server.prompts import encode_event, encode_place, encode_prompt
from arena.server.stream import BotStream

MOST_PLAYS: Final = 4096
"""The most legal plays that are listed in a prompt. Hands of thirty cards and more can
have millions, and listing them would stall every other table."""

FEW_CARDS: Final = 13
"""The cards of a hand that never has so many plays."""


class Positions:
    """Puts the match of one table as it stands into prompts."""

    def __init__(self, table_id: int, match: Match, seats: int) -> None:
        """Begins with a match in which nothing has been done."""
        self._match = match
        self._places = [encode_place(table_id, seat) for seat in range(seats)]
        self._events: list[bytes] = []
        """The actions of the deal, as far as a prompt has told any of them, encoded."""

    def begin(self) -> None:
        """Begins another deal, of which nothing has been told."""
        self._events = []

    def prompt(self, stream: BotStream, seat: int, turn: int, now: float) -> bytes:
        """Gives the prompt that shows a seat what it may do, encoded.

        Args:
            stream: What the prompt is for, as far as its bot's wishes go.
            seat: Who is asked.
            turn: The turn to answer with.
            now: The time, by which the seat's clock is read.
        """
        match, deal = self._match, self._match.deal
        listed = stream.wants_legal_plays and _may_list(deal, seat)
        return encode_prompt(
            view_of(deal, seat),
            self._catch_up(match.log)[match.told(seat) :],
            deal.legal_plays(seat) if listed else [],
            place=self._places[seat],
            turn=turn,
            clock_left=match.clock_left(seat, now),
            round_trip=stream.round_trip,
        )

    def _catch_up(self, actions: list[Action]) -> list[bytes]:
        """Gives all actions of a deal as encoded events, adding the new ones."""
        events = self._events
        for number in range(len(events), len(actions)):
            events.append(encode_event(actions[number]))
        return events


def _may_list(deal: Deal, seat: int) -> bool:
    """Whether a seat's legal plays are few enough to be listed."""
    few = len(deal.hands[seat]) <= FEW_CARDS
    return few or deal.most_plays(seat) <= MOST_PLAYS
