"""What the seats of a table are told beside their prompts.

How each deal begins and ends, and why a seat has forfeited. What is the same for all
seats is encoded once.
"""

from collections.abc import Sequence
from typing import Final

from arena.game.variant import Variant
from arena.match.clock import TimeControl
from arena.match.events import DealEnded, DealStarted
from arena.match.result import Forfeit
from arena.server.convert import fill_ruling, result_of, start_of
from arena.server.encoding import Events
from arena.server.player import Player
from arena.v1 import play_service_pb2 as pb

_EVENTS: Final = Events(pb.DealResult, "events")


class Notices:
    """Tells the players of one table; who has no stream is told nothing."""

    def __init__(
        self,
        table_id: int,
        players: Sequence[Player],
        rules: Variant,
        time_control: TimeControl,
    ) -> None:
        """Tells `players`, in the order of their seats, of a table with these rules."""
        self._table_id = table_id
        self._players = players
        self._rules = rules
        self._time_control = time_control
        self._started: DealStarted | None = None
        self._start = b""

    def tell_start(self, started: DealStarted) -> None:
        """Tells all seats that a deal begins."""
        self._started = started
        self._start = start_of(
            started, self._rules, self._time_control, table_id=self._table_id
        ).SerializeToString()
        for seat in range(len(self._players)):
            self.repeat_start(seat)

    def repeat_start(self, seat: int) -> None:
        """Tells a seat how the running deal began, if one has begun."""
        stream, started = self._players[seat].stream, self._started
        if stream is not None and started is not None:
            told = stream.draft.deal_starts.add()
            told.ParseFromString(self._start)
            told.seat = seat
            told.hand = started.hands[seat]
            stream.flush()

    def tell_ruling(self, forfeit: Forfeit) -> None:
        """Tells a seat why it has forfeited the deal."""
        stream = self._players[forfeit.seat].stream
        if stream is not None:
            fill_ruling(stream.draft.rulings.add(), forfeit, table_id=self._table_id)
            stream.flush()

    def tell_end(self, ended: DealEnded) -> None:
        """Tells all seats how the deal has ended."""
        actions = ended.played.actions
        table_id, last = self._table_id, ended.last
        result = result_of(ended.played, table_id=table_id, last=last)
        encoded = result.SerializeToString()
        for seat, player in enumerate(self._players):
            if player.stream is not None:
                told = player.stream.draft.deal_results.add()
                news = [_EVENTS.encode(each) for each in actions[ended.told[seat] :]]
                told.ParseFromString(b"".join((encoded, *news)))
                told.seat = seat
                player.stream.flush()
