"""The loop over a tournament: pair a round, play what is left of it, go on.

Everything a round is decided by lies in the store, so a run that begins in the
middle goes on exactly where the last one stopped.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import trio

from arena.director.opening import now_text
from arena.director.progress import Progress
from arena.director.recording import outcomes_of
from arena.director.roster import Roster
from arena.director.round import RoundPlayer
from arena.director.schedule import assignments
from arena.director.stored import withdrawn
from arena.store.repository import Repository
from arena.store.rows import TournamentRow
from arena.tournament.config import TournamentConfig
from arena.tournament.result import DealOutcome, Round, is_house
from arena.tournament.standings import Standing, standings
from arena.tournament.swiss import Swiss

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

    async def run(self) -> bool:
        """Plays on until the tournament is over, or it has been told to stop.

        Returns:
            Whether the tournament is over. Where it is not, the same command
            resumes it.
        """
        name = self._row.name
        await self._blocking(lambda: self._repository.start(name, now_text()))
        outcomes = await self._blocking(lambda: self._repository.outcomes(name))
        while (paired := await self._next_round(outcomes)) is not None:
            await self._call_house_bots(paired)
            if not await self._play_round(paired, outcomes):
                return False
            # After the last round nobody is needed, and a bot that cannot come back
            # must not be withdrawn from a tournament that it has played to its end.
            if paired.number < self._config.rounds:
                await self._withdraw_fallen()
        await self._blocking(lambda: self._repository.finish(name, now_text()))
        self._progress.finished(self._row.seed.hex())
        return True

    async def _next_round(self, outcomes: list[DealOutcome]) -> Round | None:
        """Gives the round to be played now, pairing and storing it if it is new."""
        stored = await self._blocking(lambda: self._repository.rounds(self._row.name))
        for row in stored:
            if not row.finished:
                return Round(row.number, row.tables)
        gone = await self._withdrawn()
        swiss = Swiss(self._config, self._row.seed)
        paired = await self._blocking(
            lambda: swiss.next_round(outcomes, gone, after=len(stored))
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
        name, number = self._row.name, paired.number
        done = await self._blocking(
            lambda: self._repository.finished_rotations(name, number)
        )
        left = list(assignments(self._config, self._row.seed, paired, done))
        self._progress.round_started(number, self._config.rounds, len(left))
        complete = await self._rounds.play(
            left,
            await self._withdrawn(),
            lambda rotation: outcomes.extend(outcomes_of(rotation)),
        )
        if complete:
            await self._blocking(lambda: self._repository.finish_round(name, number))
            lines = await self._standings(number, outcomes)
            self._progress.round_finished(number, self._config.rounds, lines)
        return complete

    async def _standings(
        self, number: int, outcomes: Sequence[DealOutcome]
    ) -> Sequence[Standing]:
        """Gives the standings after a round; after the last they are for the caller."""
        if number == self._config.rounds:
            return ()
        names = [entrant.name for entrant in self._config.entrants]
        gone = await self._withdrawn()
        return await self._blocking(
            lambda: standings(outcomes, names, self._config, gone)
        )

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
