"""What a running tournament says, whatever it is shown on."""

import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.text import Text

from arena.cli.counted import counted
from arena.cli.ration import Ration
from arena.cli.standings_table import score_text
from arena.cli.tally import Tally
from arena.director.awaited import Wait
from arena.director.progress import Progress, RemoteSeat
from arena.director.roster import RELAUNCHES
from arena.match.result import Forfeit
from arena.store.rows import RotationKey
from arena.tournament.config import TournamentConfig
from arena.tournament.standings import Standing

LEADERS = 5
"""How many entrants are named after a round."""

_ANY_HOST = ("0.0.0.0", "[::]")  # noqa: S104 - recognised here, not listened on


def reachable(address: str) -> str:
    """Gives the address that other machines use for one that an arena listens on.

    "Any host" is nowhere to connect to; this machine's name is the best guess at
    what others call it.
    """
    host, _, port = address.rpartition(":")
    return f"{socket.gethostname()}:{port}" if host in _ANY_HOST else address


class Announcer(Progress):
    """Turns what happens into lines and counts it; how lines are shown is open."""

    shows_standings = True
    shows_waits = True

    def __init__(
        self,
        config: TournamentConfig,
        outputs: Mapping[str, Path],
        clock: Callable[[], float],
    ) -> None:
        """Speaks of the tournament of `config`.

        Args:
            config: What is played.
            outputs: Where the output of each launched bot goes.
            clock: Gives seconds, from any moment on.
        """
        self._name = config.name
        self._entrants, self._seats = len(config.entrants), config.seats
        house = config.fill == "house"
        self._house_seats = -self._entrants % self._seats if house else 0
        self._outputs = outputs
        self._remote: frozenset[str] = frozenset()
        # In the order in which they were announced.
        self._missing: dict[str, None] = {}
        self._forfeits = Ration(each=3, overall=60)
        # The last time that a bot ends matters most.
        self._ended = Ration(each=RELAUNCHES + 1, overall=30)
        self._visits = Ration(each=6, overall=200)
        self._refusals = Ration(each=3, overall=20)
        self._breaches = Ration(each=3, overall=60)
        self._over = False
        self._withdrawn = set[str]()
        self._waits: Sequence[Wait] = ()
        self.tally = Tally(config, clock)

    def line(self, text: Text) -> None:
        """Shows a line."""
        raise NotImplementedError

    def opened(self, *, resumed: bool, commitment: str, boards_left: int) -> None:
        """Says that the tournament begins or goes on, with whom, and to which seed."""
        verb = "resuming" if resumed else "playing"
        self._say(f"{verb} '{self._name}': {counted(boards_left, 'board')} left")
        if self._house_seats:
            seats = counted(self._house_seats, "seat")
            self._say(
                f"house bots of the arena take {seats} in each round, since"
                f" {self._entrants} entrants do not fill tables of {self._seats};"
                ' fill = "short" makes smaller tables instead'
            )
        self._say(f"commitment, the SHA-256 of the seed: {commitment}")

    def port_is_any(self) -> None:
        """Says what a port that is not fixed means to those who join by themselves."""
        self._say(
            "the port is any that is free, and another one when this is started again;"
            " --listen HOST:PORT keeps it, so that bots find the arena again",
            "dim",
        )

    def listening(self, address: str) -> None:
        """Says where the arena listens."""
        self._say(f"listening on {address}")

    def awaiting(self, seats: Sequence[RemoteSeat], join_time: float) -> None:
        """Says how the bots join that nobody here launches."""
        self._missing = dict.fromkeys(seat.entrant for seat in seats)
        self._remote = frozenset(self._missing)
        self._say(f"waiting up to {join_time:g} s for bots to join:", "bold")
        for seat in seats:
            address = reachable(seat.address)
            self._say(f"  {seat.entrant}", "bold")
            self._say(f"    address  {address}")
            if seat.token is None:
                self._say("    token    the one shown when the tournament was begun")
            else:
                self._say(f"    token    {seat.token}")
            token = seat.token or "TOKEN"
            self._say(
                f"    such as  ARENA_ADDRESS={address} ARENA_TOKEN={token}"
                " arena-bot planner"
            )

    def joined(self, entrant: str, peer: str, client: str) -> None:
        """Says that a bot from elsewhere is here."""
        self._missing.pop(entrant, None)
        if entrant in self._remote and self._visits.take(entrant):
            program = f" ({client})" if client else ""
            self._say(f"joined: {entrant} from {peer}{program}", "green")

    def left(self, entrant: str, *, broken: bool) -> None:
        """Says that a bot from elsewhere has gone, or that a stream has broken off."""
        remote = entrant in self._remote
        if self._over or not (remote or broken) or not self._visits.take(entrant):
            return
        how = ", its stream broken off" if broken else ""
        hope = "; it may come back with its token" if remote else ""
        self._say(f"left: {entrant}{how}{hope}", "yellow")

    def refused(self, peer: str, why: str) -> None:
        """Says that a caller was not let in."""
        if self._refusals.take(peer.rpartition(":")[0]):
            self._say(f"refused: {peer}: {why}", "yellow")
        elif count := self._refusals.milestone():
            self._say(f"refused: {count}", "yellow")

    def cut_off(self, entrant: str, peer: str, why: str) -> None:
        """Says what a bot did for which its stream was ended."""
        if self._breaches.take(entrant):
            self._say(f"cut off: {entrant} at {peer}: {why}", "red")
        elif count := self._breaches.milestone():
            self._say(f"cut off: {count}", "red")

    def round_started(
        self,
        number: int,
        rounds: int,  # noqa: ARG002 - the protocol's
        rotations: Mapping[int, int],
    ) -> None:
        """Counts a round in."""
        self.tally.round_started(number, rotations)

    def rotation_started(self, table: int) -> None:
        """Notes that a rotation begins."""
        self.tally.rotation_started(table)

    def rotation_finished(
        self,
        table: int,
        deals: int,
        actions: int,  # noqa: ARG002 - the protocol's
    ) -> None:
        """Counts a rotation."""
        self.tally.rotation_finished(table, deals)

    def waits(self, waits: Sequence[Wait]) -> None:
        """Keeps whom the tables wait for, without those who are withdrawn."""
        self._waits = [one for one in waits if one.entrant not in self._withdrawn]

    def round_finished(
        self, number: int, rounds: int, standings: Sequence[Standing]
    ) -> None:
        """Says who leads, by which points a board and with which rating."""
        self.waits(())
        leaders = ", ".join(
            f"{line.rank}. {line.entrant} {score_text(line)}"
            for line in standings[:LEADERS]
        )
        if leaders:
            self._say(f"after round {number} of {rounds}: {leaders}")

    def forfeited(self, entrant: str, forfeit: Forfeit, key: RotationKey) -> None:
        """Says which deal a seat has lost, and why; after the first few, counts only."""
        if self._forfeits.take(entrant):
            place = key.name_deal(forfeit.deal)
            self._say(f"forfeit: {entrant}: {place}: {forfeit.message}", "red")
        elif count := self._forfeits.milestone():
            self._say(f"forfeits: {count}", "red")

    def process_ended(
        self, entrant: str, how: str, output: Path, *, raised: str
    ) -> None:
        """Says that a bot's process has ended, and where what it printed is."""
        if self._ended.take(entrant):
            # The path as the organiser gave it, which is shorter.
            where = self._outputs.get(entrant, output)
            printed = f"; it printed: {raised}" if raised else ""
            self._say(
                f"bot ended: {entrant}: {how}{printed}; its output: {where}", "red"
            )
        elif count := self._ended.milestone():
            self._say(f"bots ended: {count}", "red")

    def withdrawn(self, entrant: str, reason: str) -> None:
        """Says that an entrant is out of the tournament."""
        self._withdrawn.add(entrant)
        self.waits(self._waits)
        output = self._outputs.get(entrant)
        where = f"; its output: {output}" if output else ""
        self._say(f"withdrawn: {entrant}: {reason}{where}", "bold red")

    def stopping(self) -> None:
        """Says that no further rotation is begun."""
        self._say(
            "stopping: the running rotations are played to their end;"
            " once more to stop at once",
            "yellow",
        )

    def finished(self, seed: str) -> None:
        """Says which seed all cards have come from."""
        self._over = True
        self._say(f"finished; the seed of all deals: {seed}")

    def _say(self, text: str, style: str = "") -> None:
        self.line(Text(text, style))
