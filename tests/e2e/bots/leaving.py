"""Ends its process at the first prompt, as a crash would."""

import os

from arena_client import Bot, View, run


class Leaving(Bot):
    """Is gone when it is asked."""

    def play(self, view: View) -> bytes:
        """Ends the process."""
        os._exit(3)


run(Leaving)
