"""What each entrant has scored, in exact numbers.

The score is points per board: the mean over an entrant's boards of its mean points
per deal on that board. By places, a deal at a full table gives n − 1 points to the
first down to 0 to the last, and those who tied share. A short table's places are
stretched to the same range (three at a table for four get 3, 1½ and 0), so that
sitting there is worth neither more nor less. By money, a deal gives its payoff.

Sums are whole numbers of 840ths, which every share and stretch comes out even in
for tables of up to eight; nothing here is a float.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

import numpy as np

from arena.game.scoring import place_points, places
from arena.tournament.columns import (
    Ints,
    combined,
    numbered,
    rows,
    seatings,
)
from arena.tournament.result import DealOutcome

UNIT = 840
"""How many units make one point: twice the least common multiple of 1 … 7."""


@dataclass(frozen=True, slots=True)
class Score:
    """One entrant's sums over all its deals."""

    boards: int
    """How many boards it sat at."""
    deals: int
    """How many deals it was dealt, all rotations and sessions counted."""
    points_per_board: Fraction
    """The mean over its boards of its mean points per deal there."""
    average_place: Fraction
    """The mean place over its deals, the first being 1; ties share."""
    forfeits: int
    """How many deals it forfeited."""


class DealPoints:
    """What deals are worth by one configuration; remembers finishing orders."""

    def __init__(self, points: str, seats: int) -> None:
        """Takes `places` or `money`, and the size of a full table."""
        self._by_money = points == "money"
        self._full = seats
        self._points: dict[tuple[tuple[int, ...], ...], tuple[int, ...]] = {}
        self._places: dict[tuple[tuple[int, ...], ...], tuple[int, ...]] = {}

    def units(self, outcome: DealOutcome) -> tuple[int, ...]:
        """Returns each seat's points in `UNIT`s."""
        if self._by_money:
            return tuple(stake * UNIT for stake in outcome.payoff)
        known = self._points.get(outcome.finish)
        if known is None:
            seats = len(outcome.entrants)
            stretch = Fraction(self._full - 1, seats - 1) * UNIT
            shares = place_points(outcome.finish, seats)
            known = tuple(int(share * stretch) for share in shares)
            self._points[outcome.finish] = known
        return known

    def half_places(self, outcome: DealOutcome) -> tuple[int, ...]:
        """Returns twice each seat's place, a whole number even where places tie."""
        known = self._places.get(outcome.finish)
        if known is None:
            shared = places(outcome.finish, len(outcome.entrants))
            known = tuple(int(place * 2) for place in shared)
            self._places[outcome.finish] = known
        return known


class Tally:
    """Adds deals up, a part of the tournament at a time."""

    def __init__(self, points: str, seats: int) -> None:
        """Takes `places` or `money`, and the size of a full table."""
        self._points = points
        self._seats = seats
        self._sums: defaultdict[str, _Sums] = defaultdict(_Sums)

    def add(self, outcomes: Sequence[DealOutcome]) -> None:
        """Adds deals in any order; those of one board come together.

        An entrant sits at one table a round.
        """
        seated = seatings(outcomes)
        names = seated.names
        at = seated.different[seated.number]
        there = at >= 0
        player = at[there]
        worth = _worth(outcomes, self._points, self._seats)
        units, half_places = (each[there] for each in worth)
        flags = numbered(map(attrgetter("forfeited"), outcomes))
        forfeited = rows(flags.different, padding=0)[flags.number][there]
        count, boards = combined(outcomes, "round", "board")
        board = np.broadcast_to(boards[:, None], there.shape)[there]
        played, of, deals = np.unique(
            player * count + board, return_inverse=True, return_counts=True
        )
        # Boards with equally many deals are added up as whole numbers: that is
        # nearly all of them, and fractions are slow.
        most = int(deals.max(initial=0)) + 1
        alike, times = np.unique(played // count * most + deals, return_counts=True)
        made = _added(
            np.searchsorted(alike, played // count * most + deals),
            _added(of, units, len(played)),
            len(alike),
        )
        for cell, sat, won in zip(
            alike.tolist(), times.tolist(), made.tolist(), strict=True
        ):
            sums = self._sums[names[cell // most]]
            sums.boards[cell % most] += sat
            sums.units[cell % most] += won
        for name, half_place, forfeits in zip(
            names,
            _added(player, half_places, len(names)).tolist(),
            _added(player, forfeited, len(names)).tolist(),
            strict=True,
        ):
            self._sums[name].half_places += half_place
            self._sums[name].forfeits += forfeits

    def scores(self) -> dict[str, Score]:
        """Returns the score of everyone who sat at a table, fill-ins too."""
        return {name: sums.score() for name, sums in self._sums.items()}


def tally(outcomes: Sequence[DealOutcome], points: str, seats: int) -> dict[str, Score]:
    """Returns the score of everyone in these deals, as `Tally` makes it."""
    sums = Tally(points, seats)
    sums.add(outcomes)
    return sums.scores()


class _Sums:
    """One entrant's sums."""

    def __init__(self) -> None:
        self.boards: defaultdict[int, int] = defaultdict(int)
        """How many boards it sat at, by the number of deals there."""
        self.units: defaultdict[int, int] = defaultdict(int)
        """What it made at those, in `UNIT`s."""
        self.half_places = 0
        self.forfeits = 0

    def score(self) -> Score:
        total = sum(
            (Fraction(made, size) for size, made in self.units.items()), Fraction()
        )
        boards = sum(self.boards.values())
        deals = sum(size * count for size, count in self.boards.items())
        return Score(
            boards=boards,
            deals=deals,
            points_per_board=total / (UNIT * boards),
            average_place=Fraction(self.half_places, 2 * deals),
            forfeits=self.forfeits,
        )


def _worth(
    outcomes: Sequence[DealOutcome], points: str, seats: int
) -> tuple[Ints, Ints]:
    """Gives what each seat of each deal gets: points in `UNIT`s and half places."""
    worth = DealPoints(points, seats)
    alike = numbered(map(attrgetter("finish", "payoff"), outcomes))
    # Any outcome that is alike will do.
    last = np.zeros(len(alike.different), dtype=np.int64)
    last[alike.number] = np.arange(len(outcomes))
    different = [outcomes[place] for place in last.tolist()]
    units = rows([worth.units(one) for one in different], padding=0)
    half_places = rows([worth.half_places(one) for one in different], padding=0)
    return units[alike.number], half_places[alike.number]


def _added(cells: Ints, values: Ints, count: int) -> Ints:
    """Adds values up by cell; exact, as sums of floats are not."""
    sums = np.zeros(count, dtype=np.int64)
    np.add.at(sums, cells, values)
    return sums
