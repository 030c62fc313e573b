"""One bot's connection: what is to be written to it, and its round trip.

Whatever is ready goes into the response under construction; the writer sends
that response whole as soon as the last write has left and, where the bot has many
tables, `gathering` lets it go. So a busy stream carries few, full messages and an
idle one is answered at once.

Everything here but the two loops is plain synchronous code that runs in the
arena's one thread; the loops are asyncio, because gRPC's streams are.
"""

import asyncio
from collections.abc import Sized
from typing import Protocol

import trio

from arena.errors import AuthenticationError
from arena.server.gathering import GATHER_FROM, Gathering
from arena.server.meter import Meter
from arena.server.outbox import Outbox
from arena.v1 import play_service_pb2 as pb

PING_INTERVAL = 5.0
"""Seconds between two measurements of a bot's round trip."""

STUCK_AFTER = 10.0
"""Seconds after which a write that has not left shows that the bot does not read."""


class ResponseWriter(Protocol):
    """The part of gRPC's context that a stream writes to."""

    async def write(self, message: bytes) -> None:
        """Sends one encoded message, waiting while the peer's window is full."""


class BotStream:
    """The outgoing half of a bot's stream, and what the bot said on joining."""

    def __init__(
        self,
        *,
        tables: int,
        wants_legal_plays: bool,
        client: str,
        peer: str,
        meter: Meter | None = None,
        gathering: Gathering | None = None,
    ) -> None:
        """Begins with nothing to write.

        Args:
            tables: The most tables the bot plays at one time.
            wants_legal_plays: Whether prompts shall carry the legal plays.
            client: The library the bot says it is written with.
            peer: Where the bot connects from.
            meter: Counts how long prompts wait.
            gathering: Where they wait for each other; by default they do not.
        """
        self.tables = tables
        """The most tables the bot plays at one time."""
        self.wants_legal_plays = wants_legal_plays
        """Whether prompts shall carry the legal plays."""
        self.client = client
        """The library the bot says it is written with."""
        self.peer = peer
        """Where the bot connects from."""
        self.seats: Sized = ()
        """The seats the bot has at the moment."""
        self.round_trip: float | None = None
        """The last measured round trip in seconds; None before the first."""
        self._wake = asyncio.Event()
        self.outbox = Outbox(
            self._wake, None if meter is None else meter.queued, gathering
        )
        """What is to be written next."""
        self._ended = asyncio.Event()
        self._closing = False
        self._stopped = False
        self._banned: str | None = None
        self._write_began: float | None = None
        self._ping = 0
        self._ping_left: float | None = None

    @property
    def draft(self) -> pb.PlayResponse:
        """The part of the response that is no bytes yet; fill it, then `flush`."""
        return self.outbox.draft

    def flush(self) -> None:
        """Has the response sent as soon as the last write has left."""
        self.outbox.flush()

    def take(self) -> bytes:
        """Takes the response, encoded, to write it now; the next one begins empty."""
        self._wake.clear()
        now = trio.current_time()
        if self._ping_left is not None and self.draft.ping:
            # What it has waited in here is no part of its way.
            self._ping_left = now
        return self.outbox.take(now)

    def close(self, reason: pb.GoodbyeReason.ValueType, message: str) -> None:
        """Ends the stream with a goodbye, after all that is still to be written."""
        if not self._closing:
            self._closing = True
            self.draft.goodbye.reason = reason
            self.draft.goodbye.message = message
            self._hurry()

    def replace(self) -> None:
        """Ends the stream because the same token has connected again.

        What was to be written is dropped: the newer stream is asked it again.
        """
        self.outbox.drop()
        self.close(
            pb.GOODBYE_REASON_REPLACED, "the same token has connected again elsewhere"
        )

    def ban(self, why: str) -> None:
        """Ends the stream at once, since its token is good no more.

        What was to be written is dropped; the seat's clock runs on.
        """
        self._banned = why
        self._hurry()

    def stop(self) -> None:
        """Has nothing more written once the write that is under way has left."""
        self._stopped = True
        self._hurry()

    async def ended(self) -> None:
        """Waits until the last message has been written, or the stream is given up."""
        await self._ended.wait()

    async def write_loop(self, writer: ResponseWriter) -> None:
        """Writes whatever is ready until the goodbye has been written.

        Raises:
            AuthenticationError: the stream's token is good no more.
        """
        try:
            while True:
                await self._wake.wait()
                if self._worth_gathering():
                    await self._wait_for_others()
                if self._stopped:
                    return
                if self._banned is not None:
                    raise AuthenticationError(self._banned)
                closing = self._closing
                response = self.take()
                self._write_began = trio.current_time()
                await writer.write(response)
                self._write_began = None
                if closing:
                    return
        finally:
            self._ended.set()

    def _hurry(self) -> None:
        """Has the stream's end wait for no other stream's prompts."""
        self._wake.set()
        self.outbox.end_waiting()

    async def _wait_for_others(self) -> None:
        come = asyncio.get_running_loop().create_future()
        if self.outbox.wait(come):
            try:
                await come
            finally:
                self.outbox.end_waiting()

    def _worth_gathering(self) -> bool:
        """Whether more prompts may soon be ready to go out with those that are."""
        return (
            len(self.seats) >= GATHER_FROM
            and not self._closing
            and not self._stopped
            and self._banned is None
        )

    async def ping_loop(self) -> None:
        """Measures the round trip now and then; returns when the bot does not read."""
        while True:
            began = self._write_began
            if began is not None and trio.current_time() - began > STUCK_AFTER:
                return
            self.ping()
            await asyncio.sleep(PING_INTERVAL)

    def ping(self) -> None:
        """Has the bot show that it reads, unless it is to show that already."""
        if self._ping_left is None:
            self._ping += 1
            self._ping_left = trio.current_time()
            self.draft.ping = self._ping
            self._wake.set()

    def pong(self, number: int, received: float) -> None:
        """Takes the bot's reply to a ping; one to another ping is ignored."""
        if number == self._ping and self._ping_left is not None:
            # A reply that was sent ahead of its ping took no time.
            self.round_trip = max(received - self._ping_left, 0.0)
            self._ping_left = None
