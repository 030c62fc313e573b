"""The minimal bot's choices by means of the SDK, to see what the SDK itself costs."""

from arena_client import Bot, Play, View
from arena_client.command import run


class FirstPlay(Bot):
    """Plays the first legal play that is not a pass."""

    wants_legal_plays = True

    def play(self, view: View) -> Play:
        """Gives the lowest play, or the pass where there is nothing else."""
        return max(view.legal_plays[:2], key=len)


if __name__ == "__main__":
    run(FirstPlay)
