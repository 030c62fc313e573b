"""Plays well until its tenth prompt, and raises at that."""

from itertools import count

from arena_client import Bot, View, run

prompts = count(1)


class Raising(Bot):
    """Raises at the process's tenth prompt."""

    wants_legal_plays = True

    def play(self, view: View) -> bytes:
        """Answers nine prompts."""
        if next(prompts) == 10:
            raise RuntimeError("the tenth prompt is too much")
        return view.legal_plays[-1]


run(Raising)
