"""A tournament played in an arena that is open already: bots in, rounds, bots out.

Who keeps the arena open is the `Host`: a run of this one tournament, or an arena
that serves many. It decides how bots that join by themselves are let in, and what
they are told at the end.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import trio

from arena.director.awaited import watch_waits
from arena.director.launching import Surroundings
from arena.director.progress import Progress
from arena.director.roster import Roster
from arena.director.round import RoundPlayer
from arena.director.runner import LocalRunner, Seating
from arena.director.stored import withdrawn
from arena.director.tournament import Director
from arena.director.withdrawals import overdue
from arena.errors import ArenaError, EntryError
from arena.match.result import Forfeit
from arena.server.lobby import Lobby
from arena.store.repository import Repository
from arena.store.rows import ForfeitRow, RotationKey, TournamentRow
from arena.tournament.config import TournamentConfig


class Host(Protocol):
    """Who keeps the arena open that a tournament is played in."""

    async def admit(self, names: Sequence[str]) -> dict[str, str | None]:
        """Has the lobby expect the entrants that join by themselves.

        Returns:
            For each that may come the token to be shown, or None where it has its
            token; who is not in here cannot come.
        """

    def farewell(self, *, over: bool) -> None:
        """Tells the bots that the tournament is over, or stops to be resumed."""


class HostedTournament:
    """One tournament from wherever it stands to its end or to `stop`."""

    def __init__(
        self,
        config: TournamentConfig,
        row: TournamentRow,
        repository: Repository,
        *,
        lobby: Lobby,
        host: Host,
        surroundings: Surroundings,
        progress: Progress,
    ) -> None:
        """Will play the tournament stored as `row`, which the caller has claimed."""
        self._config = config
        self._row = row
        self._repository = repository
        self._lobby = lobby
        self._host = host
        self._surroundings = surroundings
        self._progress = progress
        self._rounds: RoundPlayer | None = None
        self._gathering = trio.CancelScope()
        self._stopping = False

    def stop(self) -> None:
        """Begins no further rotation, so that `play` returns when it is safe to.

        Bots that have not come yet are not waited for.
        """
        self._stopping = True
        self._gathering.cancel()
        if self._rounds is not None:
            self._rounds.stop()

    async def withdraw(self, entrant: str, reason: str) -> None:
        """Takes an entrant out of the tournament while it is being played."""
        if self._rounds is not None:
            await self._rounds.withdraw(entrant, reason)

    async def play(self) -> bool:
        """Plays the tournament.

        Nothing that was committed is lost however this ends: by `stop`, by
        cancellation, or with the process.

        Returns:
            Whether the tournament is over; False after `stop`.

        Raises:
            EntryError: a bot of the roster could not begin, or too few entrants
                are left to play.
            StoreError: the database fails.
        """
        try:
            async with trio.open_nursery() as nursery:
                over = await self._play(nursery)
                nursery.cancel_scope.cancel()
        except ExceptionGroup as group:
            raise cause_of(group) from group
        return over

    async def _play(self, nursery: trio.Nursery) -> bool:
        roster = Roster(
            self._config, self._lobby, self._surroundings, nursery, self._progress
        )
        name = self._row.name
        if self._progress.shows_waits:
            nursery.start_soon(watch_waits, self._lobby, self._progress.waits)
        earlier = await trio.to_thread.run_sync(self._repository.forfeits, name)
        rounds = self._rounds = self._make_round_player(roster, earlier)
        try:
            with self._gathering:
                await self._gather(roster, rounds, earlier)
            if self._stopping:
                self._host.farewell(over=False)
                return False
            director = Director(
                self._config,
                self._row,
                self._repository,
                roster=roster,
                rounds=rounds,
                progress=self._progress,
            )
            over = await director.run()
            self._host.farewell(over=over)
            return over
        finally:
            # Bots must not outlive the tournament, and ending them takes a moment.
            with trio.CancelScope(shield=True):
                await roster.end()

    def _make_round_player(
        self, roster: Roster, earlier: Sequence[ForfeitRow]
    ) -> RoundPlayer:
        def forfeited(entrant: str, forfeit: Forfeit, key: RotationKey) -> None:
            roster.forfeited(entrant, forfeit, key)
            self._progress.forfeited(entrant, forfeit, key)

        return RoundPlayer(
            self._config,
            self._repository,
            roster=roster,
            runner=LocalRunner(self._config, self._lobby, forfeited),
            seating=Seating(self._lobby, self._config.parallel),
            progress=self._progress,
            forfeits=Counter(row.entrant for row in earlier),
        )

    async def _gather(
        self, roster: Roster, rounds: RoundPlayer, earlier: Sequence[ForfeitRow]
    ) -> None:
        """Has every entrant's bot here, or withdraws the entrant."""
        rows = await trio.to_thread.run_sync(self._repository.entrants, self._row.name)
        gone = withdrawn(rows)
        for name, reason in overdue(earlier, self._config.max_forfeits).items():
            if name not in gone:
                await rounds.withdraw(name, reason)
                gone[name] = reason
        left = [e for e in self._config.entrants if e.name not in gone]
        tokens = await self._host.admit([e.name for e in left if e.remote])
        absent = {
            e.name: "no bot of that name is registered"
            for e in left
            if e.remote and e.name not in tokens
        }
        names = [e.name for e in left if e.name not in absent]
        absent |= await roster.gather(names, tokens)
        for name, reason in absent.items():
            await rounds.withdraw(name, reason)
        # Others may have been withdrawn while their bots were awaited.
        playing = [e.name for e in left if e.name not in rounds.withdrawn]
        if len(playing) < 2:
            raise EntryError(
                ", ".join(playing) or "all",
                "too few entrants are left to play",
                "a tournament needs two; see who was withdrawn with"
                f" arena tournament show {self._config.name}",
            )


def cause_of(group: ExceptionGroup[Exception]) -> Exception:
    """Gives the one error to report: the first of ours where all of them are ours."""
    ours, others = group.split(ArenaError)
    cause: Exception = group
    if others is None and ours is not None:
        cause = ours
        while isinstance(cause, ExceptionGroup):
            cause = cause.exceptions[0]
    return cause
