"""The match: who is asked, what an answer does, and what happens without one.

Inputs are calls, outputs are lists of events; every input decides at once, and
nothing a bot does raises. While the match is not over exactly one seat is asked;
what happens between two questions is the session's.

Time is an argument, in seconds of any one clock that does not step. Nothing
happens by itself: whoever drives the match calls `expire` at `deadline`, after
handing in the answers that have come by then.
"""

from collections.abc import Sequence

from arena.dealing import Dealt
from arena.errors import LocalProtocolError
from arena.game.deal import Deal
from arena.game.refusal import Refusal
from arena.game.variant import Variant
from arena.match.clock import TimeControl
from arena.match.events import (
    AnswerIgnored,
    Asked,
    Forfeited,
    IgnoreReason,
    MatchEvent,
)
from arena.match.result import Action, PlayedDeal
from arena.match.session import Session
from arena.match.termination import Termination


class Match:
    """One rotation of a board at one table: a session of one or more deals.

    A seat forfeits a deal by an illegal answer, by the fall of its flag, by staying
    away until then, or by withdrawal. It plays the next deal of the session again,
    unless it is lost for good or withdrawn.
    """

    def __init__(
        self,
        variant: Variant,
        dealt: Sequence[Dealt],
        time_control: TimeControl,
        *,
        forced_passes: bool = True,
    ) -> None:
        """Seats a match.

        Args:
            variant: The rules.
            dealt: The cards of each deal of the session, one deal at least.
            time_control: The clocks, full again at the start of each deal.
            forced_passes: Whether the machine passes for a seat that has no legal
                play, rather than ask it.

        Raises:
            LocalProtocolError: There is no deal.
        """
        self._variant = variant
        self._session = Session(
            variant, dealt, time_control, forced_passes=forced_passes
        )
        self._started = False

    @property
    def over(self) -> bool:
        """Whether all deals are over."""
        return self._session.over

    @property
    def played(self) -> list[PlayedDeal]:
        """The deals that are over. To be read only."""
        return self._session.played

    @property
    def deal(self) -> Deal:
        """The running deal, or at the end the last one. To be read only."""
        return self._session.playing.deal

    @property
    def deal_number(self) -> int:
        """The number of the running deal in the session, from 0."""
        return self._session.playing.number

    @property
    def log(self) -> list[Action]:
        """Everything played and passed in the running deal. To be read only."""
        return self._session.playing.log

    @property
    def prompt(self) -> Asked | None:
        """Who is asked, with the turn; `None` before the start and at the end."""
        return self._session.playing.prompt

    @property
    def deadline(self) -> float | None:
        """When the flag of the seat that is asked falls; `None`: not as things are."""
        return self._session.playing.clock.deadline

    @property
    def clock_since(self) -> float | None:
        """Since when the clock of the seat that is asked runs; `None`: it stands."""
        return self._session.playing.clock.started

    def clock_left(self, seat: int, now: float) -> float | None:
        """Gives the seconds on a seat's clock; `None` where time has no bank."""
        self._require_seat(seat)
        clock, prompt = self._session.playing.clock, self._session.playing.prompt
        left = clock.left(seat)
        if left is None or prompt is None or prompt.seat != seat:
            return left
        return max(0.0, left - (clock.elapsed(now) or 0.0))

    def may_answer_unasked(self, seat: int) -> bool:
        """Says whether a seat that is not asked may play now, out of turn.

        Not that it holds a play that would stand.
        """
        self._require_seat(seat)
        prompt = self.prompt
        return (
            prompt is not None
            and prompt.seat != seat
            and self._plays_out_of_turn(seat)
            and self.deal.may_act(seat)
        )

    def told(self, seat: int) -> int:
        """Gives how much of `log` need not be told by a prompt to the seat.

        That is what had happened before its last prompt that was answered, or that
        was sent and became void. A prompt that is sent again after the stream was
        lost therefore tells the same again: what the first one told went to a
        process that may be no more.
        """
        return self._session.playing.told[seat]

    def since_last_prompt(self, seat: int) -> Sequence[Action]:
        """Gives the news of the running deal that a prompt to the seat has to tell."""
        return self.log[self.told(seat) :]

    def start(self, now: float) -> list[MatchEvent]:
        """Begins the first deal and asks the first seat.

        Raises:
            LocalProtocolError: The match has been started before.
        """
        if self._started:
            raise LocalProtocolError("the match has been started already")
        self._started = True
        return self._session.go_on(now, [self._session.deal_started()])

    def sent(self, seat: int, turn: int, now: float) -> list[MatchEvent]:
        """Takes note that a prompt has left the arena: its clock starts.

        Until then the seat is charged nothing, so whoever drives the match has to
        bound how long a bot may refuse to read, and to `lose` it then. Without
        effect on a prompt that is no longer outstanding; such a prompt should not
        be sent at all. A clock that runs already is not started anew.
        """
        prompt = self._session.playing.prompt
        if prompt is not None and prompt.turn == turn and prompt.seat == seat:
            self._session.playing.mark_sent(seat, now)
        return []

    def answer(
        self, seat: int, turn: int, cards: bytes, received: float
    ) -> list[MatchEvent]:
        """Takes a seat's answer, whatever it is worth.

        Where the variant allows play out of turn, a seat that is not asked may send
        one too, with the turn that is current. If it stands, the outstanding prompt
        is void; if not, it is ignored. It comes too late if the flag of the seat
        that is asked had fallen by then.

        Args:
            seat: The seat it came from.
            turn: The turn it says it answers.
            cards: The cards it plays, in any order; none is a pass.
            received: When it reached the arena. At the deadline is in time.
        """
        playing = self._session.playing
        prompt = playing.prompt
        if prompt is None or turn != prompt.turn:
            known = 0 < turn <= self._session.turn
            reason = IgnoreReason.TURN_OVER if known else IgnoreReason.UNKNOWN_TURN
            return [AnswerIgnored(seat, turn, reason)]
        if seat != prompt.seat:
            return self._answer_unasked(prompt, seat, cards, received)
        deadline = playing.clock.deadline
        if deadline is not None and received > deadline:
            return self._forfeit(prompt, received, cards=cards)
        refusal = playing.answer(prompt, seat, cards, received)
        if refusal is None:
            return self._session.go_on(received, self._session.acted())
        why = Termination.ILLEGAL_ANSWER
        return self._forfeit(prompt, received, why, cards=cards, refusal=refusal)

    def expire(self, now: float) -> list[MatchEvent]:
        """Lets the flag fall if its time has come; at the deadline it has."""
        playing = self._session.playing
        prompt, deadline = playing.prompt, playing.clock.deadline
        if prompt is None or deadline is None or now < deadline:
            return []
        return self._forfeit(prompt, now)

    def lose(self, seat: int, now: float, *, for_good: bool) -> list[MatchEvent]:
        """Takes note that a seat's stream is lost.

        The seat has what its clock holds to come back: the clock of its prompt runs
        from now if it did not yet, and later prompts' from when they are asked.
        Where time is unlimited so is its absence, until it is lost for good.

        Args:
            seat: The seat.
            now: The time. Answers that came before must have been handed in.
            for_good: Nobody will come back, the process is dead: the seat forfeits
                its prompt, or the deal when its turn comes, without waiting.
        """
        self._require_seat(seat)
        self._session.attendance.lose(seat, for_good=for_good)
        prompt = self._session.playing.prompt
        if prompt is None or prompt.seat != seat:
            return []
        why = self._session.attendance.default(seat)
        if why is not None:
            return self._forfeit(prompt, now, why)
        self._session.playing.run_clock(seat, now)
        return self.expire(now)

    def regain(self, seat: int, now: float) -> list[MatchEvent]:
        """Takes note that a seat has a new stream, whether or not the old was lost.

        A prompt that is outstanding is asked once more, and its clock goes on. Even
        a seat that was lost for good plays again, from its next prompt.
        """
        self._require_seat(seat)
        playing = self._session.playing
        prompt, deadline = playing.prompt, playing.clock.deadline
        why = self._session.attendance.flag_fall(seat)
        self._session.attendance.regain(seat)
        if prompt is None or prompt.seat != seat:
            return []
        if deadline is not None and now >= deadline:
            return self._forfeit(prompt, now, why)
        return [prompt]

    def withdraw(self, seat: int, now: float) -> list[MatchEvent]:
        """Takes a seat out of this and all later deals, as soon as it is its turn."""
        self._require_seat(seat)
        self._session.attendance.withdraw(seat)
        prompt = self._session.playing.prompt
        if prompt is None or prompt.seat != seat:
            return []
        return self._forfeit(prompt, now, Termination.WITHDRAWN)

    def _answer_unasked(
        self, prompt: Asked, seat: int, cards: bytes, received: float
    ) -> list[MatchEvent]:
        """Tries what a seat that is not asked has sent as a play out of turn."""
        self._require_seat(seat)
        playing, turn = self._session.playing, prompt.turn
        if not self._plays_out_of_turn(seat):
            return [AnswerIgnored(seat, turn, IgnoreReason.NOT_ASKED)]
        deadline = playing.clock.deadline
        if deadline is not None and received > deadline:
            ignored = AnswerIgnored(seat, turn, IgnoreReason.TURN_OVER)
            return [*self._forfeit(prompt, received), ignored]
        refusal = playing.answer(prompt, seat, cards, received)
        if refusal is not None:
            return [AnswerIgnored(seat, turn, IgnoreReason.REFUSED, refusal)]
        return self._session.go_on(received, self._session.acted())

    def _plays_out_of_turn(self, seat: int) -> bool:
        """Says whether the seat has, in this deal, any plays but those it is asked for."""
        return (
            self._variant.out_of_turn
            and seat not in self._session.playing.forfeits
            and not self._session.attendance.is_withdrawn(seat)
        )

    def _forfeit(
        self,
        prompt: Asked,
        now: float,
        termination: Termination | None = None,
        *,
        cards: bytes | None = None,
        refusal: Refusal | None = None,
    ) -> list[MatchEvent]:
        """Ends the asked seat's part in the deal, by default by the fall of its flag."""
        forfeit = self._session.playing.forfeit(
            prompt,
            termination or self._session.attendance.flag_fall(prompt.seat),
            now,
            cards=cards,
            refusal=refusal,
        )
        return self._session.go_on(now, [Forfeited(forfeit)])

    def _require_seat(self, seat: int) -> None:
        if not 0 <= seat < self._session.playing.deal.seats:
            raise LocalProtocolError(f"there is no seat {seat} at this table")
