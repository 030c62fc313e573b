"""Has trio-asyncio run all callbacks that are ready in one pass of trio.

By itself it goes through trio's scheduler, and asks the system what has come, once for
each callback, and three times for each time that gRPC is listened to. One message of
gRPC makes several callbacks, so most of a message's time went there. Here it is done as
asyncio's own loop does it: a pass runs whatever was ready when it began.

When gRPC has something, what that leads to is run at once, in the task that listens: an
answer is on its way again within the same pass. What has come meanwhile is taken in the
same pass as well, up to a limit.

trio-asyncio cannot be told to do so. Instead some methods of one loop are replaced, all
of which it looks up when it calls them: see `quicken`.
"""
# ruff: noqa: SLF001 - trio-asyncio's loop and asyncio's handles have no other way in.

import asyncio
import select
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context
from heapq import heappop, heappush
from typing import Any

import trio
from sniffio import thread_local as library
from trio_asyncio._base import TrioAsyncioExit
from trio_asyncio._handles import ScopedHandle

AT_ONCE = 8
"""How often what is run at once may lead to more before others get their turn."""

IN_A_ROW = 8
"""How often in a row a file that has more is read before others get their turn."""


_AWAITED: dict[Any, int] = {
    trio.lowlevel.wait_readable: select.POLLIN,
    trio.lowlevel.wait_writable: select.POLLOUT,
}


def quicken(loop: Any) -> "Pace":  # noqa: ANN401 - trio-asyncio has no types
    """Has a loop that has just been opened run what is ready together."""
    pace = Pace(loop)
    loop.call_soon = pace.call_soon
    loop._queue_handle = pace.queue
    loop._main_loop_one = pace.run_pass
    loop._io_task = pace.listen
    return pace


class Pace:
    """Runs the callbacks of one loop."""

    def __init__(self, loop: Any) -> None:  # noqa: ANN401 - trio-asyncio has no types
        """Begins with nothing ready."""
        self._loop = loop
        self._run_one = loop._main_loop_one
        self._send_main = loop._q_send.send_nowait
        self._sent_main = loop._q_recv.statistics
        self._timers: list[asyncio.TimerHandle] = loop._timers
        self._ready: deque[asyncio.Handle] = deque()
        # It does when a loop has just been opened.
        self._asleep = True
        """Whether the loop's own task sleeps until it is sent a callback."""
        self._behind = False
        """Whether that task has been sent something that it has yet to run."""
        self._listening = False
        """Whether what becomes ready will be run by the task that listens."""
        self.queued = 0
        """How many callbacks have been queued so far."""
        self.when_passed: Callable[[], None] = _nothing
        """Called when all has been run that what has come leads to."""

    def call_soon(
        self,
        callback: Callable[..., object],
        *arguments: object,
        context: Context | None = None,
    ) -> asyncio.Handle:
        """Has a callback run in the next pass."""
        return self.queue(asyncio.Handle(callback, arguments, self._loop, context))

    def queue(self, handle: asyncio.Handle) -> asyncio.Handle:
        """Has a handle run in the next pass, a timer's when its time has come."""
        self._loop._check_closed()
        self.queued += 1
        if self._asleep and not self._listening:
            self._wake(handle)
        elif isinstance(handle, asyncio.TimerHandle):
            heappush(self._timers, handle)
        else:
            self._ready.append(handle)
        return handle

    async def run_pass(self, no_wait: bool = False) -> None:
        """Runs what is ready, and sleeps first where that is nothing.

        Raises:
            trio.WouldBlock: Nothing is ready, and it was not to wait.
        """
        self._asleep = False
        sent = self._sent_main().current_buffer_used
        self._behind = sent > 0
        if not sent and not self._ready:
            self._asleep = not no_wait
            try:
                await self._run_one(no_wait)
            finally:
                self._asleep = self._behind = False
            return
        while self._timers and self._timers[0].when() <= self._loop.time():
            self._ready.append(heappop(self._timers))
        # What was sent is older than what is ready.
        for _ in range(sent):
            await self._run_one(no_wait=True)
        # A timer that has come due meanwhile may have gone first.
        self._behind = self._sent_main().current_buffer_used > 0
        self._run_ready()
        if self._needs_task():
            self._send(self._ready.popleft())
        if not no_wait:
            await trio.lowlevel.cancel_shielded_checkpoint()

    async def listen(
        self,
        fd: int,
        handle: Any,  # noqa: ANN401 - trio-asyncio has no types
        wait_ready: Callable[[int], Awaitable[None]],
    ) -> None:
        """Calls a handle whenever its file can be read or written, until cancelled."""
        comes = select.poll()
        comes.register(fd, _AWAITED[wait_ready])
        with handle._scope:
            try:
                while not handle.cancelled():
                    try:
                        await wait_ready(fd)
                    except OSError:
                        # The file of a handle that was cancelled may be closed.
                        if handle.cancelled():
                            break
                        raise
                    for _ in range(IN_A_ROW):
                        if handle.cancelled():
                            break
                        self._run_at_once(handle)
                        if not self._asleep or not comes.poll(0):
                            break
            except Exception as error:
                handle._raise(error)

    def _run_at_once(self, handle: asyncio.Handle) -> None:
        """Runs a handle, and what it leads to unless the loop's task has to do that."""
        if self._behind:
            # What was sent is older, and has to run before what this leads to.
            handle._run()
            return
        first = self._timers[0] if self._timers else None
        self._listening = True
        try:
            handle._run()
            for _ in range(AT_ONCE):
                if not self._ready or self._needs_task():
                    break
                self._run_ready()
        except TrioAsyncioExit:
            self._ready.appendleft(asyncio.Handle(_leave, (), self._loop))
        finally:
            self._listening = False
        if not self._ready:
            self.when_passed()
        changed = bool(self._timers) and self._timers[0] is not first
        if self._asleep and (self._ready or changed):
            self._wake(asyncio.Handle(_nothing, (), self._loop))

    def _wake(self, handle: asyncio.Handle) -> None:
        """Wakes the loop's task, which runs the handle first."""
        self._asleep = False
        self._send(handle)

    def _send(self, handle: asyncio.Handle) -> None:
        self._behind = True
        self._send_main(handle)

    def _run_ready(self) -> None:
        """Runs what is ready now, up to what needs a task of trio's."""
        before, library.name = library.name, "asyncio"
        try:
            for _ in range(len(self._ready)):
                if self._needs_task():
                    break
                handle = self._ready.popleft()
                if not handle.cancelled():
                    handle._run()
        finally:
            library.name = before

    def _needs_task(self) -> bool:
        """Whether the next handle is one that only trio-asyncio itself can run."""
        return bool(self._ready) and isinstance(self._ready[0], ScopedHandle)


def _nothing() -> None:
    """Only wakes the loop's task."""


def _leave() -> None:
    raise TrioAsyncioExit
