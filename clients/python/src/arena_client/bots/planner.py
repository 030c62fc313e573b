"""The house bot `planner`."""

from functools import lru_cache

from arena_client.bot import Bot
from arena_client.bots.experience import usual_cost
from arena_client.bots.plan import Plan
from arena_client.bots.split import Splitter
from arena_client.cards import Cards
from arena_client.rules import Rules
from arena_client.view import View


class PlannerBot(Bot):
    """Splits its hand into the fewest plays and keeps bombs for twos."""

    def play(self, view: View) -> Cards:
        """Plays what leaves the best hand."""
        return Plan(view, _splitter(view.rules)).choose()


@lru_cache(maxsize=16)
def _splitter(rules: Rules) -> Splitter:
    """One for all tables: what a hand comes to does not depend on the table."""
    return Splitter(usual_cost(rules), rules.run_top)
