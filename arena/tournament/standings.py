"""The table of a tournament: rank, rating and what they rest on.

The score decides the rank, as in every Swiss: points per board, then the tie-breaks
of `tiebreak`. The rating informs: it weighs whom an entrant met and says how sure
that is, but nobody can plan a tournament around it.

Fill-ins play for real and count as opponents, in scores and ratings alike. They are
no entrants, and have no line here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.tournament.config import TournamentConfig
from arena.tournament.points import tally
from arena.tournament.rating import Ratings, fit
from arena.tournament.result import DealOutcome
from arena.tournament.tiebreak import ranking


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's line."""

    rank: int
    """From 1; equal entrants share one, and as many are left out after it."""
    entrant: str
    """The entrant's name."""
    rating: float | None
    """Elo points above the anchor or mean; `None`: results do not determine it."""
    low: float | None
    """The lower end of the 95 % interval; `None`: undetermined."""
    high: float | None
    """The upper end of the 95 % interval; `None`: undetermined."""
    provisional: bool
    """Whether there are too few boards for the interval to be trusted."""
    boards: int
    """How many boards it sat at."""
    deals: int
    """How many deals it was dealt."""
    points_per_board: float | None
    """The score; `None`: no boards yet."""
    average_place: float | None
    """The mean place over its deals, the first being 1; `None`: no deals yet."""
    forfeits: int
    """How many deals it forfeited."""
    withdrawn: str | None = None
    """Why it plays no more; `None`: it plays."""
    group: int | None = None
    """Ratings compare within a group only; `None`: no deals yet."""


def standings(
    outcomes: Sequence[DealOutcome],
    entrants: Sequence[str],
    config: TournamentConfig,
    withdrawn: Mapping[str, str] | None = None,
    *,
    ratings: Ratings | None = None,
) -> list[Standing]:
    """Returns the line of every entrant, best first.

    Args:
        outcomes: All deals so far, those of an unfinished round too.
        entrants: Everyone to be listed; equal ones keep this order.
        config: How points count and whose rating is 0.
        withdrawn: Why each withdrawn entrant plays no more.
        ratings: The fit of these outcomes where it has been made already.
    """
    gone = withdrawn or {}
    if ratings is None:
        ratings = fit(outcomes, entrants, anchor=config.anchor)
    scores = tally(outcomes, config.points, config.seats)
    lines: list[Standing] = []
    for equal in ranking(entrants, scores, outcomes, gone):
        rank = len(lines) + 1
        for name in equal:
            score = scores.get(name)
            rating = ratings[name]
            lines.append(
                Standing(
                    rank=rank,
                    entrant=name,
                    rating=_rounded(rating.rating),
                    low=_rounded(rating.low),
                    high=_rounded(rating.high),
                    provisional=rating.provisional,
                    boards=score.boards if score else 0,
                    deals=score.deals if score else 0,
                    points_per_board=float(score.points_per_board) if score else None,
                    average_place=float(score.average_place) if score else None,
                    forfeits=score.forfeits if score else 0,
                    withdrawn=gone.get(name),
                    group=rating.group,
                )
            )
    return lines


def _rounded(elo: float | None) -> float | None:
    """Rounds to hundredths: the order in which deals are added shows far behind."""
    # Adding zero makes a negative zero positive.
    return None if elo is None else round(elo, 2) + 0.0
