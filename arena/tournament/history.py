"""What pairing needs to know of the rounds that are complete.

Scores and meetings are added up as rounds end, so that the hundredth round takes no
longer to pair than the second, and a long tournament no more memory than a short one.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from operator import attrgetter

import numpy as np

from arena.tournament.columns import Ints
from arena.tournament.config import TournamentConfig
from arena.tournament.points import Score, Tally
from arena.tournament.result import DealOutcome, is_house


class History:
    """The results of complete rounds, summed up."""

    def __init__(
        self, config: TournamentConfig, outcomes: Sequence[DealOutcome] = ()
    ) -> None:
        """Begins with `outcomes`, as `add` does."""
        self._tally = Tally(config.points, config.seats)
        self._met: Counter[tuple[str, str]] = Counter()
        self._met_house: Counter[str] = Counter()
        self._seated = 0
        self.last_round = 0
        """The highest round that has an outcome; 0: none has."""
        self.add(outcomes)

    def add(self, outcomes: Sequence[DealOutcome]) -> None:
        """Adds whole rounds, in any order."""
        if not outcomes:
            return
        self._tally.add(outcomes)
        tables: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
        # The same seating comes again deal after deal.
        for number, table, entrants in dict.fromkeys(
            map(attrgetter("round", "table", "entrants"), outcomes)
        ):
            tables[number, table].update(entrants)
        self.last_round = max(self.last_round, *(number for number, _ in tables))
        for seated in tables.values():
            here = sorted(name for name in seated if not is_house(name))
            self._met.update(combinations(here, 2))
            if len(here) < len(seated):
                self._met_house.update(here)
            self._seated += len(seated)

    def scores(self) -> dict[str, Score]:
        """Returns the score of everyone who sat at a table, fill-ins too."""
        return self._tally.scores()

    def meetings(self, players: Sequence[str]) -> Ints:
        """Counts in how many rounds each two of `players` sat at one table.

        All fill-ins count as one opponent, whichever name the fill-in had. Two of
        them count as having met so often that they are spread over the tables first
        of all: more often than everybody else at a table can have met the house.
        """
        index = {name: number for number, name in enumerate(players)}
        house = [number for name, number in index.items() if is_house(name)]
        met = np.zeros((len(players), len(players)), dtype=np.int64)
        for (one, other), times in self._met.items():
            if one in index and other in index:
                met[index[one], index[other]] = times
                met[index[other], index[one]] = times
        for name, times in self._met_house.items():
            if name in index:
                met[index[name], house] = times
                met[house, index[name]] = times
        met[np.ix_(house, house)] = self._seated + len(players)
        np.fill_diagonal(met, 0)
        return met
