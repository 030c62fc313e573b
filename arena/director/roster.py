"""The bots of a tournament: launched or awaited, watched, ended.

A launched bot whose process ends has forfeited what it was playing; it is
launched again at once, `RELAUNCHES` times at the most, and sits down at no new table
until it is back. So is one that was waited for in vain after its time was up, but it
keeps its seats. A bot that cannot even begin stops the tournament before a deal is
played, because that is the roster's author's mistake and he is there to mend it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import trio

from arena.bots.process import BotProcess, launch
from arena.director.endings import Endings
from arena.director.launching import Surroundings, await_joined, ending_of, plan_of
from arena.director.notes import Notes
from arena.director.output import exception_line
from arena.director.progress import Progress, RemoteSeat
from arena.errors import EntryError
from arena.match.result import Forfeit
from arena.server.auth import new_token, token_hash
from arena.server.lobby import Lobby
from arena.store.rows import FinishedRotation, RotationKey
from arena.tournament.config import TournamentConfig
from arena.tournament.result import is_house
from arena.tournament.roster import EntrantConfig

RELAUNCHES = 3
"""How often a bot whose process has ended is launched again in one tournament."""

HOUSE_COMMAND = ("python", "-m", "arena_client", "lowest")
"""What sits in for a missing entrant: a house bot, never ranked."""


class Roster:
    """Every bot that plays, or is to play, in one tournament."""

    def __init__(
        self,
        config: TournamentConfig,
        lobby: Lobby,
        surroundings: Surroundings,
        nursery: trio.Nursery,
        progress: Progress,
    ) -> None:
        """Begins with nobody; processes are watched by tasks of `nursery`."""
        self._config = config
        self._lobby = lobby
        self._surroundings = surroundings
        self._nursery = nursery
        self._progress = progress
        self._processes: dict[str, BotProcess] = {}
        self._launches: Counter[str] = Counter()
        self._by_name = {entrant.name: entrant for entrant in config.entrants}
        self._fallen: dict[str, str] = {}
        self._dismissed: set[str] = set()
        self._awaited: dict[str, trio.CancelScope] = {}
        self._returned: Callable[[], None] = lambda: None
        self._ending = False
        self._endings = Endings()
        self._notes = Notes(nursery)

    def output_of(self, entrant: str) -> Path:
        """Gives the file that a launched bot's output goes to."""
        return self._surroundings.output_of(entrant)

    def forfeited(self, entrant: str, forfeit: Forfeit, key: RotationKey) -> None:
        """Notes a forfeit in a launched bot's output, and why a bot is no more."""
        if entrant in self._launches:
            self._notes.add(self.output_of(entrant), "forfeit", forfeit.message)
        if self._lobby.player(entrant).gone:
            self._endings.forfeited(entrant, forfeit, key)

    def explained(self, rotation: FinishedRotation) -> FinishedRotation:
        """Gives a rotation whose forfeits say how bots have ended that are no more."""
        return self._endings.explained(rotation)

    async def gather(
        self, names: Sequence[str], tokens: Mapping[str, str | None]
    ) -> dict[str, str]:
        """Has all of `names` here: launches the roster's bots, awaits the others.

        Who is dismissed is waited for no longer, and has not stayed away.

        Args:
            names: The entrants that are still taking part.
            tokens: For each remote entrant the token it is to be shown, or None
                where it was shown before; the lobby expects them already.

        Returns:
            Those who did not come, each with the reason.

        Raises:
            EntryError: a bot of the roster could not be launched, or ended or
                stayed away before it had joined.
        """
        absent: dict[str, str] = {}
        remote = [
            name
            for name in names
            if self._by_name[name].remote and name not in self._dismissed
        ]
        self._awaited = {name: trio.CancelScope() for name in remote}
        if remote:
            # Before anything can go wrong: a token is shown once only.
            self._progress.awaiting(
                [
                    RemoteSeat(name, self._surroundings.public, tokens[name])
                    for name in remote
                ],
                self._config.join_time,
            )
        async with trio.open_nursery() as nursery:
            for name in names:
                if not self._by_name[name].remote:
                    nursery.start_soon(self._fetch, name, absent)
        if remote:
            with trio.move_on_after(self._config.join_time):
                for name in remote:
                    with self._awaited[name]:
                        await self._lobby.player(name).joined.wait()
        late = f"did not join within {self._config.join_time:g} s"
        for name in remote:
            joined = self._lobby.player(name).joined.is_set()
            if not joined and name not in self._dismissed:
                absent[name] = late
        return absent

    def when_one_returns(self, call: Callable[[], None]) -> None:
        """Has `call` called whenever a bot has been launched again, or given up."""
        self._returned = call

    def fallen(self) -> dict[str, str]:
        """Gives those whose process has ended for good, each with the reason."""
        return dict(self._fallen)

    def has_house_bot(self, name: str) -> bool:
        """Tells whether the house bot of that name has been called."""
        return name in self._by_name

    def replace_house_bots(self) -> None:
        """Has house bots whose process has ended for good called anew.

        Until then they forfeit what they are dealt, so that nobody waits for them.
        """
        for name in [name for name in self._fallen if is_house(name)]:
            del self._fallen[name], self._by_name[name], self._launches[name]

    async def call_house_bot(self, name: str) -> None:
        """Launches a house bot under that name and waits until it has joined.

        Raises:
            EntryError: it did not come; the arena's own trouble.
        """
        self._by_name[name] = EntrantConfig(name=name, command=HOUSE_COMMAND)
        await self._launch(name)

    async def dismiss(self, name: str, reason: str) -> None:
        """Sends a withdrawn entrant's bot away, process and all."""
        self._dismissed.add(name)
        if name in self._awaited:
            self._awaited[name].cancel()
        if name in self._launches:
            self._notes.add(self.output_of(name), "withdrawn", reason)
        await self._send_away(name)

    async def _send_away(self, name: str) -> None:
        self._lobby.dismiss(name)
        process = self._processes.pop(name, None)
        if process is not None:
            await process.end()

    async def end(self) -> None:
        """Ends every launched bot.

        Returns when all their processes are gone and all notes of them are written. A
        bot that is being launched at that moment is ended by the task that does it.
        """
        self._ending = True
        async with trio.open_nursery() as nursery:
            for process in self._processes.values():
                nursery.start_soon(process.end)
        await self._notes.written()

    async def _fetch(self, name: str, absent: dict[str, str]) -> None:
        """Launches a bot; one that need not be there may fail, into `absent`."""
        try:
            await self._launch(name)
        except EntryError as error:
            if not self._by_name[name].optional:
                raise
            absent[name] = error.problem

    async def _launch(self, name: str) -> None:
        """Launches a bot and waits until it has joined, or ends it if all is over.

        Raises:
            EntryError: it could not be started, or did not join.
        """
        entrant = self._by_name[name]
        command = entrant.command
        if command is None:
            return
        token = new_token()
        player = self._lobby.expect(name, token_hash(token))
        player.await_launched()
        plan = plan_of(entrant, command, token, self._surroundings)
        self._launches[name] += 1
        await self._notes.head(plan.output)
        process = await launch(plan)
        self._processes[name] = process
        if self._ending:
            # It was not there yet when the others were ended.
            with trio.CancelScope(shield=True):
                await process.end()
            return
        self._nursery.start_soon(self._watch, process)
        await await_joined(process, player, self._config.connect_time)
        self._endings.returned(name)

    async def _watch(self, process: BotProcess) -> None:
        """Waits for a bot's process to end; launches the bot again if it may be."""
        name = process.entrant
        player = self._lobby.player(name)
        how = await ending_of(process, player.given_up)
        if not self._is_needed(process):
            return
        raised = await trio.to_thread.run_sync(exception_line, process.output)
        if not self._is_needed(process):
            return
        if player.given_up.is_set():
            raised = ""
        last = player.joined.is_set() and self._launches[name] > RELAUNCHES
        said = f"{how}, and is not launched again" if last else how
        self._endings.ended(name, f"{said}; it printed: {raised}" if raised else said)
        self._notes.add(process.output, "ended", said)
        if not player.given_up.is_set() or self._launches[name] > RELAUNCHES:
            player.depart()
        self._progress.process_ended(name, said, process.output, raised=raised)
        if not player.joined.is_set():
            return
        if last:
            self._fallen[name] = f"its process ended {self._launches[name]} times"
            return
        player.returning = True
        try:
            await self._launch(name)
        except EntryError as error:
            player.depart()
            self._fallen[name] = error.problem
        finally:
            player.returning = False
            self._returned()
        if name in self._dismissed:
            await self._send_away(name)

    def _is_needed(self, process: BotProcess) -> bool:
        """Whether a process is still the one of a bot that is to play."""
        current = self._processes.get(process.entrant)
        return current is process and not self._ending


def remote_token(remembered: str | None) -> tuple[str | None, str]:
    """Gives a remote entrant's token, if it must be shown, and the hash to expect.

    `remembered` is the hash stored when the token was first shown, if it was.
    """
    if remembered is not None:
        return None, remembered
    token = new_token()
    return token, token_hash(token)
