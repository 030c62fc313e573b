"""One bot's connection: what is to be written to it, and its round trip.

Whatever is ready goes into the response under construction; the writer sends
that response whole as soon as the last write has left. So a busy stream carries
few, full messages and an idle one is answered at once.

Everything here but the two loops is plain synchronous code that runs in the
arena's one thread; the loops are asyncio, because gRPC's streams are.
"""

import asyncio
from collections.abc import Sized
from typing import Protocol

import trio

from arena.errors import AuthenticationError
from arena.server.gathering import GATHER_FROM, Gathering, Turn
from arena.server.meter import Meter
from arena.server.prompts import in_response
from arena.v1 import play_service_pb2 as pb

PING_INTERVAL = 5.0
"""Seconds between two measurements of a bot's round trip."""

STUCK_AFTER = 10.0
"""Seconds after which a write that has not left shows that the bot does not read."""


class ResponseWriter(Protocol):
    """The part of gRPC's context that a stream writes to."""

    async def write(self, message: bytes) -> None:
        """Sends one encoded message, waiting while the peer's window is full."""


class PromptOwner(Protocol):
    """A table, as far as a stream must know it."""

    def sent(self, seat: int, turn: int, now: float) -> bool:
        """The prompt for that turn is leaving the arena now; False if it is void."""


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
        self._response = pb.PlayResponse()
        self._unsent: list[tuple[PromptOwner, int, int, bytes]] = []
        self._wake = asyncio.Event()
        self._gathering = gathering
        self._turn: Turn | None = None
        self._ended = asyncio.Event()
        self._closing = False
        self._stopped = False
        self._banned: str | None = None
        self._queued = None if meter is None else meter.queued
        self._asked_since = 0.0
        self._write_began: float | None = None
        self._ping = 0
        self._ping_left: float | None = None

    @property
    def draft(self) -> pb.PlayResponse:
        """The response under construction but for its prompts; fill it, then `flush`."""
        return self._response

    def flush(self) -> None:
        """Has the response sent as soon as the last write has left."""
        self._wake.set()

    def add_prompt(
        self, owner: PromptOwner, seat: int, turn: int, prompt: bytes
    ) -> None:
        """Has an encoded prompt sent with the response.

        `owner` is told at the moment the prompt leaves, for the bot's clock.
        """
        if not self._unsent:
            self._asked_since = trio.current_time()
            self._wake.set()
        self._unsent.append((owner, seat, turn, prompt))
        if self._turn is not None and self._gathering is not None:
            self._gathering.add(self._turn)

    def take(self) -> bytes:
        """Takes the response, encoded, to write it now; the next one begins empty.

        A prompt that has become void while it waited is left out: what it tells
        will be told with the next one.
        """
        self._wake.clear()
        response, self._response = self._response, pb.PlayResponse()
        unsent, self._unsent = self._unsent, []
        now = trio.current_time()
        if unsent and self._queued is not None:
            self._queued.observe(now - self._asked_since)
        if response.ping and self._ping_left is not None:
            # What it has waited in here is no part of its way.
            self._ping_left = now
        prompts = [
            in_response(prompt)
            for owner, seat, turn, prompt in unsent
            if owner.sent(seat, turn, now)
        ]
        # To protobuf, messages joined are one message with what is in any of them.
        return b"".join((response.SerializeToString(), *prompts))

    def close(self, reason: pb.GoodbyeReason.ValueType, message: str) -> None:
        """Ends the stream with a goodbye, after all that is still to be written."""
        if not self._closing:
            self._closing = True
            self._response.goodbye.reason = reason
            self._response.goodbye.message = message
            self._wake.set()

    def replace(self) -> None:
        """Ends the stream because the same token has connected again.

        What was to be written is dropped: the newer stream is asked it again.
        """
        self._response = pb.PlayResponse()
        self._unsent = []
        self.close(
            pb.GOODBYE_REASON_REPLACED, "the same token has connected again elsewhere"
        )

    def ban(self, why: str) -> None:
        """Ends the stream at once, since its token is good no more.

        What was to be written is dropped; the seat's clock runs on.
        """
        self._banned = why
        self._wake.set()

    def stop(self) -> None:
        """Has nothing more written once the write that is under way has left."""
        self._stopped = True
        self._wake.set()

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
                if self._gathering is not None and self._worth_gathering():
                    self._turn = Turn(len(self._unsent))
                    await self._gathering.wait(self._turn)
                    self._turn = None
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
            self._response.ping = self._ping
            self._wake.set()

    def pong(self, number: int, received: float) -> None:
        """Takes the bot's reply to a ping; one to another ping is ignored."""
        if number == self._ping and self._ping_left is not None:
            # A reply that was sent ahead of its ping took no time.
            self.round_trip = max(received - self._ping_left, 0.0)
            self._ping_left = None
