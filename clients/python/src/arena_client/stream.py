"""The connection: one stream to the arena, kept up until the arena says goodbye.

Decisions are made in the loop that reads: handing them to a thread would cost
more than most bots think. All answers that are ready go out as one message.
"""

import asyncio
import random
import sys
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import grpc

from arena_client.endpoint import Endpoint
from arena_client.seats import Seats
from arena_client.trouble import explain
from arena_client.v1.play_service_pb2 import (
    Answer,
    Goodbye,
    Join,
    Joined,
    PlayRequest,
    PlayResponse,
    Prompt,
    Ruling,
    TableEvents,
)
from arena_client.v1.play_service_pb2_grpc import PlayServiceStub

HOLD = 0.002
"""Seconds that a ready answer may wait for others to share its message."""

_REFUSED = {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED}
_HOPELESS = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.UNIMPLEMENTED,
}


class RefusedError(Exception):
    """The arena does not know the token, or cannot be reached at all."""


class LostError(Exception):
    """The stream is gone for good."""


@dataclass(slots=True)
class BackOff:
    """How long to wait before the next attempt, and when to give up."""

    first: float = 0.1
    """Seconds before the second attempt; each further wait is twice as long."""

    most: float = 5.0
    """The longest wait."""

    patience: float = 60.0
    """Seconds without a stream after which to give up."""

    _next: float = 0.0
    _since: float = field(init=False)

    def __post_init__(self) -> None:
        """Begins to look for the arena."""
        self._since = perf_counter()

    @property
    def left(self) -> float:
        """Seconds that are left to look for the arena."""
        return self._since + self.patience - perf_counter()

    def reset(self) -> None:
        """Begins anew, after a stream was up."""
        self._next = 0.0
        self._since = perf_counter()

    def wait(self) -> float | None:
        """Seconds to wait now; `None` when the patience is at its end."""
        if self.left <= 0:
            return None
        self._next = min(self.most, self._next * 2 or self.first)
        # Many bots lose an arena in the same moment; they should not come back so.
        return self._next * random.uniform(0.75, 1.25)  # noqa: S311 - no secret


async def keep_playing(
    endpoint: Endpoint, seats: Seats, join: Join, back_off: BackOff
) -> Goodbye:
    """Plays until the arena says goodbye, connecting again whenever it must.

    Raises:
        RefusedError: the token is unknown, or no arena ever answered.
        LostError: the arena was lost for longer than the patience allows, or
            ended the stream for a reason that would come again.
        BotError: the bot raised.
    """
    joined = False
    while True:
        try:
            async with endpoint.connect(back_off.left) as channel:
                stream = Stream(channel, endpoint.token, seats)
                try:
                    return await stream.play(join)
                finally:
                    if stream.joined:
                        joined = True
                        back_off.reset()
        except grpc.aio.AioRpcError as error:
            # A stream that was up shows that nothing is wrong with the way in.
            said = f"{error.code().name}: {error.details()}"
            problem = said if joined else explain(endpoint, error)
            if error.code() in _REFUSED:
                raise RefusedError(f"the arena refuses the token ({problem})") from None
            if error.code() in _HOPELESS:
                raise LostError(f"the arena ended the stream ({problem})") from None
        except _EndedError:
            problem = "the stream ended without a goodbye"
        pause = back_off.wait()
        if pause is None:
            if joined:
                raise LostError(f"lost the arena at {endpoint.address} ({problem})")
            raise RefusedError(f"no arena at {endpoint.address} ({problem})")
        sys.stderr.write(f"no stream ({problem}); trying again in {pause:.1f} s\n")
        await asyncio.sleep(pause)


def _joined_line(joined: Joined) -> str:
    """Says who the bot is taken for, and what it is to play."""
    what = f"for '{joined.tournament}'" if joined.tournament else "to wait for a game"
    return f"joined as {joined.entrant}, {what}; tables: {joined.tables}"


class _EndedError(Exception):
    """The stream ended with OK, but without a goodbye."""


class Stream:
    """One stream, from joining to its end."""

    def __init__(self, channel: grpc.aio.Channel, token: str, seats: Seats) -> None:
        """Opens a stream on `channel` for the `seats`."""
        self.joined = False
        self._seats = seats
        self._inbox: deque[PlayResponse] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._writable = True
        self._answers: list[Answer] = []
        self._held_since = 0.0
        self._offers: dict[int, Prompt] = {}
        self._notices: dict[str, Callable[[Any], None]] = {
            "deal_starts": seats.start,
            "rulings": self._rule,
            "deal_results": seats.end,
            "table_events": self._note,
        }
        self._call = PlayServiceStub(channel).Play(
            metadata=(("authorization", f"Bearer {token}"),)
        )

    async def play(self, join: Join) -> Goodbye:
        """Joins and answers until the arena says goodbye."""
        await self._write(PlayRequest(join=join))
        reading = asyncio.create_task(self._read())
        try:
            while True:
                while self._inbox:
                    goodbye = await self._handle(self._inbox.popleft())
                    if goodbye is not None:
                        return goodbye
                if self._answers:
                    await self._flush()
                if self._offers and self._writable:
                    await self._consider()
                if not self._inbox:
                    if reading.done():
                        await reading
                        raise _EndedError
                    # Made for each wait, it still costs less than an asyncio.Event.
                    self._waiting = asyncio.get_running_loop().create_future()
                    await self._waiting
        finally:
            reading.cancel()
            self._call.cancel()

    async def _read(self) -> None:
        # Reading does not wait for writing: the library forgets what it has not
        # handed over yet, a goodbye among it, as soon as one write fails.
        try:
            while isinstance(response := await self._call.read(), PlayResponse):
                self.joined = True
                self._inbox.append(response)
                self._wake()
        finally:
            # The stream is over: there is nobody left to answer.
            self._writable = False
            self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def _handle(self, response: PlayResponse) -> Goodbye | None:
        """Does what a message asks for; gives the goodbye where there is one."""
        if response.ping:
            await self._write(PlayRequest(pong=response.ping))
        # Most messages hold nothing but prompts: looking at what there is, in the order
        # of the protocol, costs less than looking for all that there could be.
        for kind, content in response.ListFields():
            name = kind.name
            if name == "prompts":
                await self._decide(content)
            elif name in self._notices:
                if self._answers and name in self._seats.heeded:
                    await self._flush()
                for notice in content:
                    self._notices[name](notice)
            elif name == "joined":
                sys.stderr.write(_joined_line(content) + "\n")
        if response.HasField("goodbye"):
            sys.stderr.write(f"goodbye: {response.goodbye.message}\n")
            return response.goodbye
        return None

    def _rule(self, ruling: Ruling) -> None:
        sys.stderr.write(self._seats.rule(ruling) + "\n")

    def _note(self, news: TableEvents) -> None:
        """Keeps the newest offer of a table, until something overtakes it."""
        self._offers.pop(news.table_id, None)
        if news.HasField("offer"):
            self._offers[news.table_id] = news.offer

    async def _decide(self, prompts: Iterable[Prompt]) -> None:
        decide = self._seats.decide
        if not self._answers:
            self._held_since = perf_counter()
        for prompt in prompts:
            # What is not decided any more is asked again when the arena is back.
            if not self._writable:
                return
            self._answers.append(decide(prompt))
            held = perf_counter() - self._held_since
            if held > HOLD:
                # A slow bot: let in what has come meanwhile, it may be a goodbye.
                await asyncio.sleep(min(held / 10, HOLD / 2))
                await self._flush()
                self._held_since = perf_counter()

    async def _consider(self) -> None:
        """Decides on what is offered, as long as nothing newer has come."""
        while self._offers and not self._inbox:
            offer = self._offers.pop(next(iter(self._offers)))
            began = perf_counter()
            answer = self._seats.consider(offer)
            if answer is not None:
                # Somebody else may be about to play: no waiting for company.
                await self._write(PlayRequest(answers=[answer]))
            elif perf_counter() - began > HOLD:
                await asyncio.sleep(HOLD / 2)

    async def _flush(self) -> None:
        answers, self._answers = self._answers, []
        await self._write(PlayRequest(answers=answers))

    async def _write(self, request: PlayRequest) -> None:
        # The arena may end the stream at any moment. Why it did is read, not written.
        if self._writable:
            try:
                await self._call.write(request)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                self._writable = False
