"""The house bot `planner`."""

from arena_client.bot import Bot
from arena_client.bots.experience import usual_splitter
from arena_client.bots.plan import Plan
from arena_client.cards import Cards
from arena_client.view import View


class PlannerBot(Bot):
    """Splits its hand into the fewest plays and keeps bombs for twos."""

    def play(self, view: View) -> Cards:
        """Plays what leaves the best hand."""
        return Plan(view, usual_splitter(view.rules)).choose()
