"""Who may come, who is here, and where each of them sits.

A `Player` outlives its connection: when a bot's stream is lost and comes back,
the player still has its seats, and the tables ask again what they had asked.
"""

from typing import TYPE_CHECKING, Protocol

import trio

from arena.server.auth import TokenBook
from arena.v1 import play_service_pb2 as pb

if TYPE_CHECKING:
    from arena.server.stream import BotStream
    from arena.server.table import Table


class Player:
    """An entrant as the server sees it: a name, perhaps a stream, and its seats."""

    def __init__(self, name: str) -> None:
        """Begins without a stream and without seats."""
        self.name = name
        self.stream: BotStream | None = None
        """The bot's connection; None while there is none."""
        self.gone = False
        """Whether the bot will not come back: its process has ended."""
        self.seats: dict[int, tuple[Table, int]] = {}
        """The tables the player sits at, by table id, with the seat it has there."""
        self.joined = trio.Event()
        """Set once the bot has joined for the first time."""

    @property
    def present(self) -> bool:
        """Whether the bot is connected."""
        return self.stream is not None

    @property
    def tables(self) -> int:
        """The most tables the bot plays at one time; 0 while it is not connected."""
        return 0 if self.stream is None else self.stream.tables

    def attach(self, stream: "BotStream") -> None:
        """Takes a new stream; an older one is told that it has been replaced."""
        older, self.stream = self.stream, stream
        stream.seats = self.seats
        self.gone = False
        if older is not None:
            older.replace()
        self.joined.set()
        for table, seat in list(self.seats.values()):
            table.regain(seat)

    def detach(self, stream: "BotStream") -> None:
        """Lets go of a stream that has ended, unless a newer one is in its place."""
        if self.stream is not stream:
            return
        self.stream = None
        self._lose(for_good=False)

    def depart(self) -> None:
        """Notes that the bot's process has ended, so that nobody waits for it."""
        self.gone = True
        self._lose(for_good=True)

    def withdraw(self) -> None:
        """Forfeits what the player is playing, and ends its stream with a goodbye."""
        for table, seat in list(self.seats.values()):
            table.withdraw(seat)
        if self.stream is not None:
            self.stream.close(
                pb.GOODBYE_REASON_WITHDRAWN, "the entrant has been withdrawn"
            )

    def _lose(self, *, for_good: bool) -> None:
        for table, seat in list(self.seats.values()):
            table.lose(seat, for_good=for_good)


class LobbyWatcher(Protocol):
    """Somebody who wants to know of comings and goings."""

    def joined(self, entrant: str, peer: str, client: str) -> None:
        """A bot has connected from `peer`, by its own words written with `client`."""

    def left(self, entrant: str) -> None:
        """A bot's stream has ended."""

    def refused(self, peer: str, why: str) -> None:
        """A caller was not let in."""


class Lobby:
    """The players of an arena, and the tokens they are known by."""

    def __init__(self, tournament: str, watcher: LobbyWatcher) -> None:
        """Opens the lobby of the tournament with that name."""
        self.tournament = tournament
        self.watcher = watcher
        self._book = TokenBook()
        self._players: dict[str, Player] = {}

    def expect(self, name: str, hashed_token: str) -> Player:
        """Lets the bot with that token in as `name` from now on."""
        player = self._players.setdefault(name, Player(name))
        self._book.register(hashed_token, name)
        return player

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

    def dismiss(self, name: str) -> None:
        """Withdraws the player of that name and lets nobody in by its token."""
        self._book.revoke(name)
        if name in self._players:
            self._players[name].withdraw()

    def close(self) -> None:
        """Ends every stream: the tournament is over."""
        self._farewell(pb.GOODBYE_REASON_TOURNAMENT_OVER, "the tournament is over")

    def pause(self) -> None:
        """Ends every stream: the tournament stops here, to be resumed later."""
        self._farewell(
            pb.GOODBYE_REASON_SHUTTING_DOWN,
            "the arena is shutting down; the tournament will be resumed",
        )

    def _farewell(self, reason: pb.GoodbyeReason.ValueType, message: str) -> None:
        for player in self._players.values():
            if player.stream is not None:
                player.stream.close(reason, message)
