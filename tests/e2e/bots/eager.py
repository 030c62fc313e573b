"""Plays out of turn whenever it can."""

from arena_client import Bot, Play, View, run


class Eager(Bot):
    """Waits for nobody."""

    wants_legal_plays = True

    def play(self, view: View) -> Play:
        """Plays the lowest, or passes where there is nothing else."""
        return next((play for play in view.legal_plays if play), "pass")

    def play_out_of_turn(self, view: View) -> Play | None:
        """Plays the lowest there is."""
        return next(iter(view.legal_plays), None)


run(Eager)
