"""Answers rightly, but so slowly that its clock does not last for a deal."""

import time

from arena_client import Bot, View, run


class Slow(Bot):
    """Takes two thirds of a second for everything."""

    wants_legal_plays = True

    def play(self, view: View) -> bytes:
        """Waits, then plays its lowest."""
        time.sleep(0.67)
        return next((play for play in view.legal_plays if play), b"")


run(Slow)
