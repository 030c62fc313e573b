"""The house bot `random`."""

from arena_client.bot import Bot
from arena_client.cards import Cards
from arena_client.view import View


class RandomBot(Bot):
    """Plays any legal play, a pass among them, all equally likely."""

    def play(self, view: View) -> Cards:
        """Picks one of the legal plays."""
        return self.rng.choice(view.legal_plays)
