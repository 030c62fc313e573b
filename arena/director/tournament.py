"""The loop over a tournament: pair a round, play what is left of it, go on.

Everything a round is decided by lies in the store, so a run that begins in the
middle goes on exactly where the last one stopped.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

import trio

from arena.director.live_standings import SHARE
from arena.director.opening import now_text
from arena.director.progress import Progress
from arena.director.roster import Roster
from arena.director.round import RoundPlayer
from arena.director.schedule import assignments
from arena.director.stored import stored_standings, withdrawn
from arena.errors import StoreError
from arena.store.repository import Repository
from arena.store.rows import RoundRow, TournamentRow
from arena.tournament.config import TournamentConfig
from arena.tournament.history import History
from arena.tournament.result import DealOutcome, Round, is_house
from arena.tournament.standings import Standing
from arena.tournament.swiss import Swiss

QUICK = 0.1
"""Seconds up to which standings are made after every round; play waits for them. Where
they take longer, they are left out for `SHARE` times as long."""

_T = TypeVar("_T")


class Director:
    """Plays one tournament from wherever it stands to its end."""

    def __init__(
        self,
        config: TournamentConfig,
        row: TournamentRow,
        repository: Repository,
        *,
        roster: Roster,
        rounds: RoundPlayer,
        progress: Progress,
    ) -> None:
        """Plays the tournament stored as `row`, whose bots `roster` looks after."""
        self._config = config
        self._row = row
        self._repository = repository
        self._roster = roster
        self._rounds = rounds
        self._progress = progress
        self._standings_due = 0.0
        self._complete = 0

    async def run(self) -> bool:
        """Plays on until the tournament is over, or it has been told to stop.

        Returns:
            Whether the tournament is over. Where it is not, the same command
            resumes it.

        Raises:
            StoreError: the database fails, or another process has played on.
        """
        name = self._row.name
        await self._blocking(lambda: self._repository.start(name, now_text()))
        history, begun = await self._blocking(self._played)
        while (paired := await self._next_round(history)) is not None:
            await self._call_house_bots(paired)
            if not await self._play_round(paired, begun):
                return False
            await self._blocking(partial(history.add, begun))
            begun, self._complete = [], paired.number
            # After the last round nobody is needed, and a bot that cannot come back
            # must not be withdrawn from a tournament that it has played to its end.
            if paired.number < self._config.rounds:
                await self._withdraw_fallen()
        await self._blocking(lambda: self._repository.finish(name, now_text()))
        self._progress.finished(self._row.seed.hex())
        return True

    def _played(self) -> tuple[History, list[DealOutcome]]:
        """Gives the complete rounds, and what has been played of the one begun."""
        outcomes = self._repository.outcomes(self._row.name)
        last = self._repository.last_round(self._row.name)
        begun = None if last is None or last.finished else last.number
        self._complete = _complete(last)
        return (
            History(self._config, [one for one in outcomes if one.round != begun]),
            [one for one in outcomes if one.round == begun],
        )

    async def _next_round(self, history: History) -> Round | None:
        """Gives the round to be played now, pairing and storing it if it is new."""
        name = self._row.name
        last = await self._blocking(lambda: self._repository.last_round(name))
        if _complete(last) != self._complete:
            raise self._played_elsewhere()
        if last is not None and not last.finished:
            return Round(last.number, last.tables)
        gone = await self._withdrawn()
        swiss = Swiss(self._config, self._row.seed)
        after = 0 if last is None else last.number
        paired = await self._blocking(
            lambda: swiss.next_round(history, gone, after=after)
        )
        if paired is not None:
            await self._blocking(lambda: self._save(paired))
        return paired

    def _save(self, paired: Round) -> None:
        for table in paired.tables:
            for member in filter(is_house, table):
                self._repository.add_fill(self._row.name, member)
        self._repository.save_round(self._row.name, paired.number, paired.tables)

    async def _play_round(self, paired: Round, outcomes: list[DealOutcome]) -> bool:
        """Plays what is left of a round; how its deals end joins `outcomes`."""
        name, number = self._row.name, paired.number
        done = await self._blocking(
            lambda: self._repository.finished_rotations(name, number)
        )
        known = {(one.table, one.board, one.rotation) for one in outcomes}
        if known != {(key.table, key.board, key.rotation) for key in done}:
            raise self._played_elsewhere()
        left = list(assignments(self._config, self._row.seed, paired, done))
        tables = Counter(assignment.key.table for assignment in left)
        self._progress.round_started(number, self._config.rounds, tables)
        complete = await self._rounds.play(
            left,
            await self._withdrawn(),
            lambda rotation: outcomes.extend(rotation.outcomes),
        )
        if complete:
            await self._blocking(lambda: self._repository.finish_round(name, number))
            lines = await self._standings(number)
            self._progress.round_finished(number, self._config.rounds, lines)
        return complete

    def _played_elsewhere(self) -> StoreError:
        # A claim can be lost and taken again, and in between somebody else have it.
        return StoreError(
            f"another process has played tournament '{self._row.name}' on;"
            " run the same command again"
        )

    async def _standings(self, number: int) -> Sequence[Standing]:
        """Gives the standings after a round; after the last they are for the caller.

        None are given where nobody shows them or they would hold play up too often.
        """
        if not self._progress.shows_standings:
            return ()
        began = trio.current_time()
        if number == self._config.rounds or began < self._standings_due:
            return ()
        lines = await self._blocking(
            lambda: stored_standings(self._repository, self._row)
        )
        taken = trio.current_time() - began
        if taken > QUICK:
            self._standings_due = began + taken * (1 + SHARE)
        return lines

    async def _call_house_bots(self, paired: Round) -> None:
        """Has the house bots here that fill this round's tables."""
        self._roster.replace_house_bots()
        for table in paired.tables:
            for member in filter(is_house, table):
                await self._rounds.call_house_bot(member)

    async def _withdraw_fallen(self) -> None:
        """Takes out those whose process has ended for good during the round."""
        for name, reason in self._roster.fallen().items():
            if not is_house(name):
                await self._rounds.withdraw(name, reason)

    async def _withdrawn(self) -> Mapping[str, str]:
        rows = await self._blocking(lambda: self._repository.entrants(self._row.name))
        return withdrawn(rows)

    async def _blocking(self, call: Callable[[], _T]) -> _T:
        return await trio.to_thread.run_sync(call, limiter=self._rounds.limiter)


def _complete(last: RoundRow | None) -> int:
    """Gives how many rounds are complete when `last` was paired last."""
    if last is None:
        return 0
    return last.number if last.finished else last.number - 1
