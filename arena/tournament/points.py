"""What each entrant has scored, in exact numbers.

The score is points per board: the mean over an entrant's boards of its mean points
per deal on that board. By places, a deal at a full table gives n − 1 points to the
first down to 0 to the last, and those who tied share. A short table's places are
stretched to the same range (three at a table for four get 3, 1½ and 0), so that
sitting there is worth neither more nor less. By money, a deal gives its payoff.

Sums are whole numbers of 840ths, which every share and stretch comes out even in
for tables of up to eight; nothing here is a float.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

import numpy as np

from arena.game.scoring import place_points, places
from arena.tournament.columns import Ints, column, numbered, rows, seatings
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


def tally(outcomes: Sequence[DealOutcome], points: str, seats: int) -> dict[str, Score]:
    """Returns the score of everyone who sat at a table, fill-ins too.

    Args:
        outcomes: Deals in any order; an entrant sits at one table a round.
        points: `places` or `money`.
        seats: The size of a full table.
    """
    seated = seatings(outcomes)
    names = list(dict.fromkeys(chain.from_iterable(seated.different)))
    index = {name: number for number, name in enumerate(names)}
    players = [tuple(map(index.__getitem__, one)) for one in seated.different]
    at = rows(players, padding=-1)[seated.number]
    there = at >= 0
    player = at[there]
    units, half_places = (each[there] for each in _worth(outcomes, points, seats))
    forfeited = _table(outcome.forfeited for outcome in outcomes)[there]
    boards = column(outcomes, "round", "board")
    board = np.broadcast_to(boards.number[:, None], there.shape)[there]
    count = max(len(boards.different), 1)
    played, of, deals = np.unique(
        player * count + board, return_inverse=True, return_counts=True
    )
    # Boards with equally many deals are added up as whole numbers first: that is
    # nearly all of them, and fractions are slow.
    most = int(deals.max(initial=0)) + 1
    alike = played // count * most + deals
    made = _sums(alike, _sums(of, units, len(played)), len(names) * most)
    boards_played = np.bincount(alike, minlength=len(names) * most)
    return {
        name: _score(
            boards_played[number * most : (number + 1) * most].tolist(),
            made[number * most : (number + 1) * most].tolist(),
            half_place,
            forfeits,
        )
        for number, (name, half_place, forfeits) in enumerate(
            zip(
                names,
                _sums(player, half_places, len(names)).tolist(),
                _sums(player, forfeited, len(names)).tolist(),
                strict=True,
            )
        )
    }


def _worth(
    outcomes: Sequence[DealOutcome], points: str, seats: int
) -> tuple[Ints, Ints]:
    """Gives what each seat of each deal gets: points in `UNIT`s and half places."""
    worth = DealPoints(points, seats)
    alike = numbered((outcome.finish, outcome.payoff) for outcome in outcomes)
    last = {(outcome.finish, outcome.payoff): outcome for outcome in outcomes}
    different = [last[one] for one in alike.different]
    units = rows([worth.units(one) for one in different], padding=0)
    half_places = rows([worth.half_places(one) for one in different], padding=0)
    return units[alike.number], half_places[alike.number]


def _table(values: Iterable[Sequence[int]]) -> Ints:
    """Gives what each seat of each deal has, a row a deal."""
    each = numbered(values)
    return rows(each.different, padding=0)[each.number]


def _sums(cells: Ints, values: Ints, count: int) -> Ints:
    """Adds values up by cell; exact, as sums of floats are not."""
    sums = np.zeros(count, dtype=np.int64)
    np.add.at(sums, cells, values)
    return sums


def _score(
    boards: Sequence[int], units: Sequence[int], half_places: int, forfeits: int
) -> Score:
    """Makes a score of boards and units by the number of deals a board had."""
    total = sum(
        (Fraction(made, size) for size, made in enumerate(units) if made), Fraction()
    )
    deals = sum(size * count for size, count in enumerate(boards))
    return Score(
        boards=sum(boards),
        deals=deals,
        points_per_board=total / (UNIT * sum(boards)),
        average_place=Fraction(half_places, 2 * deals),
        forfeits=forfeits,
    )
