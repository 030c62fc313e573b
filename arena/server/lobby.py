"""Who may come, who is here, and where each of them sits.

A `Player` outlives its connection: when a bot's stream is lost and comes back,
the player still has its seats, and the tables ask again what they had asked.
"""

from collections import deque
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

import trio

from arena.server.auth import TokenBook
from arena.server.meter import Meter
from arena.v1 import play_service_pb2 as pb

if TYPE_CHECKING:
    from arena.server.stream import BotStream
    from arena.server.table import Table

LOOK_LIMIT = 2.0
"""Seconds a caller waits at most for the arena to look whether it knows him now."""

MOST_UNKNOWN = 64
"""The most callers that may wait so; others are refused at once, lest strangers fill
the arena with those who wait."""

MOST_FAULTS = 50
"""The most faults of a bot that are remembered."""

_OVER = (pb.GOODBYE_REASON_TOURNAMENT_OVER, "the tournament is over")


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
        self.faults: deque[tuple[datetime, str]] = deque(maxlen=MOST_FAULTS)
        """What went wrong with its streams and when, oldest first."""

    @property
    def present(self) -> bool:
        """Whether the bot is connected."""
        return self.stream is not None

    def note(self, fault: str) -> None:
        """Keeps what went wrong with the bot's stream, for the bot to ask for."""
        self.faults.append((datetime.now(UTC), fault))

    def attach(self, stream: "BotStream") -> None:
        """Takes a new stream; an older one is told that it has been replaced."""
        older, self.stream = self.stream, stream
        stream.seats = self.seats
        self.tables = stream.tables
        self.away_since = None
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
        self.away_since = trio.current_time()
        self._lose(for_good=False)

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


class LobbyWatcher(Protocol):
    """Somebody who wants to know of comings and goings."""

    def joined(self, entrant: str, peer: str, client: str) -> None:
        """A bot has connected from `peer`, by its own words written with `client`."""

    def left(self, entrant: str, *, broken: bool) -> None:
        """A bot's stream has ended; `broken` off by a fault, or by the bot's end."""

    def refused(self, peer: str, why: str) -> None:
        """A caller was not let in."""

    def cut_off(self, entrant: str, peer: str, why: str) -> None:
        """A bot's stream was ended because of what the bot did."""


class Lobby:
    """The players of an arena, and the tokens they are known by."""

    def __init__(self, tournament: str, watcher: LobbyWatcher) -> None:
        """Opens the lobby.

        Args:
            tournament: What is played; empty while that is nothing.
            watcher: Who hears of comings and goings.
        """
        self.tournament = tournament
        """What is played; those who are expected are expected for it."""
        self.watcher = watcher
        """Who hears of comings and goings."""
        self.meter = Meter()
        """What the server counts."""
        self.next_look: trio.Event | None = None
        """Set when a look for newly registered bots that has yet to begin is done;
        None where none can come."""
        self._unknown = 0
        self._book = TokenBook()
        self._players: dict[str, Player] = {}

    def expect(self, name: str, hashed_token: str) -> Player:
        """Lets the bot with that token in as `name` from now on."""
        player = self._players.setdefault(name, Player(name))
        player.tournament = self.tournament
        self._book.register(hashed_token, name)
        return player

    def register(self, name: str, hashed_token: str) -> bool:
        """Lets a resident bot in by that token and, from now on, by no older one.

        Returns:
            Whether that could be done; not while a bot that was launched for a
            tournament goes by that name.
        """
        if name not in self._players:
            self._players[name] = Player(name)
            self._players[name].resident = True
        player = self._players[name]
        if not player.resident:
            return False
        known = self._book.hash_of(name)
        if known != hashed_token:
            self._book.register(hashed_token, name)
            if known is not None and player.stream is not None:
                player.stream.ban("the token has been replaced by another")
        return True

    def enter(self, name: str) -> None:
        """Notes that a resident bot is entered in what is played."""
        player = self._players[name]
        player.tournament = self.tournament
        if not player.present:
            player.joined = trio.Event()

    def expel(self, name: str) -> None:
        """Lets a resident bot in no more, and ends what it does here."""
        self._book.revoke(name)
        self._players[name].withdraw("the bot's token has been revoked")

    def residents(self) -> list[Player]:
        """Gives the bots that may come and stay, here or not."""
        return [
            player
            for player in self._players.values()
            if player.resident and self._book.hash_of(player.name) is not None
        ]

    def player(self, name: str) -> Player:
        """Gives the player of that name, which must have been expected."""
        return self._players[name]

    def players(self) -> list[Player]:
        """Gives all players that are expected, here or not."""
        return list(self._players.values())

    def authenticate(self, token: str) -> Player | None:
        """Gives the player a token belongs to; None where it is nobody's."""
        owner = self._book.owner(token)
        return None if owner is None else self._players[owner]

    async def looked_again(self) -> None:
        """Waits for a whole look for newly registered bots, if not for too long.

        Returns at once where none can come, or too many wait already.
        """
        if self.next_look is None or self._unknown >= MOST_UNKNOWN:
            return
        self._unknown += 1
        try:
            with trio.move_on_after(LOOK_LIMIT):
                await self.next_look.wait()
        finally:
            self._unknown -= 1

    def dismiss(self, name: str) -> None:
        """Withdraws the player of that name and lets nobody in by its token.

        A resident bot is withdrawn from what is played, and stays.
        """
        player = self._players.get(name)
        if player is None:
            return
        if player.resident:
            player.rise()
        else:
            self._book.revoke(name)
            player.withdraw()

    def clear(self) -> None:
        """Ends what was played: resident bots wait again, all others are sent off."""
        self.tournament = ""
        for name, player in list(self._players.items()):
            if player.resident:
                player.tournament = ""
            else:
                self._book.revoke(name)
                player.say_goodbye(*_OVER)
                del self._players[name]

    def close(self) -> None:
        """Ends every stream: the tournament is over."""
        self._farewell(*_OVER)

    def pause(self) -> None:
        """Ends every stream: the tournament stops here, to be resumed later."""
        self._farewell(
            pb.GOODBYE_REASON_SHUTTING_DOWN,
            "the arena is shutting down; the tournament will be resumed",
        )

    def _farewell(self, reason: pb.GoodbyeReason.ValueType, message: str) -> None:
        for player in self._players.values():
            player.say_goodbye(reason, message)
