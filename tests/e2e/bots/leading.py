"""Leads with a quad run as soon as it holds one; otherwise plays its lowest card."""

from collections import Counter

from arena_client import Bot, View, run


class Leading(Bot):
    """Passes wherever it may, and leads what can only answer."""

    def play(self, view: View) -> bytes:
        """Gives a quad run, or else a single that is sure to be allowed."""
        if not view.leads:
            return b""
        counts = Counter(card // 4 for card in view.hand)
        for rank in range(11):
            if view.must_include is None and min(counts[rank], counts[rank + 1]) >= 4:
                return bytes(
                    card
                    for low in (rank, rank + 1)
                    for card in [c for c in view.hand if c // 4 == low][:4]
                )
        include = view.must_include
        return bytes(view.hand[:1] if include is None else [include])


run(Leading)
