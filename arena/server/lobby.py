"""Who may come and who is here: the players by name, and by token."""

from typing import Protocol

import trio

from arena.errors import BusyError
from arena.server.auth import TokenBook
from arena.server.gathering import Gathering
from arena.server.meter import Meter
from arena.server.player import Player
from arena.v1 import play_service_pb2 as pb

LOOK_LIMIT = 2.0
"""Seconds a caller waits at most for the arena to look whether it knows him now."""

MOST_UNKNOWN = 64
"""The most callers that may wait so; others are sent away at once, lest strangers fill
the arena with those who wait."""

_OVER = (pb.GOODBYE_REASON_TOURNAMENT_OVER, "the tournament is over")


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
        self.gathering = Gathering()
        """Where prompts wait for others to leave with them."""
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
        """Waits for a whole look for newly registered bots; for none where none come.

        Raises:
            BusyError: There has been none for too long, or too many wait already.
        """
        if self.next_look is None:
            return
        if self._unknown >= MOST_UNKNOWN:
            raise BusyError(
                f"unknown token, and {MOST_UNKNOWN} callers wait until new ones are"
                " looked up; expected to come again"
            )
        self._unknown += 1
        try:
            with trio.move_on_after(LOOK_LIMIT):
                await self.next_look.wait()
                return
        finally:
            self._unknown -= 1
        raise BusyError(
            f"unknown token, and new ones could not be looked up for {LOOK_LIMIT:g} s;"
            " expected to come again"
        )

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
        for player in self._players.values():
            player.say_goodbye(*_OVER)

    def pause(self) -> None:
        """Ends every stream: what is played stops here, to be resumed later."""
        for player in self._players.values():
            message = "the arena is shutting down"
            if player.tournament:
                message += "; the tournament will be resumed"
            player.say_goodbye(pb.GOODBYE_REASON_SHUTTING_DOWN, message)
