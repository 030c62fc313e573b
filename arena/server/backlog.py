"""How long what is read now may have waited in the arena itself.

Everything runs in one thread. An answer that has come while that thread was busy
waits until it is its turn to be read, and that wait is the arena's doing, not the
bot's. When it came nobody can tell: gRPC does not say. But it can be bounded:

- Whenever the thread has slept, everything before had been read.
- What comes is read within `PASSES` passes over the callbacks that are queued: at
  most one until gRPC is listened to again, one until its reader is woken, one to spare
  for the part of a pass on either side. Where gRPC has more whenever it is listened to,
  each time is a pass.

So what is read now came no earlier than the later of these two moments, and a bot is
charged as if it had come then. It gains a few milliseconds where the arena is busy,
and never more than a few passes; while the arena is idle, a fraction of one.

All of that presumes that gRPC's own threads run when this one does not. When the whole
process stands still, because it was stopped or the machine had no time for it, they do
not. That can be told: this thread did not wake when it was to, or was over-long at work.
What came meanwhile is then read some time after it goes on, so that for as long again
what is read counts as having come before.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import trio

PASSES = 3
"""How many passes over the queued callbacks it may take to read what has come."""

SLEEP = 0.001
"""Seconds from which on waiting for the system counts as sleep: less may be the
system's answer that something has been ready for long."""

SWITCH_INTERVAL = 0.0005
"""Seconds for which another thread, such as one at the database or one that works out
standings, may keep this one waiting for the interpreter. That wait looks like sleep;
Python's own 5 ms would be charged to the bots and slow all tables down."""

STILL = 0.1
"""Seconds over what was to be from which on the process counts as having stood still."""

MOST_CATCHING_UP = 1.0
"""Seconds that gRPC's threads have at the most to read what came while they stood
still; after less than that they have as long as they did."""

BEAT = 0.25
"""Seconds after which the thread wakes at the latest, so that it notices."""

_WORTH_MARKING = 0.0005
"""Seconds of work without sleep below which no pass is marked: it costs time, and the
threads of gRPC itself need some to tell what they have read."""

_watched: trio.lowlevel.RunVar["Backlog | None"] = trio.lowlevel.RunVar("backlog", None)


class Callbacks(Protocol):
    """The callbacks of an asyncio loop."""

    @property
    def queued(self) -> int:
        """How many have been queued so far."""

    def call_soon(self, callback: Callable[[], None], /) -> object:
        """Queues one behind all others."""

    when_passed: Callable[[], None]
    """Called when all has been run that what gRPC had led to."""


class Backlog(trio.abc.Instrument):
    """Watches the thread sleep and work."""

    def __init__(self, callbacks: Callbacks) -> None:
        """Marks passes over the loop's callbacks with one of its own."""
        self._callbacks = callbacks
        self._queued = callbacks.queued
        self._passes = deque([trio.current_time()], maxlen=PASSES + 1)
        self._marking = False
        self._woke = self._slept_since = self._passes[0]
        self._missed = 0.0
        self._catching_up = 0.0
        self._when_idle: list[Callable[[], None]] = []
        self._run_soon = trio.lowlevel.current_trio_token().run_sync_soon
        callbacks.when_passed = self._note_passes

    def before_io_wait(self, timeout: float) -> None:
        """Notes when the thread goes to sleep, and keeps it awake for who waits for it."""
        self._slept_since = trio.current_time()
        if self._slept_since - self._woke > STILL:
            self._stood_still(self._woke, self._slept_since)
        if timeout > 0 and self._when_idle:
            self._run_soon(self._tell_idle)

    def after_io_wait(self, timeout: float) -> None:
        """Notes when the thread wakes, or that it has had no time to sleep."""
        now = self._woke = trio.current_time()
        if now - self._slept_since > timeout + STILL:
            self._stood_still(self._slept_since, now)
        elif timeout > 0 and now - self._slept_since > SLEEP:
            self._passes.clear()
            self._passes.append(now)
        elif now - self._passes[-1] <= _WORTH_MARKING:
            # gRPC can wake the thread many times for what it has read at once.
            return
        elif timeout > 0:
            # Nothing is queued when the thread wants to sleep: a pass has ended.
            self._passes.append(now)
        elif self._callbacks.queued != self._queued:
            # Where only the last mark has been queued since, the thread has nothing to
            # do, and where passes take long it would never come to sleep.
            self.mark()

    def mark(self) -> None:
        """Has it noted when all that is queued now has been run, as a pass."""
        if not self._marking:
            self._marking = True
            self._callbacks.call_soon(self._note_mark)
            self._queued = self._callbacks.queued

    def earliest(self) -> float:
        """Gives the earliest moment at which what is read now can have come."""
        if self._catching_up:
            if trio.current_time() < self._catching_up:
                return min(self._missed, self._passes[0])
            self._catching_up = 0.0
        return self._passes[0]

    def when_idle(self, call: Callable[[], None]) -> None:
        """Has something called once, as soon as nothing is left to do."""
        self._when_idle.append(call)

    def _tell_idle(self) -> None:
        calls, self._when_idle = self._when_idle, []
        for call in calls:
            call()

    def _stood_still(self, since: float, until: float) -> None:
        """Notes that gRPC's threads may not have run, and have to catch up."""
        self._missed = min(since, self._passes[0])
        self._catching_up = until + min(until - since, MOST_CATCHING_UP)
        self._passes.append(until)

    def _note_mark(self) -> None:
        self._marking = False
        self._passes.append(trio.current_time())

    def _note_passes(self) -> None:
        now = trio.current_time()
        if now - self._passes[-1] > _WORTH_MARKING:
            self._passes.append(now)


@contextmanager
def watching(callbacks: Callbacks) -> Iterator[Backlog]:
    """Watches the thread of this trio run, for the functions below."""
    backlog = Backlog(callbacks)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(min(interval, SWITCH_INTERVAL))
    trio.lowlevel.add_instrument(backlog)
    token = _watched.set(backlog)
    try:
        yield backlog
    finally:
        _watched.reset(token)
        trio.lowlevel.remove_instrument(backlog)
        sys.setswitchinterval(interval)


def came_at() -> float:
    """Gives the time to charge a bot by for what is read at this moment."""
    backlog = _watched.get()
    return trio.current_time() if backlog is None else backlog.earliest()


def when_idle(call: Callable[[], None]) -> bool:
    """Has something called once, as soon as this thread has nothing left to do.

    Returns:
        Whether it will be; False where nobody watches the thread.
    """
    backlog = _watched.get()
    if backlog is None:
        return False
    backlog.when_idle(call)
    return True


async def all_read_until(moment: float) -> None:
    """Waits until all that came before `moment`, which is past, has been read."""
    backlog = _watched.get()
    while came_at() < moment:
        if backlog is not None:
            backlog.mark()
        await trio.sleep(_WORTH_MARKING)
