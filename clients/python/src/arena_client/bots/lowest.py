"""The house bot `lowest`."""

from arena_client.bot import Bot
from arena_client.bots.choices import answers, cards_of, same_shape
from arena_client.bots.split import held_of
from arena_client.cards import NONE, Cards
from arena_client.view import View


class LowestBot(Bot):
    """Plays the cheapest legal play, and passes only when it has none."""

    def play(self, view: View) -> Cards:
        """Leads the lowest card; answers with the lowest highest card."""
        hand, table = view.prompt.hand, view.prompt.table
        if not table:
            return Cards(view.prompt.must_include or hand[:1])
        if view.owner == view.seat:
            return NONE
        plays = (
            cards_of(
                hand, part, table[-1] if same_shape(view.rules, part, table) else -1
            )
            for part in answers(view.rules, hand, held_of(hand), table)
        )
        return min(plays, key=lambda play: (play[-1], len(play)), default=NONE)
