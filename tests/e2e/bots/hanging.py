"""Stops over its first decision: for some seconds, or for good while there is a file."""

import sys
import time
from pathlib import Path

from arena_client import Bot, View, run

word = sys.argv.pop(1)


class Hanging(Bot):
    """Answers at once but for one time."""

    hung = False

    def play(self, view: View) -> bytes:
        """Hangs if it has not yet, then plays its lowest."""
        if not Hanging.hung:
            Hanging.hung = True
            time.sleep(_pause())
        return next((play for play in view.legal_plays if play), b"")


def _pause() -> float:
    """The seconds to hang; the file is taken away, so that it is only once."""
    if word.isdigit():
        return float(word)
    file = Path(word)
    if not file.exists():
        return 0
    file.unlink()
    return 3600


run(Hanging)
