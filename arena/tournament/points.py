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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arena.game.scoring import place_points, places
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


def tally(outcomes: Iterable[DealOutcome], points: str, seats: int) -> dict[str, Score]:
    """Returns the score of everyone who sat at a table, fill-ins too.

    Args:
        outcomes: Deals in any order; an entrant sits at one table a round.
        points: `places` or `money`.
        seats: The size of a full table.
    """
    worth = DealPoints(points, seats)
    boards: defaultdict[tuple[str, int, int], list[int]] = defaultdict(list)
    half_places: defaultdict[str, int] = defaultdict(int)
    forfeits: defaultdict[str, int] = defaultdict(int)
    for outcome in outcomes:
        seated = zip(
            outcome.entrants,
            worth.units(outcome),
            worth.half_places(outcome),
            outcome.forfeited,
            strict=True,
        )
        for name, units, half_place, forfeited in seated:
            boards[name, outcome.round, outcome.board].append(units)
            half_places[name] += half_place
            forfeits[name] += forfeited
    by_entrant: defaultdict[str, list[list[int]]] = defaultdict(list)
    for (name, _, _), deals in boards.items():
        by_entrant[name].append(deals)
    return {
        name: _score(played, half_places[name], forfeits[name])
        for name, played in by_entrant.items()
    }


def _score(boards: Sequence[Sequence[int]], half_places: int, forfeits: int) -> Score:
    deals = sum(map(len, boards))
    # Boards with equally many deals are added up as whole numbers first: that is
    # nearly all of them, and fractions are slow.
    sums: defaultdict[int, int] = defaultdict(int)
    for units in boards:
        sums[len(units)] += sum(units)
    total = sum((Fraction(units, size) for size, units in sums.items()), Fraction())
    return Score(
        boards=len(boards),
        deals=deals,
        points_per_board=total / (UNIT * len(boards)),
        average_place=Fraction(half_places, 2 * deals),
        forfeits=forfeits,
    )
