"""How much a bot may send that nobody has asked it for.

A late answer, or one sent twice, is no offence. A million of them would keep the arena
from serving the others, so each bot has an allowance that fills up again with time. It
belongs to the bot and not to its stream, so that connecting again does not refill it.
"""

MOST = 2000
"""What may be sent at once: more than a bot at all its tables can be late with."""

PER_SECOND = 200
"""What is added in each second."""

JOINING = 20
"""What it costs to connect."""


class Allowance:
    """What one bot may still send unasked."""

    def __init__(self, now: float) -> None:
        """Begins full."""
        self._left = float(MOST)
        self._filled = now

    def spend(self, amount: int, now: float) -> bool:
        """Takes `amount` away; tells whether there was as much."""
        self._left = min(MOST, self._left + (now - self._filled) * PER_SECOND)
        self._filled = now
        if amount > self._left:
            return False
        self._left -= amount
        return True
