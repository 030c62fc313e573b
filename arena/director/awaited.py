"""Whom the running tables wait for, looked at every so often.

It costs the tables nothing: each knows whom it asks and since when.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import trio

from arena.server.lobby import Lobby
from arena.server.player import Player

LOOK: Final = 0.5
"""Seconds between two looks."""

WINDOW: Final = 10.0
"""Seconds over which shares are taken."""

LONG: Final = 2.0
"""Seconds at one answer from which a bot is named: quick ones take thousandths, and
whoever watches begins to wonder."""

SLIGHT: Final = 0.25
"""Seconds at one answer below which nobody is waiting for a bot."""

MOST: Final = 0.5
"""The share of the tables' time from which a bot is named that is never long at one
answer, and slow at all of them."""

_LOOKS: Final = int(WINDOW / LOOK)


@dataclass(frozen=True, slots=True)
class Wait:
    """An entrant that running tables wait for."""

    entrant: str
    """Who it is."""
    seconds: float
    """How long it has been at the answer that is waited for longest; 0 for none."""
    tables: int
    """How many tables wait for it now."""
    share: float
    """How much of all running tables' time lately went by waiting for it, 0 to 1."""
    overdue: bool = False
    """Whether its time is up, and it is waited for before it is asked again."""


class Waits:
    """What has been seen at the tables lately."""

    def __init__(self) -> None:
        """Has seen nothing yet."""
        self._looks: deque[tuple[int, Counter[str]]] = deque(maxlen=_LOOKS)

    def look(self, players: Iterable[Player], now: float) -> list[Wait]:
        """Looks at the tables of all `players`.

        Returns:
            Whom they wait for so long that it shows, the longest first.
        """
        tables = set[int]()
        longest: dict[str, float] = {}
        waiting = Counter[str]()
        seated, overdue = set[str](), set[str]()
        for player in players:
            if player.seats:
                seated.add(player.name)
            for number, (table, seat) in player.seats.items():
                tables.add(number)
                since = table.waits_since(seat)
                if since is not None and now - since >= SLIGHT:
                    waiting[player.name] += 1
                    if since == player.overdue_since:
                        overdue.add(player.name)
                    longest[player.name] = max(
                        longest.get(player.name, 0.0), now - since
                    )
        self._looks.append((len(tables), waiting))
        # Nobody waits for those whose tables have ended, whatever they took before.
        shares = {k: share for k, share in self._shares().items() if k in seated}
        waits = [
            Wait(
                name,
                longest.get(name, 0.0),
                waiting[name],
                shares.get(name, 0.0),
                name in overdue,
            )
            for name in longest | shares
            if longest.get(name, 0.0) >= LONG or shares.get(name, 0.0) >= MOST
        ]
        return sorted(waits, key=lambda wait: (-wait.seconds, -wait.share))

    def _shares(self) -> dict[str, float]:
        """Gives by entrant its share of the tables' time; none before there is one."""
        if len(self._looks) < _LOOKS:
            return {}
        time = sum(tables for tables, _ in self._looks)
        waited = Counter[str]()
        for _, waiting in self._looks:
            waited.update(waiting)
        return {name: count / time for name, count in waited.items()}


async def watch_waits(lobby: Lobby, tell: Callable[[Sequence[Wait]], None]) -> None:
    """Tells every `LOOK` seconds whom the tables wait for, until it is cancelled."""
    waits = Waits()
    while True:
        await trio.sleep(LOOK)
        tell(waits.look(lobby.players(), trio.current_time()))
