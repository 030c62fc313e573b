"""Tournaments of entrants whose true strengths are known.

Each deal's finishing order is exactly Plackett–Luce: everybody's strength plus Gumbel
noise, highest first. What a board adds is that the noise of a seat is partly the
board's own, the same whoever sits there: favourable cards come round with the
rotations and lie at the same seat of every table. The share is set by `luck`, through
a normal copula, so that each single deal stays Plackett–Luce whatever the luck; the
true strengths are therefore exactly what a rating ought to find.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from arena.match.board import rotations
from arena.tournament.rating import ELO, Ratings, fit
from arena.tournament.result import DealOutcome, Round
from arena.tournament.swiss import Swiss
from tests.support.outcomes import tournament

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Setting:
    """What kind of tournament to simulate."""

    entrants: int
    """How many take part."""
    rounds: int
    """How many rounds are played."""
    boards: int = 3
    """How many boards a round has."""
    rotations: int = 4
    """How many times a board is played."""
    spread: float = 150.0
    """The standard deviation of true strengths, in Elo points."""
    luck: float = 0.5
    """The share of a seat's noise that belongs to the board, from 0 to below 1."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """One simulated tournament, rated."""

    names: tuple[str, ...]
    """The entrants."""
    truth: Floats
    """Their true strengths in Elo points, the mean being 0."""
    ratings: Ratings
    """What the arena makes of the results."""

    def covered(self) -> list[bool]:
        """Tells for every interval whether it holds the true strength."""
        found = []
        for name, truth in zip(self.names, self.truth, strict=True):
            rating = self.ratings[name]
            if rating.low is not None and rating.high is not None:
                found.append(bool(rating.low <= truth <= rating.high))
        return found


def simulate(setting: Setting, rng: np.random.Generator) -> Simulated:
    """Plays a Swiss tournament by chance and rates it."""
    config = tournament(
        " ".join(f"e{number}" for number in range(setting.entrants)),
        rounds=setting.rounds,
        boards=setting.boards,
        rotations=setting.rotations,
    )
    truth = rng.normal(0, setting.spread, setting.entrants)
    truth -= truth.mean()
    strength = dict(zip(config.names, truth / ELO, strict=True))
    swiss = Swiss(config, rng.bytes(32))
    outcomes: list[DealOutcome] = []
    while (paired := swiss.next_round(outcomes)) is not None:
        outcomes += played(paired, setting, strength.__getitem__, rng)
    return Simulated(config.names, truth, fit(outcomes, config.names))


def coverage(setting: Setting, tournaments: int, seed: int) -> tuple[float, float]:
    """Returns how often intervals hold the truth, and that figure's standard error.

    Intervals of one tournament depend on each other, so the error is that of the
    mean over tournaments.
    """
    rng = np.random.default_rng(seed)
    shares = [
        float(np.mean(simulate(setting, rng).covered())) for _ in range(tournaments)
    ]
    return float(np.mean(shares)), float(np.std(shares) / tournaments**0.5)


def played(
    paired: Round,
    setting: Setting,
    strength: Callable[[str], float],
    rng: np.random.Generator,
) -> list[DealOutcome]:
    """Plays a round by chance; `strength` gives strengths in natural units."""
    outcomes = []
    for board in range(1, setting.boards + 1):
        cards = rng.normal(size=len(paired.tables[0]))
        for table, members in enumerate(paired.tables, 1):
            rows = rotations(len(members), board, setting.rotations)
            for rotation, row in enumerate(rows, 1):
                seated = tuple(members[member] for member in row)
                own = rng.normal(size=len(seated))
                noise = _gumbel(
                    setting.luck**0.5 * cards + (1 - setting.luck) ** 0.5 * own
                )
                order = np.argsort(-noise - [strength(name) for name in seated])
                outcomes.append(
                    DealOutcome(
                        round=paired.number,
                        table=table,
                        board=board,
                        rotation=rotation,
                        deal=0,
                        entrants=seated,
                        finish=tuple((int(seat),) for seat in order),
                        payoff=(0,) * len(seated),
                        forfeited=(False,) * len(seated),
                    )
                )
    return outcomes


def _gumbel(normal: Sequence[float] | Floats) -> Floats:
    """Turns standard normal numbers into Gumbel ones of the same rank."""
    gumbel: Floats = -np.log(-special.log_ndtr(normal))
    return gumbel
