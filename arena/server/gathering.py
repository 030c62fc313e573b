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

from arena.server.backlog import when_idle

GATHER = 0.01
"""Seconds that prompts wait here at the most."""

GATHER_FROM = 4
"""The tables a bot must sit at for that: with fewer, waiting would only be slower."""

ENOUGH = 1 / 2
"""The share of the tables whose prompts may wait here before those of a bot go."""

FEW = 3 / 8
"""The share that may go on waiting when some have gone: where there are many bots, the
fullest are looked for once for many prompts."""


class Turn:
    """One bot's prompts that wait for their turn."""

    def __init__(self, prompts: int) -> None:
        """Begins with so many of them."""
        self.prompts = prompts
        """How many they are."""
        self.come: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done as soon as they are to leave."""


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

    async def wait(self, turn: Turn) -> None:
        """Waits until it is their turn; to be called in the loop that gRPC runs in.

        Returns at once where nobody watches whether the arena is idle.
        """
        if not self._watch():
            return
        self._turns[turn] = None
        self._waiting += turn.prompts
        timer = turn.come.get_loop().call_later(GATHER, self.end, turn)
        try:
            self._let_go()
            await turn.come
        finally:
            timer.cancel()
            self.end(turn)

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
            for turn in self._fullest_first():
                self.end(turn)
                if self._waiting <= few:
                    break

    def _idle(self) -> None:
        """Has the fullest leave, and all that are as full."""
        self._watching = False
        most = max((turn.prompts for turn in self._turns), default=0)
        for turn in [turn for turn in self._turns if turn.prompts == most]:
            self.end(turn)
        if self._turns:
            self._watch()

    def _watch(self) -> bool:
        """Asks to be told when the arena is idle; False where nobody can tell."""
        self._watching = self._watching or when_idle(self._idle)
        return self._watching

    def _fullest_first(self) -> list[Turn]:
        return sorted(self._turns, key=attrgetter("prompts"), reverse=True)
