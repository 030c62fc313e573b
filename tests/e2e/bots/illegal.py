"""Answers with cards that it does not hold."""

from arena_client import Bot, View, run


class Illegal(Bot):
    """Plays a card of somebody else's."""

    def play(self, view: View) -> bytes:
        """Gives the lowest card that is not in its hand."""
        return bytes([next(card for card in range(52) if card not in view.hand)])


run(Illegal)
