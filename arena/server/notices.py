"""What the seats of a table are told beside their prompts.

How each deal begins and ends, and why a seat has forfeited. Beginnings and ends are put
together in bytes, as prompts are: most of what they say has been said at other tables.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from arena.game.scoring import Finish
from arena.game.variant import Variant
from arena.match.clock import TimeControl
from arena.match.events import DealEnded, DealStarted
from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.server.convert import fill_ruling, result_of, start_of
from arena.server.encoding import Events, Field, Place
from arena.server.player import Player
from arena.v1 import play_service_pb2 as pb

_START: Final = Field(pb.PlayResponse, "deal_starts")
_START_PLACE: Final = Place(pb.DealStart)
_HAND: Final = Field(pb.DealStart, "hand")
_RESULT: Final = Field(pb.PlayResponse, "deal_results")
_RESULT_PLACE: Final = Place(pb.DealResult)
_EVENTS: Final = Events(pb.DealResult, "events")


@lru_cache(maxsize=1024)
def _start(
    rules: Variant, time_control: TimeControl, deal: int, seats: int, dealer: int
) -> bytes:
    """Gives how a deal begins, but for what differs from table to table, encoded."""
    start = start_of(rules, time_control, deal=deal, seats=seats, dealer=dealer)
    return start.SerializeToString()


@lru_cache(maxsize=1024)
def _result(
    deal: int,
    finish: Finish,
    payoff: tuple[int, ...],
    terminations: tuple[Termination, ...],
    last: bool,
) -> bytes:
    """Gives how a deal ended, but for what differs from table to table, encoded."""
    result = result_of(
        deal=deal, finish=finish, payoff=payoff, terminations=terminations, last=last
    )
    return result.SerializeToString()


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
        self._start = _start(
            self._rules,
            self._time_control,
            started.deal,
            len(started.hands),
            started.dealer,
        )
        for seat in range(len(self._players)):
            self.repeat_start(seat)

    def repeat_start(self, seat: int) -> None:
        """Tells a seat how the running deal began, if one has begun."""
        stream, started = self._players[seat].stream, self._started
        if stream is not None and started is not None:
            place = _START_PLACE.encode(self._table_id, seat)
            hand = _HAND.encode(started.hands[seat])
            stream.outbox.add_notice(_START.encode(place + self._start + hand))

    def tell_ruling(self, forfeit: Forfeit) -> None:
        """Tells a seat why it has forfeited the deal."""
        stream = self._players[forfeit.seat].stream
        if stream is not None:
            fill_ruling(stream.draft.rulings.add(), forfeit, table_id=self._table_id)
            stream.flush()

    def tell_end(self, ended: DealEnded) -> None:
        """Tells all seats how the deal has ended."""
        played = ended.played
        result = _result(
            played.deal,
            played.finish,
            played.payoff,
            played.terminations,
            ended.last,
        )
        oldest = min(ended.told)
        news = [_EVENTS.encode(action) for action in played.actions[oldest:]]
        for seat, player in enumerate(self._players):
            if player.stream is not None:
                place = _RESULT_PLACE.encode(self._table_id, seat)
                parts = [place, result, *news[ended.told[seat] - oldest :]]
                player.stream.outbox.add_notice(_RESULT.encode(b"".join(parts)))
