"""Nobody, in the place of all that a round is played with."""

from typing import Any

from arena.store.rows import FinishedRotation


class Nobody:
    """A roster, a runner, a seating or a progress: takes every call and does nothing.

    As a roster it has the house bots that were called, and keeps who is dismissed.
    """

    def __init__(self) -> None:
        self.dismissed: list[str] = []
        self._called: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        """Gives a call of that name."""
        return lambda *_: None

    def has_house_bot(self, name: str) -> bool:
        return name in self._called

    async def call_house_bot(self, name: str) -> None:
        self._called.add(name)

    def explained(self, rotation: FinishedRotation) -> FinishedRotation:
        return rotation

    async def dismiss(self, name: str, reason: str) -> None:
        self.dismissed.append(name)
