"""The session: deal after deal, and all that needs no answer from anybody.

Here seats are passed for that can do nothing else, those that have forfeited are
acted for, ended deals are adjudicated and the next ones laid out, as far as it
takes to reach the next question or the end.
"""

from collections.abc import Sequence

from arena.dealing import Dealt
from arena.errors import LocalProtocolError
from arena.game.options import LeadLater
from arena.game.variant import Variant
from arena.match.attendance import Attendance
from arena.match.clock import TimeControl
from arena.match.events import (
    Acted,
    Asked,
    DealEnded,
    DealStarted,
    Forfeited,
    MatchEnded,
    MatchEvent,
)
from arena.match.playing import DealInPlay
from arena.match.result import PlayedDeal


class Session:
    """The deals of a match in their order, one of them in play."""

    attendance: Attendance
    """Which seats can answer; told by the match."""

    playing: DealInPlay
    """The running deal; at the end the last one."""

    played: list[PlayedDeal]
    """The deals that are over."""

    over: bool
    """Whether all are."""

    turn: int
    """The number of the last turn there was, 0 before the first."""

    def __init__(
        self,
        variant: Variant,
        dealt: Sequence[Dealt],
        time_control: TimeControl,
        *,
        forced_passes: bool,
    ) -> None:
        """Lays out the first deal; `Match` says what the arguments are."""
        if not dealt:
            raise LocalProtocolError("a match needs at least one deal")
        self._variant = variant
        self._dealt = tuple(dealt)
        self._time_control = time_control
        self._forced_passes = forced_passes
        self.attendance = Attendance()
        self.played = []
        self.over = False
        self.turn = 0
        self.playing = self._lay_out(dealt[0].dealer, None)

    def deal_started(self) -> DealStarted:
        """Reports the deal that lies before the seats."""
        playing = self.playing
        hands = tuple(playing.deal.hands)
        return DealStarted(playing.number, playing.dealer, playing.leader, hands)

    def acted(self) -> list[MatchEvent]:
        """Reports the last action where seats that are not asked must know of it."""
        return [Acted(self.playing.log[-1])] if self._variant.out_of_turn else []

    def go_on(self, now: float, events: list[MatchEvent]) -> list[MatchEvent]:
        """Goes on to the next question or the end; gives `events` with what is new."""
        while not self.over:
            playing = self.playing
            deal = playing.deal
            seat = deal.turn
            if seat is None:
                self._end_deal(events)
            elif seat in playing.forfeits:
                playing.act_for(seat)
                events += self.acted()
            elif self._forced_passes and deal.forced_pass():
                playing.pass_for(seat)
                events += self.acted()
            elif self._ask(seat, now, events):
                break
        return events

    def _ask(self, seat: int, now: float, events: list[MatchEvent]) -> bool:
        """Asks a seat, or has it forfeit if it is known not to answer."""
        self.turn += 1
        prompt = Asked(seat, self.turn)
        why = self.attendance.default(seat)
        if why is not None:
            events.append(Forfeited(self.playing.forfeit(prompt, why, now)))
            return False
        self.playing.ask(prompt)
        if self.attendance.is_lost(seat):
            self.playing.run_clock(seat, now)
        events.append(prompt)
        return True

    def _end_deal(self, events: list[MatchEvent]) -> None:
        """Adjudicates the deal and lays out the next, if there is one."""
        playing = self.playing
        played = playing.adjudicate()
        self.played.append(played)
        self.over = len(self.played) == len(self._dealt)
        events.append(DealEnded(played, tuple(playing.told), self.over))
        if self.over:
            events.append(MatchEnded())
            return
        dealer, leader = next_deal(self._variant, played.finish, played.dealer)
        self.playing = self._lay_out(dealer, leader)
        events.append(self.deal_started())

    def _lay_out(self, dealer: int, leader: int | None) -> DealInPlay:
        number = len(self.played)
        return DealInPlay(
            self._variant,
            number,
            self._dealt[number],
            dealer=dealer,
            leader=leader,
            time_control=self._time_control,
        )


def next_deal(
    variant: Variant, finish: tuple[tuple[int, ...], ...], dealer: int
) -> tuple[int, int | None]:
    """Gives dealer and leader of the deal after one that ended with `finish`.

    The loser deals. Under `lead_later = winner` the winner leads; otherwise the
    opening rule decides again, which is a leader of `None`. Among seats that tie,
    the first one clockwise from the last dealer's left counts as the better, as
    everywhere in the rules where seats are equal.

    Args:
        variant: The rules of the session.
        finish: Seats in groups, best first, forfeiters already at the end.
        dealer: Who dealt the deal that ended.
    """
    seats = sum(map(len, finish))

    def from_the_left(seat: int) -> int:
        return (seat - dealer - 1) % seats

    loser = max(finish[-1], key=from_the_left)
    if variant.lead_later is LeadLater.LOWEST:
        return loser, None
    return loser, min(finish[0], key=from_the_left)
