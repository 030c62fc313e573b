"""An entrant as the server sees it: whether it is here, and where it sits.

A `Player` outlives its connection: when a bot's stream is lost and comes back,
the player still has its seats, and the tables ask again what they had asked.
"""

from collections import deque
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import trio

from arena.v1 import play_service_pb2 as pb

if TYPE_CHECKING:
    from arena.server.stream import BotStream
    from arena.server.table import Table

PATIENCE = 30.0
"""Seconds for which a bot whose time is up is asked nothing more, unless it is heard
before: it is still at that answer, and its next clock would run down unseen."""

MOST_FAULTS = 50
"""The most faults of a bot that are remembered."""


class Player:
    """An entrant as the server sees it: a name, perhaps a stream, and its seats."""

    def __init__(self, name: str) -> None:
        """Begins without a stream and without seats."""
        self.name = name
        self.resident = False
        """Whether the bot belongs to the arena, and stays between tournaments."""
        self.tournament = ""
        """What the bot is entered in at present; empty while it waits."""
        self.stream: BotStream | None = None
        """The bot's connection; None while there is none."""
        self.tables = 0
        """The most tables the bot plays at one time, by its last word; 0 before it."""
        self.away_since: float | None = None
        """Since when the bot is missed; None while it is here, or was not missed yet."""
        self.gone = False
        """Whether the bot will not come back: its process has ended."""
        self.returning = False
        """Whether the bot is being launched again, and has no new table meanwhile."""
        self.seats: dict[int, tuple[Table, int]] = {}
        """The tables the player sits at, by table id, with the seat it has there."""
        self.joined = trio.Event()
        """Set once the bot has joined for the first time."""
        self.overdue_until: float | None = None
        """How long a bot is waited for that has let its time run out and has not been
        heard since; None for any other. It may have passed."""
        self.given_up = trio.Event()
        """Set once the bot has been waited for so, and in vain."""
        self.faults: deque[tuple[datetime, str]] = deque(maxlen=MOST_FAULTS)
        """What went wrong with its streams and when, oldest first."""

    @property
    def present(self) -> bool:
        """Whether the bot is connected."""
        return self.stream is not None

    @property
    def overdue_since(self) -> float | None:
        """Since when a bot is waited for whose time was up; `None` for any other."""
        until = self.overdue_until
        return None if until is None else until - PATIENCE

    def note(self, fault: str) -> None:
        """Keeps what went wrong with the bot's stream, for the bot to ask for."""
        self.faults.append((datetime.now(UTC), fault))

    def attach(self, stream: "BotStream") -> None:
        """Takes a new stream; an older one is told that it has been replaced."""
        older, self.stream = self.stream, stream
        stream.seats = self.seats
        self.tables = stream.tables
        self.away_since = None
        self.overdue_until = None
        self.gone = False
        if older is not None:
            self.note(f"replaced at {older.peer} by a connection from {stream.peer}")
            older.replace()
        self.joined.set()
        for table, seat in list(self.seats.values()):
            table.regain(seat)

    def detach(self, stream: "BotStream") -> None:
        """Lets go of a stream that has ended, unless a newer one is in its place."""
        if self.stream is not stream:
            return
        self.stream = None
        self.overdue_until = None
        self.away_since = trio.current_time()
        self._lose(for_good=False)

    def miss(self) -> None:
        """Notes that the bot has let its time run out without a word."""
        if self.stream is not None and self.overdue_until is None:
            self.overdue_until = trio.current_time() + PATIENCE
            self.stream.ping()

    def hear(self) -> None:
        """Notes that something has come from the bot: it may be asked again."""
        if self.overdue_until is not None:
            self.overdue_until = None
            for table, seat in list(self.seats.values()):
                table.resume(seat)

    def await_launched(self) -> None:
        """Notes that the bot's process is launched, perhaps anew, and has yet to join.

        What a process before it was waited for, which may still seem to be connected,
        is nothing to this one.
        """
        self.joined = trio.Event()
        self.given_up = trio.Event()
        self.overdue_until = None

    def depart(self) -> None:
        """Notes that the bot's process has ended, so that nobody waits for it."""
        self.gone = True
        self._lose(for_good=True)

    def rise(self) -> None:
        """Forfeits what the player is playing; it has no part in it any more."""
        self.tournament = ""
        for table, seat in list(self.seats.values()):
            table.withdraw(seat)

    def withdraw(self, message: str = "the entrant has been withdrawn") -> None:
        """Forfeits what the player is playing, and ends its stream with a goodbye."""
        self.rise()
        self.say_goodbye(pb.GOODBYE_REASON_WITHDRAWN, message)

    def say_goodbye(self, reason: pb.GoodbyeReason.ValueType, message: str) -> None:
        """Ends the stream, if there is one."""
        if self.stream is not None:
            self.stream.close(reason, message)

    def _lose(self, *, for_good: bool) -> None:
        for table, seat in list(self.seats.values()):
            table.lose(seat, for_good=for_good)
