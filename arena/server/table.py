"""A table: one match machine, played by the bots that sit at it.

Answers come in straight from the streams and prompts go straight out again, all
of it synchronous: no task is woken for a decision. The one task a table has
sleeps until a flag may fall or the match is over.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from math import inf
from struct import iter_unpack
from typing import Final

import trio

from arena.game.deal import Deal
from arena.game.view import view_of
from arena.match.clock import TimeControl
from arena.match.events import (
    Acted,
    AnswerIgnored,
    Asked,
    DealEnded,
    DealStarted,
    Forfeited,
    MatchEnded,
    MatchEvent,
)
from arena.match.machine import Match
from arena.match.result import Action, Forfeit
from arena.match.termination import Termination
from arena.server.backlog import all_read_until
from arena.server.notices import Notices
from arena.server.offers import Offers
from arena.server.player import Player
from arena.server.prompts import encode_event, encode_place, encode_prompt
from arena.server.stream import BotStream

ABSENCE = 120.0
"""Seconds a bot may be away at its turn where no clock sets a limit: by then it does
not come back, and the table must go on."""

ID_BITS = 53
"""Bits of a table id: what every language holds exactly in a plain number."""

IDS_DRAWN: Final = 64
"""Table ids that are drawn together, since it takes the system long to be asked."""

MOST_PLAYS: Final = 4096
"""The most legal plays that are listed in a prompt. Hands of thirty cards and more can
have millions, and listing them would stall every other table."""

FEW_CARDS: Final = 13
"""The cards of a hand that never has so many plays."""


def _draw_ids() -> Iterator[int]:
    """Gives table ids without end; from some of them nobody can tell the next."""
    while True:
        drawn = secrets.token_bytes(8 * IDS_DRAWN)
        for (number,) in iter_unpack("Q", drawn):
            yield number >> (64 - ID_BITS)


_IDS: Final = _draw_ids()


class Table:
    """Drives one `Match` over the streams of its players."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        time_control: TimeControl,
        forfeited: Callable[[str, Forfeit], None],
    ) -> None:
        """Seats `players` in order; `forfeited` hears of each forfeit at once."""
        self.id = next(_IDS)
        """The table's number on the wire: it says nothing about the board."""
        self._places = [encode_place(self.id, seat) for seat in range(len(players))]
        self._match = match
        self._players = tuple(players)
        self._forfeited = forfeited
        rules = match.deal.variant
        self._notices = Notices(self.id, players, rules, time_control)
        self._offers = Offers(self.id, match, players)
        self._over = trio.Event()
        self._scope: trio.CancelScope
        """What the table's task sleeps in; none before it does so first."""
        self._wakes = -inf
        """The deadline of the scope, which takes long to be asked for its own."""
        self._events: list[bytes] = []
        self._withheld: int | None = None
        """The turn whose prompt waits until its bot is heard of again."""

    async def play(self) -> None:
        """Plays the match to its end.

        Cancelling abandons it: the players rise, and nothing is decided.
        """
        for seat, player in enumerate(self._players):
            player.seats[self.id] = (self, seat)
        try:
            self._begin()
            while not self._over.is_set():
                self._wakes = self._deadline()
                with trio.CancelScope(deadline=self._wakes) as self._scope:
                    await self._over.wait()
                await self._expire()
        finally:
            for player in self._players:
                player.seats.pop(self.id, None)

    def answer(self, seat: int, turn: int, cards: bytes, received: float) -> bool:
        """Takes a bot's answer that came at `received`.

        Returns:
            Whether it was to anything; False for one that is ignored, unless that was
            because another seat was faster.
        """
        events = self._match.answer(seat, turn, cards, received)
        self._handle(events, received)
        return not isinstance(events[-1], AnswerIgnored) or self._offers.excuse(seat)

    def sent(self, seat: int, turn: int, now: float) -> bool:
        """Notes that a prompt is leaving the arena: its clock runs from now.

        Returns:
            Whether it is still the prompt that the match waits for.
        """
        prompt = self._match.prompt
        if prompt is None or prompt.turn != turn:
            return False
        self._match.sent(seat, turn, now)
        self._watch_deadline()
        return True

    def lose(self, seat: int, *, for_good: bool) -> None:
        """Notes that a player's stream is lost, perhaps for good."""
        now = trio.current_time()
        self._handle(self._match.lose(seat, now, for_good=for_good), now)
        self._watch_deadline()

    def regain(self, seat: int) -> None:
        """Notes that a player's stream is back."""
        self._notices.repeat_start(seat)
        now = trio.current_time()
        self._handle(self._match.regain(seat, now), now)
        self._offers.repeat(seat, self)

    def resume(self, seat: int) -> None:
        """Asks what a player was not asked while it was overdue with another answer."""
        prompt = self._match.prompt
        if prompt is not None and (prompt.seat, prompt.turn) == (seat, self._withheld):
            self._ask(seat, prompt.turn, trio.current_time())

    def withdraw(self, seat: int) -> None:
        """Notes that a player takes no further part."""
        now = trio.current_time()
        self._handle(self._match.withdraw(seat, now), now)

    def waits_since(self, seat: int) -> float | None:
        """Gives since when the table waits for a seat's bot; `None`: it does not.

        A prompt that has yet to leave is none that a bot could have answered.
        """
        prompt = self._match.prompt
        if prompt is None or prompt.seat != seat:
            return None
        since, player = self._match.clock_since, self._players[seat]
        if since is None and player.away_since is not None:
            return player.away_since
        if since is None and self._withheld == prompt.turn:
            return player.overdue_since
        return since

    def position(self, stream: BotStream, seat: int, turn: int) -> bytes:
        """Gives the prompt that shows a seat what it may do unasked, encoded."""
        return self._prompt(stream, seat, turn, trio.current_time())

    def _begin(self) -> None:
        now = trio.current_time()
        for seat, player in enumerate(self._players):
            if not player.present:
                player.away_since = player.away_since or now
                self._match.lose(seat, now, for_good=player.gone)
        self._handle(self._match.start(now), now)

    async def _expire(self) -> None:
        """Lets a flag fall whose time has come, or gives up waiting for a bot."""
        deadline = self._match.deadline
        if deadline is not None:
            if deadline <= trio.current_time():
                # An answer that came in time may not have been read yet.
                await all_read_until(deadline)
            now = trio.current_time()
            self._handle(self._match.expire(now), now)
        elif self._deadline() <= trio.current_time() and self._match.prompt is not None:
            player = self._players[self._match.prompt.seat]
            if player.away_since is None:
                self.resume(self._match.prompt.seat)
            else:
                player.depart()

    def _deadline(self) -> float:
        deadline, prompt = self._match.deadline, self._match.prompt
        if deadline is not None:
            return deadline
        if prompt is None:
            return inf
        player = self._players[prompt.seat]
        if player.away_since is not None:
            return player.away_since + ABSENCE
        until = player.overdue_until if self._withheld == prompt.turn else None
        return inf if until is None else until

    def _watch_deadline(self) -> None:
        # Deadlines mostly move away; the sleeper then wakes early, once, and looks
        # again. Only one that has come nearer must be told to it.
        deadline = self._deadline()
        if deadline < self._wakes:
            self._wakes = self._scope.deadline = deadline

    def _handle(self, events: list[MatchEvent], now: float) -> None:
        for event in events:
            match event:
                case Asked():
                    self._offers.push(event, self)
                    self._ask(event.seat, event.turn, now)
                case DealStarted():
                    self._events = []
                    self._notices.tell_start(event)
                case Acted():
                    self._offers.add(event.action)
                case Forfeited():
                    self._rule(event.forfeit)
                case DealEnded():
                    self._offers.push(None, self)
                    self._notices.tell_end(event)
                case MatchEnded():
                    self._over.set()
                case AnswerIgnored():
                    pass

    def _catch_up(self, actions: list[Action]) -> list[bytes]:
        """Gives all actions of a deal as encoded events, adding the new ones."""
        events = self._events
        for number in range(len(events), len(actions)):
            events.append(encode_event(actions[number]))
        return events

    def _ask(self, seat: int, turn: int, now: float) -> None:
        player = self._players[seat]
        self._withheld = None
        if player.overdue_until is not None:
            if now < player.overdue_until:
                self._withheld = turn
                self._watch_deadline()
                return
            player.given_up.set()
        stream = player.stream
        if stream is None:
            # For a bot that is here no time runs until the prompt has left.
            self._watch_deadline()
            return
        prompt = self._prompt(stream, seat, turn, now)
        stream.outbox.add_prompt(self, seat, turn, prompt)

    def _prompt(self, stream: BotStream, seat: int, turn: int, now: float) -> bytes:
        """Gives the prompt that asks a seat, encoded."""
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

    def _rule(self, forfeit: Forfeit) -> None:
        player = self._players[forfeit.seat]
        self._notices.tell_ruling(forfeit)
        if forfeit.termination is Termination.FLAG_FALL and forfeit.cards is None:
            player.miss()
        self._forfeited(player.name, forfeit)


def _may_list(deal: Deal, seat: int) -> bool:
    """Whether a seat's legal plays are few enough to be listed."""
    few = len(deal.hands[seat]) <= FEW_CARDS
    return few or deal.most_plays(seat) <= MOST_PLAYS
