"""Answers rightly, so many seconds after it was asked."""

import sys
import time

from arena_client import Bot, View, run

pause = float(sys.argv.pop(1))


class Slow(Bot):
    """Takes the same time for everything."""

    wants_legal_plays = True

    def play(self, view: View) -> bytes:
        """Waits, then plays its lowest."""
        time.sleep(pause)
        return next((play for play in view.legal_plays if play), b"")


run(Slow)
