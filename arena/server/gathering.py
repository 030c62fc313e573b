"""Which bot's prompts leave the arena next, while it is busy.

A message costs the arena and the bot as much as ten decisions. So prompts for a bot at
many tables wait for others to leave with them, as long as that keeps nobody idle:

- The arena has work as long as bots have prompts, and they as long as it lets some go.
  So when half of the tables wait here for their prompts to leave, those of one bot go,
  and the other half is what bots and arena are at meanwhile.
- When the arena has nothing left to do, it is it that is waited for.
- No prompt waits longer than `GATHER`.

The bot whose prompts are the most goes first, since each table asks another next: so
messages become as full as they can. No bot's clock runs while its prompt waits.
"""

import asyncio
from operator import attrgetter
from typing import Final

import trio

from arena.server.backlog import when_idle

GATHER: Final = 0.01
"""Seconds that prompts wait here at the most."""

GATHER_FROM: Final = 4
"""The tables a bot must sit at for that: with fewer, waiting would only be slower."""

ENOUGH: Final = 1 / 2
"""The share of the tables whose prompts may wait here before those of a bot go."""

FEW: Final = 3 / 8
"""The share that may go on waiting when some have gone: where there are many bots, the
fullest are looked for once for many prompts."""


class Turn:
    """One bot's prompts that wait for their turn."""

    def __init__(self, prompts: int, come: asyncio.Future[None]) -> None:
        """Begins with so many of them; `come` is settled when they are to leave."""
        self.prompts = prompts
        """How many they are."""
        self.come = come
        """Done as soon as they are to leave."""
        self.limit = trio.current_time() + GATHER
        """When they are to leave at the latest."""


class Gathering:
    """The prompts of one arena that wait to leave together."""

    def __init__(self) -> None:
        """Begins with none."""
        self.tables = 0
        """How many tables are being played at."""
        # In the order in which they began.
        self._turns: dict[Turn, None] = {}
        self._waiting = 0
        self._watching = False
        self._timed = False

    def begin(self, turn: Turn) -> bool:
        """Has prompts wait until their turn has come, or somebody calls `end`.

        Returns:
            Whether they are to wait; False where nobody watches if the arena is idle.
        """
        if not self._watch():
            return False
        self._turns[turn] = None
        self._waiting += turn.prompts
        if not self._timed:
            self._time(turn)
        self._let_go()
        return True

    def add(self, turn: Turn) -> None:
        """Has one more prompt wait with others, unless their turn has come already."""
        if turn in self._turns:
            turn.prompts += 1
            self._waiting += 1
            self._let_go()

    def end(self, turn: Turn) -> None:
        """Has them leave at once, unless they do so already."""
        if turn in self._turns:
            del self._turns[turn]
            self._waiting -= turn.prompts
            if not turn.come.done():
                turn.come.set_result(None)

    def _let_go(self) -> None:
        """Has the fullest leave if too many prompts wait by now."""
        if self._waiting >= self.tables * ENOUGH:
            few = self.tables * FEW
            for turn in sorted(self._turns, key=attrgetter("prompts"), reverse=True):
                self.end(turn)
                if self._waiting <= few:
                    break

    def _watch(self) -> bool:
        """Asks to be told when the arena is idle; False where nobody can tell."""
        self._watching = self._watching or when_idle(self._let_fullest_go)
        return self._watching

    def _let_fullest_go(self) -> None:
        """Has the fullest leave an idle arena, and all that are as full."""
        self._watching = False
        most = max([turn.prompts for turn in self._turns], default=0)
        for turn in [turn for turn in self._turns if turn.prompts == most]:
            self.end(turn)
        if self._turns:
            self._watch()

    def _time(self, turn: Turn) -> None:
        """Has a timer run until one has waited for long enough."""
        self._timed = True
        turn.come.get_loop().call_at(turn.limit, self._let_oldest_go)

    def _let_oldest_go(self) -> None:
        """Has leave who has waited for long enough, and waits for the next."""
        self._timed = False
        now = trio.current_time()
        for turn in [turn for turn in self._turns if turn.limit <= now]:
            self.end(turn)
        for turn in self._turns:
            self._time(turn)
            break
