"""A small bot: low cards first, and twos only when the end is near."""

from arena_client import Bot, Play, View, run


class MyBot(Bot):
    """Plays its lowest cards, many at a time where it can."""

    def play(self, view: View) -> Play:
        """Picks one of the legal plays, or passes."""
        plays = [play for play in view.legal_plays if play]
        if not view.leads and len(view.hand) > 4:
            plays = [play for play in plays if not str(play).startswith("2")]
        return min(plays, key=lambda play: (play[-1], -len(play)), default="pass")


if __name__ == "__main__":
    run(MyBot)
