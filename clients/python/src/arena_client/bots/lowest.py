"""The house bot `lowest`."""

from arena_client.bot import Bot
from arena_client.cards import NONE, Cards
from arena_client.view import View


class LowestBot(Bot):
    """Plays the cheapest legal play: the lowest highest card, and most cards of it."""

    def play(self, view: View) -> Cards:
        """Picks the cheapest play; passes only when there is none."""
        return min(
            (play for play in view.legal_plays if play),
            key=lambda play: (play[-1], -len(play), play),
            default=NONE,
        )
