"""A table: one match machine, played by the bots that sit at it.

Answers come in straight from the streams and prompts go straight out again, all
of it synchronous: no task is woken for a decision. The one task a table has
sleeps until a flag may fall or the match is over.
"""

from collections.abc import Callable, Sequence
from math import inf

import trio

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
from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.server.backlog import all_read_until
from arena.server.notices import Notices
from arena.server.offers import Offers
from arena.server.player import Player
from arena.server.positions import Positions
from arena.server.table_ids import TABLE_IDS

ABSENCE = 120.0
"""Seconds a bot may be away at its turn where no clock sets a limit: by then it does
not come back, and the table must go on."""


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
        self.id = next(TABLE_IDS)
        """The table's number on the wire: it says nothing about the board."""
        self._match = match
        self._players = tuple(players)
        self._forfeited = forfeited
        rules = match.deal.variant
        self._notices = Notices(self.id, players, rules, time_control)
        self._positions = Positions(self.id, match, len(players))
        self._offers = Offers(self.id, match, players, self._positions)
        self._over = trio.Event()
        self._scope: trio.CancelScope
        """What the table's task sleeps in; none before it does so first."""
        self._wakes = -inf
        """The deadline of the scope, which takes long to be asked for its own."""
        self._withheld: int | None = None
        """The turn whose prompt waits until its bot is heard of again."""
        self._untold: list[Forfeit] = []
        """The forfeits that have yet to be told outside of the table."""

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
        self._offers.repeat(seat)

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

    def _begin(self) -> None:
        now = trio.current_time()
        for seat, player in enumerate(self._players):
            if not player.present:
                player.away_since = player.away_since or now
                self._match.lose(seat, now, for_good=player.gone)
        self._handle(self._match.start(now), now)

    async def _expire(self) -> None:
        """Lets a flag fall whose time has come, or gives up waiting for a bot."""
        due = self._deadline()
        if due > trio.current_time():
            return
        # What came in time may not have been read yet.
        await all_read_until(due)
        prompt = self._match.prompt
        if prompt is None or self._deadline() > due:
            return
        player, now = self._players[prompt.seat], trio.current_time()
        if self._match.deadline is not None:
            self._handle(self._match.expire(now), now)
        elif player.away_since is not None:
            player.depart()
        else:
            player.given_up.set()
            self.resume(prompt.seat)

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
                    self._offers.push(event)
                    self._ask(event.seat, event.turn, now)
                case DealStarted():
                    self._positions.begin()
                    self._notices.tell_start(event)
                case Acted():
                    self._offers.add(event.action)
                case Forfeited():
                    self._rule(event.forfeit)
                case DealEnded():
                    self._offers.push(None)
                    self._notices.tell_end(event)
                case MatchEnded():
                    self._over.set()
                case AnswerIgnored():
                    pass
        if self._untold:
            # Last of all: whoever is told may fail at it, and the table goes on.
            self._tell_forfeits()

    def _ask(self, seat: int, turn: int, now: float) -> None:
        player = self._players[seat]
        self._withheld = None
        until = player.overdue_until
        if until is not None and (now < until or not player.given_up.is_set()):
            self._withheld = turn
            self._watch_deadline()
            return
        stream = player.stream
        if stream is None:
            # For a bot that is here no time runs until the prompt has left.
            self._watch_deadline()
            return
        prompt = self._positions.prompt(stream, seat, turn, now)
        stream.outbox.add_prompt(self, seat, turn, prompt)

    def _rule(self, forfeit: Forfeit) -> None:
        player = self._players[forfeit.seat]
        self._notices.tell_ruling(forfeit)
        if forfeit.termination is Termination.FLAG_FALL and forfeit.cards is None:
            player.miss()
        self._untold.append(forfeit)

    def _tell_forfeits(self) -> None:
        untold, self._untold = self._untold, []
        for forfeit in untold:
            self._forfeited(self._players[forfeit.seat].name, forfeit)
