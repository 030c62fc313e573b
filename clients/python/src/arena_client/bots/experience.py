"""What plays usually come to, for a bot that does not count cards.

The numbers were found by letting planners play each other: small changes to them
change little, and the order they give to plays is what matters.
"""

from functools import lru_cache

from arena_client.bots.split import Cost, Part, Splitter
from arena_client.cards import TWO
from arena_client.rules import Rules, Shape

BOMB = -0.4
"""What a bomb costs: less than nothing, because it takes the lead from a two."""

_SINGLES = (0, 0, 0, 0, 0, 0, 0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.9)
"""How often a single of each rank wins its trick."""

_PAIRS = (0.05, 0.07, 0.1, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 0.97)
"""How often a pair of each rank does."""

_LOW_TRIPLE = 0.4
"""How often a triple of threes does; of twos, always."""

_LOW_RUNS = (0.15, 0.3, 0.5, 0.6)
"""How often the lowest run of three, four, five, more cards does."""

_HIGH_RUN = 0.9
"""How much of the rest the highest run gains."""

_WIDE_RUN = 0.95
"""How often a pair run does."""


@lru_cache(maxsize=16)
def usual_splitter(rules: Rules) -> Splitter:
    """Splits hands by the usual costs.

    One for all tables with the same rules, since it remembers the hands it has seen.
    """
    return Splitter(usual_cost(rules), rules.run_top)


def usual_cost(rules: Rules) -> Cost:
    """What each part costs in leads: one to play it, less the lead it may win."""
    bombs = {exemption.beater.shape for exemption in rules.exceptions}

    def cost(part: Part) -> float:
        if Shape(part.size, part.length) in bombs:
            return BOMB
        return 1 - _wins(part)

    return cost


def _wins(part: Part) -> float:
    """How often a part wins its trick."""
    if part.length == 1:
        if part.size == 1:
            return _SINGLES[part.top]
        if part.size == 2:
            return _PAIRS[part.top]
        return _LOW_TRIPLE + (1 - _LOW_TRIPLE) * part.top / TWO
    if part.size > 1:
        return _WIDE_RUN
    low = _LOW_RUNS[min(part.length - 3, len(_LOW_RUNS) - 1)]
    lowest_top = part.length - 1
    height = (part.top - lowest_top) / max(1, TWO - lowest_top)
    return low + (1 - low) * _HIGH_RUN * height
