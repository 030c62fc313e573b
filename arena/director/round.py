"""Plays the rotations of a round, as many at a time as its bots have tables for.

Each rotation is committed to the store before its result is reported anywhere.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TypeAlias

import trio

from arena.director.commits import Commits
from arena.director.opening import now_text
from arena.director.progress import Progress
from arena.director.recording import Recorder
from arena.director.roster import Roster
from arena.director.runner import BoardRunner, PlayedRotation, Seating
from arena.director.schedule import Assignment, stand_ins
from arena.director.waiting import Waiting
from arena.director.withdrawals import Withdrawals
from arena.store.repository import Repository
from arena.store.rows import FinishedRotation
from arena.tournament.config import TournamentConfig
from arena.tournament.result import is_house

MOST_UNCOMMITTED = 256
"""The most rotations that may wait for a commit while others begin; a database that is
slower than the bots holds them up from there on."""

_Kept: TypeAlias = Callable[[PlayedRotation, FinishedRotation], None]


class RoundPlayer:
    """Plays rounds, commits their rotations and withdraws who forfeits too often."""

    def __init__(
        self,
        config: TournamentConfig,
        repository: Repository,
        *,
        roster: Roster,
        runner: BoardRunner,
        seating: Seating,
        progress: Progress,
        forfeits: Mapping[str, int],
    ) -> None:
        """Plays through `runner`; `forfeits` are those of earlier runs, by entrant."""
        self._config = config
        self._repository = repository
        self._roster = roster
        self._runner = runner
        self._seating = seating
        self._progress = progress
        self._waiting = Waiting(())
        self._stopping = False
        self._changed = trio.Event()
        roster.when_one_returns(self._look_everywhere)
        self.limiter = trio.CapacityLimiter(1)
        """Lets one thread at a time at the database, which takes one writer."""
        self._withdrawals = Withdrawals(config, repository, self.limiter, forfeits)
        self._recorder = Recorder(config)
        self._commits = self._no_commits()

    @property
    def withdrawn(self) -> Collection[str]:
        """Who has been withdrawn by this run, and before the round that it plays."""
        return self._withdrawals.reasons

    def stop(self) -> None:
        """Begins no further rotation; `play` returns when the running ones are done."""
        self._stopping = True
        self._look_everywhere()

    async def play(
        self,
        left: Sequence[Assignment],
        withdrawn: Mapping[str, str],
        finished: Callable[[FinishedRotation], None],
    ) -> bool:
        """Plays all of `left`, and tells `finished` of each that has been committed.

        Args:
            left: The rotations to play, in the order they should begin.
            withdrawn: Who takes no further part, with the reasons.
            finished: Called in the order in which the rotations end.

        Returns:
            Whether all of them have been played; False after `stop`.

        Raises:
            StoreError: the database fails.
        """
        self._withdrawals.note(withdrawn)
        self._waiting = Waiting(left)
        self._commits = self._no_commits()
        async with trio.open_nursery() as keeping:
            keeping.start_soon(self._commits.run)
            # Withdrawals take their time, in which others are kept.
            kept = partial(self._kept, keeping, finished)
            try:
                async with trio.open_nursery() as tables:
                    await self._start_all(tables, kept)
            finally:
                self._commits.end()
        while due := self._withdrawals.due:
            # Once another round is paired the store would take them to be of that one.
            await self._carry_out(due[0])
        return not self._waiting

    async def withdraw(self, entrant: str, reason: str) -> None:
        """Takes an entrant out of the tournament, in the store and at once.

        Nothing happens once the store has the tournament as finished.

        Raises:
            StoreError: the database fails. The entrant sits down nowhere all the same;
                that has yet to be kept, by another call or at the end of the round.
        """
        self._withdrawals.add(entrant, reason)
        await self._carry_out(entrant)

    async def _carry_out(self, entrant: str) -> None:
        """Has a due withdrawal kept and told, and nobody wait for the entrant's bot."""
        reason = await self._withdrawals.keep(entrant)
        if reason is None:
            return
        self._progress.withdrawn(entrant, reason)
        # A house bot may have a table free where the entrant had none.
        self._look_everywhere()
        await self._roster.dismiss(entrant, reason)

    async def call_house_bot(self, name: str) -> None:
        """Has a house bot here, under that name, and known to the store."""
        if self._roster.has_house_bot(name):
            return
        await trio.to_thread.run_sync(
            lambda: self._repository.add_fill(self._config.name, name),
            limiter=self.limiter,
        )
        await self._roster.call_house_bot(name)

    def _no_commits(self) -> Commits:
        return Commits(self._repository, self._config.name, self.limiter)

    async def _start_all(self, tables: trio.Nursery, kept: _Kept) -> None:
        """Starts all that waits, as it can begin."""
        while self._waiting and not self._stopping:
            self._changed = trio.Event()
            await self._start_some(tables, kept)
            if self._waiting:
                await self._changed.wait()

    async def _start_some(self, tables: trio.Nursery, kept: _Kept) -> None:
        """Starts whatever can start now at the tables that are to be looked at."""
        while not (self._stopping or self._held_up()):
            assignment = self._waiting.look()
            if assignment is None:
                return
            entrants = await self._stand_ins(assignment)
            if self._seating.fits(entrants):
                self._seating.take(entrants)
                self._waiting.take(assignment)
                tables.start_soon(self._play_one, assignment, entrants, kept)

    async def _stand_ins(self, assignment: Assignment) -> tuple[str, ...]:
        """Gives who sits down for a rotation, with all house bots that takes here."""
        while True:
            entrants = stand_ins(assignment.entrants, self._withdrawals.reasons)
            absent = [
                name
                for name in filter(is_house, entrants)
                if not self._roster.has_house_bot(name)
            ]
            if not absent:
                return entrants
            # That takes a while, in which others may be withdrawn.
            for name in absent:
                await self.call_house_bot(name)

    async def _play_one(
        self, assignment: Assignment, entrants: tuple[str, ...], kept: _Kept
    ) -> None:
        started_time = now_text()
        self._progress.rotation_started(assignment.key.table)
        try:
            rotation = await self._runner.play(assignment, entrants)
        finally:
            self._seating.leave(entrants)
        ended = self._roster.explained(self._recorder.finished(rotation, started_time))
        self._commits.add(ended, partial(kept, rotation, ended))
        if not ended.forfeits:
            # Who has forfeited may have to be withdrawn before any more is played.
            self._free(assignment.key.table, entrants)

    def _kept(
        self,
        nursery: trio.Nursery,
        finished: Callable[[FinishedRotation], None],
        rotation: PlayedRotation,
        ended: FinishedRotation,
    ) -> None:
        """Reports a rotation that has been committed; its forfeits count from now."""
        finished(ended)
        self._progress.rotation_finished(
            ended.key.table,
            len(rotation.played),
            sum([len(deal.actions) for deal in rotation.played]),
        )
        # At once: whoever has forfeited too often sits down nowhere from now on.
        withdrawals = self._withdrawals.count(ended.forfeits)
        if withdrawals:
            nursery.start_soon(self._carry_out_all, withdrawals, rotation)
        else:
            self._free(ended.key.table, rotation.entrants)

    async def _carry_out_all(
        self, withdrawals: Sequence[str], rotation: PlayedRotation
    ) -> None:
        for name in withdrawals:
            await self._carry_out(name)
        self._free(rotation.assignment.key.table, rotation.entrants)

    def _held_up(self) -> bool:
        """Whether nothing may begin, whoever is free."""
        return self._seating.full() or self._commits.pending >= MOST_UNCOMMITTED

    def _free(self, table: int, entrants: Sequence[str]) -> None:
        """Has looked at what may begin now that these have ended a rotation there."""
        self._waiting.mark(table)
        if any(map(is_house, entrants)):
            # A house bot may be wanted at other tables as well.
            self._waiting.mark_all()
        self._changed.set()

    def _look_everywhere(self) -> None:
        """Has all that waits looked at: some of it may be able to begin."""
        self._waiting.mark_all()
        self._changed.set()
