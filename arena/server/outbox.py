"""What is to be written to one bot next: prompts, and whatever else it is told."""

import asyncio
from typing import Protocol

import trio

from arena.server.gathering import Gathering, Turn
from arena.server.meter import Histogram
from arena.server.prompts import in_response
from arena.v1 import play_service_pb2 as pb


class PromptOwner(Protocol):
    """A table, as far as an outbox must know it."""

    def sent(self, seat: int, turn: int, now: float) -> bool:
        """The prompt for that turn is leaving the arena now; False if it is void."""


class Outbox:
    """The response under construction of one stream."""

    def __init__(
        self, wake: asyncio.Event, queued: Histogram | None, gathering: Gathering | None
    ) -> None:
        """Begins with nothing to write.

        Args:
            wake: Set whenever there is something.
            queued: Counts how long prompts wait.
            gathering: Where they wait for those of other streams, if they do.
        """
        self.draft = pb.PlayResponse()
        """The part of the response that is no bytes yet; fill it, then `flush`."""
        self._wake = wake
        self._queued = queued
        self._gathering = gathering
        self._turn: Turn | None = None
        self._notices: list[bytes] = []
        self._prompts: list[tuple[PromptOwner, int, int, bytes]] = []
        self._asked_since = 0.0

    def flush(self) -> None:
        """Has the response sent as soon as the last write has left."""
        self._wake.set()

    def add_notice(self, notice: bytes) -> None:
        """Has encoded fields of the response sent with it."""
        self._notices.append(notice)
        self._wake.set()

    def add_prompt(
        self, owner: PromptOwner, seat: int, turn: int, prompt: bytes
    ) -> None:
        """Has an encoded prompt sent with the response.

        `owner` is told at the moment the prompt leaves, for the bot's clock.
        """
        if not self._prompts:
            self._asked_since = trio.current_time()
            self._wake.set()
        self._prompts.append((owner, seat, turn, prompt))
        if self._turn is not None and self._gathering is not None:
            self._gathering.add(self._turn)

    def wait(self, come: asyncio.Future[None]) -> bool:
        """Has `come` settled when it is the turn of this response; see `Gathering`.

        Returns:
            Whether it has to wait for that; `end_waiting` is to be called then.
        """
        if self._gathering is None:
            return False
        turn = Turn(len(self._prompts), come)
        if not self._gathering.begin(turn):
            return False
        self._turn = turn
        return True

    def end_waiting(self) -> None:
        """Has the response wait no more, whether or not its turn has come."""
        if self._turn is not None and self._gathering is not None:
            self._gathering.end(self._turn)
        self._turn = None

    def take(self, now: float) -> bytes:
        """Takes the response, encoded, to write it now; the next one begins empty.

        A prompt that has become void while it waited is left out: what it tells
        will be told with the next one.
        """
        response, self.draft = self.draft, pb.PlayResponse()
        notices, self._notices = self._notices, []
        prompts, self._prompts = self._prompts, []
        if prompts and self._queued is not None:
            self._queued.observe(now - self._asked_since)
        # To protobuf, messages joined are one message with what is in any of them.
        parts = [response.SerializeToString(), *notices]
        for owner, seat, turn, prompt in prompts:
            if owner.sent(seat, turn, now):
                parts.append(in_response(prompt))
        return b"".join(parts)

    def drop(self) -> None:
        """Drops what was to be written."""
        self.draft = pb.PlayResponse()
        self._notices = []
        self._prompts = []
