"""Taking turns: rounds of several sides, and what they come to.

Sides are measured in turn, a little of each in every round, so that whatever else
the machine does hits all of them alike. A ratio is taken within a round; what is
reported is the median over the rounds, with the lowest and the highest.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Spread:
    """What a number was over the rounds."""

    median: float
    low: float
    high: float

    def __str__(self) -> str:
        """Writes it for people: `2.41 (2.30 to 2.55)`."""
        middle, low, high = map(significant, (self.median, self.low, self.high))
        return f"{middle} ({low} to {high})"

    def plain(self) -> dict[str, float]:
        """Gives it for JSON, to four significant digits."""
        return {key: float(f"{value:.4g}") for key, value in asdict(self).items()}


def spread(values: Sequence[float]) -> Spread:
    """Sums up the values of all rounds."""
    return Spread(median(values), min(values), max(values))


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> Spread:
    """Sums up how many times theirs ours is, round by round."""
    return spread([our / their for our, their in zip(ours, theirs, strict=True)])


def take_turns(
    sides: Mapping[str, Callable[[], float]], rounds: int
) -> dict[str, list[float]]:
    """Measures every side once a round; the order moves on by one each round.

    Args:
        sides: By name, what measures it once and gives the number.
        rounds: How many rounds.
    """
    taken: dict[str, list[float]] = {name: [] for name in sides}
    order = list(sides)
    for _ in range(rounds):
        for name in order:
            taken[name].append(sides[name]())
        order = [*order[1:], order[0]]
    return taken


def significant(value: float) -> str:
    """Writes a number with three significant digits: `2.41`, `54,300`."""
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:#.3g}"
