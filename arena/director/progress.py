"""What a front end may listen to while a tournament is played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.director.awaited import Wait
from arena.match.result import Forfeit
from arena.store.rows import RotationKey, TournamentRow
from arena.tournament.config import TournamentConfig
from arena.tournament.standings import Standing


@dataclass(frozen=True, slots=True)
class RemoteSeat:
    """How a bot that the arena does not launch itself can join."""

    entrant: str
    """The entrant it plays for."""
    address: str
    """Where it connects to, `host:port`."""
    token: str | None
    """Its token; None where it was shown when the tournament was first begun."""


class Progress:
    """Hears of everything worth showing; each method does nothing until overridden.

    All of them are called from the director's own thread and must return at once.
    """

    shows_standings = False
    """Whether the standings after each round are to be made for it; play waits."""

    shows_waits = False
    """Whether it is to be told now and then whom the running tables wait for."""

    def opened(self, *, resumed: bool, commitment: str, boards_left: int) -> None:
        """The tournament is in the store; `commitment` is its seed's SHA-256."""

    def listening(self, address: str) -> None:
        """The arena listens on `address`."""

    def awaiting(self, seats: Sequence[RemoteSeat], join_time: float) -> None:
        """Remote bots have `join_time` seconds to join."""

    def joined(self, entrant: str, peer: str, client: str) -> None:
        """A bot has connected."""

    def left(self, entrant: str, *, broken: bool) -> None:
        """A bot's stream has ended; `broken` off by a fault, or by the bot's end."""

    def refused(self, peer: str, why: str) -> None:
        """A caller was not let in."""

    def cut_off(self, entrant: str, peer: str, why: str) -> None:
        """A bot's stream was ended because of what the bot did."""

    def round_started(
        self, number: int, rounds: int, rotations: Mapping[int, int]
    ) -> None:
        """A round begins; `rotations` are those left to play, by table."""

    def rotation_started(self, table: int) -> None:
        """A rotation begins at a table of the round."""

    def rotation_finished(self, table: int, deals: int, actions: int) -> None:
        """A rotation of that table is in the store."""

    def waits(self, waits: Sequence[Wait]) -> None:
        """Whom running tables wait for so long that it shows, the longest first."""

    def forfeited(self, entrant: str, forfeit: Forfeit, key: RotationKey) -> None:
        """A seat has forfeited a deal of the rotation `key`."""

    def process_ended(
        self, entrant: str, how: str, output: Path, *, raised: str
    ) -> None:
        """A launched bot's process has ended while it was still needed.

        `raised` is the line that names the exception it ended by; empty for none.
        """

    def withdrawn(self, entrant: str, reason: str) -> None:
        """An entrant takes no further part."""

    def round_finished(
        self, number: int, rounds: int, standings: Sequence[Standing]
    ) -> None:
        """A round is complete; the standings after it, or none.

        None there are after the last round, and now and then where there are many
        deals: play would wait for them.
        """

    def finished(self, seed: str) -> None:
        """The tournament is over; `seed` is the master seed in hexadecimal."""


class ArenaProgress(Progress):
    """Hears besides of what an arena does that stays up."""

    def bot_registered(self, bot: str, *, again: bool) -> None:
        """A bot is let in from now on, `again` by another token than before."""

    def bot_revoked(self, bot: str) -> None:
        """A bot is let in no more, and what it did here has been ended."""

    def tournament_begun(self, config: TournamentConfig, row: TournamentRow) -> None:
        """A tournament begins or goes on; all its entrants are known."""

    def tournament_ended(self, name: str, *, over: bool) -> None:
        """A tournament is over, or has been stopped to be resumed."""

    def tournament_failed(self, name: str, why: str) -> None:
        """A tournament cannot be played; it has to be scheduled anew."""

    def tournament_held_back(self, name: str, why: str) -> None:
        """A tournament could not be played now and will be tried again."""

    def store_failed(self, why: str) -> None:
        """The database has refused; the arena goes on by what it knows."""
