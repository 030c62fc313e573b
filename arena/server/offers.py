"""What the seats of a table see at once, where the variant allows play out of turn.

Every action is pushed to all seats as it happens. With it, each seat that may now
play without being asked is offered the position to decide on. An offer takes no time
from anybody's clock; what is answered to it stands or is ignored.
"""

from collections.abc import Sequence

import trio

from arena.match.events import Asked
from arena.match.machine import Match
from arena.match.result import Action
from arena.server.convert import event_of
from arena.server.player import Player
from arena.server.positions import Positions
from arena.v1 import cards_pb2 as cards_pb
from arena.v1 import play_service_pb2 as pb


class Offers:
    """The pushing side of one table; idle where nobody may play out of turn."""

    def __init__(
        self,
        table_id: int,
        match: Match,
        players: Sequence[Player],
        positions: Positions,
    ) -> None:
        """Begins with nothing to push; `positions` gives what is offered."""
        self._table_id = table_id
        self._match = match
        self._players = players
        self._positions = positions
        self._news: list[cards_pb.Event] = []
        self._newest: list[pb.TableEvents | None] = [None] * len(players)
        self._overtaken = [0] * len(players)
        self._asked: Asked | None = None

    def add(self, action: Action) -> None:
        """Takes what is to be pushed next."""
        asked, self._asked = self._asked, None
        if asked is not None and asked.seat != action.seat:
            self._overtaken[asked.seat] += 1
        self._news.append(event_of(action))

    def push(self, asked: Asked | None) -> None:
        """Shows everybody what has been added, and the turn that it led to.

        `asked` is who is asked now; `None` where the deal is over.
        """
        self._asked = asked
        if self._news:
            news, self._news = self._news, []
            for seat in range(len(self._players)):
                self._show(seat, news, asked)

    def repeat(self, seat: int) -> None:
        """Offers a seat whose stream is back what it may do now, if anything."""
        if self._match.may_answer_unasked(seat):
            self._show(seat, (), self._match.prompt)

    def excuse(self, seat: int) -> bool:
        """Tells whether an answer was ignored only because another seat was faster.

        Each offer, and each prompt that a play out of turn made void, excuses one
        answer: it is not the bot's fault that nobody waits for it any more.
        """
        if not self._overtaken[seat]:
            return False
        self._overtaken[seat] -= 1
        return True

    def _show(
        self, seat: int, news: Sequence[cards_pb.Event], asked: Asked | None
    ) -> None:
        older, self._newest[seat] = self._newest[seat], None
        if older is not None:
            # It may still wait to be written. What happened is to be told, but
            # nobody should think about a position that is no more.
            older.ClearField("offer")
        stream = self._players[seat].stream
        if stream is None:
            return
        shown = stream.draft.table_events.add(table_id=self._table_id)
        shown.events.extend(news)
        if asked is not None:
            shown.turn = asked.turn
            if self._match.may_answer_unasked(seat):
                now = trio.current_time()
                offer = self._positions.prompt(stream, seat, asked.turn, now)
                shown.offer.ParseFromString(offer)
                self._newest[seat] = shown
                self._overtaken[seat] += 1
        stream.flush()
