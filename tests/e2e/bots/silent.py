"""Joins and never answers."""

import time

from arena_client import Bot, View, run


class Silent(Bot):
    """Thinks for ever, at all of its tables at the same time."""

    tables = 16

    def play(self, view: View) -> bytes:
        """Does not return."""
        while True:
            time.sleep(3600)


run(Silent)
