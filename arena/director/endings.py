"""Why launched bots have ended, told with the deals that they forfeit by it."""

from dataclasses import replace

from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.store.rows import FinishedRotation, ForfeitRow, RotationKey


class Endings:
    """How the processes of a tournament's bots have ended."""

    def __init__(self) -> None:
        """Knows of none that has ended."""
        self._how: dict[str, str] = {}
        self._by: dict[tuple[RotationKey, int, int], str] = {}

    def ended(self, entrant: str, how: str) -> None:
        """Notes that a bot's process has ended, before it forfeits anything by it."""
        self._how[entrant] = how

    def returned(self, entrant: str) -> None:
        """Notes that a bot is here, perhaps again: what it loses now is by no end."""
        self._how.pop(entrant, None)

    def forfeited(self, entrant: str, forfeit: Forfeit, key: RotationKey) -> None:
        """Notes that a bot that is no more has forfeited a deal of the rotation."""
        if forfeit.termination is Termination.LOST_CONNECTION and entrant in self._how:
            self._by[key, forfeit.deal, forfeit.seat] = self._how[entrant]

    def explained(self, rotation: FinishedRotation) -> FinishedRotation:
        """Gives a rotation whose forfeits say how the bot's process has ended."""
        if not rotation.forfeits:
            return rotation
        return replace(rotation, forfeits=[*map(self._explained, rotation.forfeits)])

    def _explained(self, row: ForfeitRow) -> ForfeitRow:
        how = self._by.pop((row.key, row.deal, row.seat), None)
        return row if how is None else replace(row, message=f"{row.message} ({how})")
