"""Builders of matches from text, and a table whose time is moved by hand."""

from collections.abc import Sequence
from typing import Any, TypeVar

from arena.dealing import Dealt
from arena.game.cards import format_action, parse_action, parse_cards
from arena.game.record import DealRecord, decode_record
from arena.game.variant import Variant, variant, with_rules
from arena.match.clock import parse_time_control
from arena.match.events import Asked, MatchEvent
from arena.match.machine import Match
from arena.match.record import RecordWriter
from arena.match.result import PlayedDeal

Event = TypeVar("Event")


def dealt(*hands: str, dealer: int | None = None, leftover: str = "") -> Dealt:
    """Gives a deal of these hands; the last seat deals unless another is named."""
    last = len(hands) - 1
    return Dealt(
        hands=tuple(map(parse_cards, hands)),
        leftover=parse_cards(leftover),
        dealer=last if dealer is None else dealer,
    )


def of_type(kind: type[Event], events: Sequence[MatchEvent]) -> list[Event]:
    """Gives the events of one type."""
    return [event for event in events if isinstance(event, kind)]


def record_of(
    played: PlayedDeal, rules: Variant, entrants: Sequence[str]
) -> DealRecord:
    """Gives the record of a deal that stands by itself, whatever its tournament."""
    line = RecordWriter("t", rules).line(
        played,
        round=1,
        table=1,
        board=1,
        rotation=1,
        entrants=entrants,
        started_time=None,
    )
    return decode_record(line)


class Table:
    """A match that has been started at time 0, driven the way a driver does.

    Each prompt is sent as soon as it is asked, unless `delivers` is turned off.
    """

    def __init__(
        self,
        *deals: Dealt,
        clock: str = "none",
        answer_time: float | None = None,
        rules: dict[str, Any] | None = None,
        based_on: str = "thirteen",
        forced_passes: bool = True,
    ) -> None:
        """Seats and starts the match; `rules` are overrides of `based_on`."""
        self.match = Match(
            with_rules(variant(based_on), rules or {}),
            deals,
            parse_time_control(clock, answer_time),
            forced_passes=forced_passes,
        )
        self.now = 0.0
        self.delivers = True
        self.events: list[MatchEvent] = []
        self.took(self.match.start(self.now))

    def took(self, events: list[MatchEvent]) -> list[MatchEvent]:
        """Keeps what an input brought about, and delivers the prompts in it."""
        self.events += events
        for asked in of_type(Asked, events):
            if self.delivers:
                self.match.sent(asked.seat, asked.turn, self.now)
        return events

    @property
    def asked(self) -> Asked:
        """The outstanding prompt; there must be one."""
        assert self.match.prompt is not None
        return self.match.prompt

    def play(self, *actions: str, after: float = 0.0) -> list[MatchEvent]:
        """Has whoever is asked answer, one after the other, each after some time."""
        events: list[MatchEvent] = []
        for action in actions:
            self.now += after
            asked = self.asked
            events += self.answer(asked.seat, asked.turn, action)
        return events

    def answer(self, seat: int, turn: int, action: str) -> list[MatchEvent]:
        """Has a seat answer a turn now."""
        cards = parse_action(action)
        return self.took(self.match.answer(seat, turn, cards, self.now))

    def lose(self, seat: int, *, for_good: bool = False) -> list[MatchEvent]:
        """Loses a seat's stream now."""
        return self.took(self.match.lose(seat, self.now, for_good=for_good))

    def regain(self, seat: int) -> list[MatchEvent]:
        """Gives a seat a new stream now."""
        return self.took(self.match.regain(seat, self.now))

    def withdraw(self, seat: int) -> list[MatchEvent]:
        """Withdraws a seat now."""
        return self.took(self.match.withdraw(seat, self.now))

    def wait_for_the_flag(self) -> list[MatchEvent]:
        """Lets time run to the deadline."""
        assert self.match.deadline is not None
        self.now = self.match.deadline
        return self.took(self.match.expire(self.now))

    def log(self) -> list[tuple[int, str]]:
        """The log as seats and actions in text, forced `!`, substitutes `~`."""
        flags = {(False, False): "", (True, False): "!", (False, True): "~"}
        return [
            (a.seat, format_action(a.cards) + flags[a.forced, a.substitute])
            for a in self.match.log
        ]
