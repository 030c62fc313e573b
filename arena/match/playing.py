"""A deal while it is played: the rules' state and what the match keeps beside it.

Here the books are kept: log, clocks, forfeits, and the prompt that is outstanding.
What is to happen next is decided by the match machine.
"""

from arena.dealing import Dealt
from arena.game.cards import PASS, Cards
from arena.game.deal import Deal
from arena.game.refusal import Refusal
from arena.game.scoring import payoff, with_forfeits
from arena.game.variant import Variant
from arena.match.clock import Clock, TimeControl
from arena.match.events import Asked
from arena.match.result import EVIDENCE_LIMIT, Action, Forfeit, PlayedDeal
from arena.match.substitute import substitute_play
from arena.match.termination import Termination


class DealInPlay:
    """One deal of a match, from the dealing of its cards to its adjudication."""

    __slots__ = (
        "_dealt",
        "_sent",
        "_variant",
        "clock",
        "deal",
        "dealer",
        "forfeits",
        "leader",
        "log",
        "number",
        "prompt",
        "told",
    )

    number: int
    """The deal of the session, from 0."""

    deal: Deal
    """The state of the rules. Acted on through this class only."""

    dealer: int
    """The seat that dealt."""

    leader: int | None
    """The last deal's winner, who leads; `None`: the opening rule says who."""

    prompt: Asked | None
    """The prompt that is outstanding."""

    clock: Clock
    """The clocks of all seats."""

    log: list[Action]
    """Everything that was played and passed so far, in order."""

    told: list[int]
    """By seat, how much of `log` the prompts it need not be sent again have told."""

    forfeits: dict[int, Forfeit]
    """The seats that have forfeited this deal, in the order in which they did."""

    def __init__(
        self,
        variant: Variant,
        number: int,
        dealt: Dealt,
        *,
        dealer: int,
        leader: int | None,
        time_control: TimeControl,
    ) -> None:
        """Lays the cards out; the deal may be over at once by an instant win."""
        self.number = number
        self.dealer = dealer
        self.leader = leader
        self.prompt = None
        self.deal = Deal(
            variant, dealt.hands, dealer=dealer, leader=leader, leftover=dealt.leftover
        )
        self.clock = Clock(time_control, self.deal.seats)
        self.log = []
        self.told = [0] * self.deal.seats
        self.forfeits = {}
        self._variant = variant
        self._dealt = dealt
        self._sent = False

    def attempt(
        self, seat: int, cards: Cards, *, forced: bool = False, substitute: bool = False
    ) -> Refusal | None:
        """Plays or passes and writes it down; gives the refusal, where nothing changes."""
        deal = self.deal
        trick = deal.trick_number
        refusal = deal.attempt(seat, cards)
        if refusal is None:
            ends_trick = deal.trick_number != trick
            self.log.append(Action(seat, cards, forced, substitute, ends_trick))
        return refusal

    def pass_for(self, seat: int) -> None:
        """Passes for a seat on turn that has no legal play."""
        self._require(self.attempt(seat, PASS, forced=True))

    def act_for(self, seat: int) -> None:
        """Acts for a seat on turn that has forfeited."""
        play = substitute_play(self.deal)
        self._require(self.attempt(seat, play, substitute=True))

    @staticmethod
    def _require(refusal: Refusal | None) -> None:
        # What the machine does for a seat is legal, or it would go on for ever.
        if refusal is not None:
            raise AssertionError(refusal)

    def ask(self, prompt: Asked) -> None:
        """Makes a prompt the outstanding one; its clock does not run yet."""
        self.prompt = prompt

    def mark_sent(self, seat: int, now: float) -> None:
        """Takes note that the outstanding prompt has left; starts its clock."""
        self._sent = True
        self.run_clock(seat, now)

    def run_clock(self, seat: int, now: float) -> None:
        """Starts the clock of the outstanding prompt unless it runs already."""
        if self.clock.started is None:
            self.clock.run(seat, now)

    def answer(
        self, prompt: Asked, seat: int, cards: bytes, received: float
    ) -> Refusal | None:
        """Plays what a bot has answered; gives the refusal, where nothing changes.

        The prompt is closed by it, also when the answer is another seat's, out of
        turn: then the seat that was asked is charged the time it used, and gets no
        increment, since it has not answered.

        An answer of more cards than the seat holds is cut off behind the first that
        is too many: it is refused all the same, at no more cost than any other.
        """
        told = len(self.log)
        if len(cards) > 1:
            most = len(self.deal.hands[seat]) + 1
            cards = bytes(sorted(cards[:most]))
        refusal = self.attempt(seat, cards)
        if refusal is not None:
            return refusal
        answered = seat == prompt.seat
        if answered or self._sent:
            self.told[prompt.seat] = told
        self.clock.stop(prompt.seat, received, answered=answered)
        self._close_prompt()
        return None

    def forfeit(
        self,
        asked: Asked,
        termination: Termination,
        now: float,
        *,
        cards: bytes | None = None,
        refusal: Refusal | None = None,
    ) -> Forfeit:
        """Writes a seat's forfeit down with its evidence, and closes its prompt."""
        clock = self.clock
        timed = cards is not None or clock.started is not None
        allowed = clock.allowed
        measured = clock.stop(asked.seat, now, answered=False)
        forfeit = Forfeit(
            deal=self.number,
            seat=asked.seat,
            turn=asked.turn,
            termination=termination,
            cards=None if cards is None else cards[:EVIDENCE_LIMIT],
            refusal=refusal,
            measured=measured if timed else None,
            allowed=allowed,
        )
        if self._sent or cards is not None:
            self.told[asked.seat] = len(self.log)
        self.forfeits[asked.seat] = forfeit
        self._close_prompt()
        return forfeit

    def _close_prompt(self) -> None:
        self.prompt = None
        self._sent = False

    def adjudicate(self) -> PlayedDeal:
        """Gives the result of a deal that is over, with forfeiters below the rest."""
        deal, forfeiters = self.deal, tuple(self.forfeits)
        finish, paid = deal.finish, deal.payoff
        if forfeiters:
            finish = with_forfeits(finish, forfeiters)
            paid = payoff(self._variant, finish, deal.seats, forfeiters=forfeiters)
        return PlayedDeal(
            deal=self.number,
            dealt=self._dealt,
            dealer=self.dealer,
            leader=self.leader,
            actions=tuple(self.log),
            finish=finish,
            payoff=paid,
            terminations=tuple(map(self._termination, range(deal.seats))),
            think=tuple(self.clock.think),
            forfeits=tuple(self.forfeits.values()),
        )

    def _termination(self, seat: int) -> Termination:
        forfeit = self.forfeits.get(seat)
        return forfeit.termination if forfeit else Termination.NORMAL
