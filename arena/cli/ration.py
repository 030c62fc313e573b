"""Keeps a flood of like events from drowning everything else."""

from collections import Counter


class Ration:
    """Lets the first few of each source through, and counts all of them."""

    def __init__(self, each: int, overall: int) -> None:
        """Lets `each` of a source through, and `overall` of all sources."""
        self._each = each
        self._left = overall
        self._counts: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """How many there have been."""
        return self._counts.total()

    def take(self, source: str) -> bool:
        """Counts one more of `source`; says whether it is to be shown."""
        self._counts[source] += 1
        if self._counts[source] > self._each or self._left == 0:
            return False
        self._left -= 1
        return True

    def milestone(self) -> str:
        """Gives the counts in words whenever the total has got another digit."""
        digits = str(self.total)
        if len(digits) == 1 or digits.rstrip("0") != "1":
            return ""
        most = ", ".join(
            f"{source} {count}" for source, count in self._counts.most_common(3)
        )
        return f"{self.total} so far; the most: {most}"
