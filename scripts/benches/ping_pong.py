"""gRPC without an arena: a program that only passes messages to and fro, in asyncio.

It serves the arena's own stream, so that the same bots play with it, and sends prompts
that the arena would. It has no rules: whatever is answered, the next prompt goes out.
Three manners:

- bare: one prompt in each message. The least that a gRPC server can do.
- round: the same, but each answer has the next bot asked, as at a table.
- gathered: all prompts of a stream in each message, which is what the wire allows to an
  arena at the most.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from itertools import cycle, islice
from time import perf_counter
from typing import TypeAlias

import grpc

from arena.v1 import play_service_pb2 as pb
from arena.v1 import play_service_pb2_grpc as pb_grpc
from scripts.benches.measured_process import (
    LOOK_AGAIN,
    PATIENCE,
    Reading,
    Window,
    say,
    say_measured,
)
from scripts.benches.payloads import prompts

MANNERS = ("bare", "round", "gathered")
"""The manners, by name."""

_Context: TypeAlias = "grpc.aio.ServicerContext[pb.PlayRequest, pb.PlayResponse]"


class PingPong(pb_grpc.PlayServiceServicer):
    """Asks again whatever has been answered."""

    def __init__(self, manner: str, streams: int, conversations: int) -> None:
        """Begins when `streams` bots have come, which share the conversations.

        Going round there is one conversation, as there is one write at a time.
        """
        self.decisions = 0
        """Answers that have been read."""
        self.times: list[float] | None = None
        """When each message was read, while somebody wants to know."""
        self._streams = streams
        self._conversations = conversations
        self._gathered = manner == "gathered"
        self._next = 1 if manner == "round" else 0
        self._contexts: list[_Context] = []
        self._all_here = asyncio.Event()
        self._prompts = cycle(prompts())
        # What is sent singly is made once: the yardstick is gRPC, not this program.
        self._singles = cycle([pb.PlayResponse(prompts=[p]) for p in prompts()])

    async def Play(  # type: ignore[override]  # noqa: N802 - gRPC's name
        self, request_iterator: AsyncIterator[pb.PlayRequest], context: _Context
    ) -> None:
        """Converses with one bot."""
        del request_iterator  # `context.read` is the cheaper way to the same
        number = await self._begin(context)
        share = len(range(number, self._conversations, self._streams))
        if self._gathered:
            await context.write(self._response(share))
        else:
            for _ in range(share):
                await context.write(next(self._singles))
        while isinstance(request := await context.read(), pb.PlayRequest):
            answers = len(request.answers)
            self.decisions += answers
            if self.times is not None:
                self.times.append(perf_counter())
            asked = self._contexts[(number + self._next) % self._streams]
            await asked.write(self._response(answers))

    async def measure(self, seconds: float, *, decisions: int = 1) -> Window:
        """Measures for so long, or until so many decisions have passed through."""
        first = Reading.now(self.decisions)
        await asyncio.sleep(seconds)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.decisions < first.decisions + decisions:  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_AGAIN)
        return Window.between(first, Reading.now(self.decisions))

    async def _begin(self, context: _Context) -> int:
        """Waits for all bots; gives which of them this one is, from 0."""
        await context.read()
        number = len(self._contexts)
        self._contexts.append(context)
        if len(self._contexts) == self._streams:
            self._all_here.set()
            say("playing")
        await self._all_here.wait()
        return number

    def _response(self, items: int) -> pb.PlayResponse:
        if items == 1:
            return next(self._singles)
        return pb.PlayResponse(prompts=islice(self._prompts, items))


async def serve(service: PingPong) -> None:
    """Serves until stdin ends or says so, and measures on command."""
    server = grpc.aio.server()
    pb_grpc.add_PlayServiceServicer_to_server(service, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    say("listening", address=f"127.0.0.1:{port}")
    while line := await asyncio.to_thread(sys.stdin.readline):
        match line.split():
            case ["measure", seconds]:
                say_measured(await service.measure(float(seconds)))
            case ["time", seconds]:
                service.times = []
                window = await service.measure(float(seconds), decisions=2)
                times, service.times = service.times, None
                # Each answer has led to the next: it is one stretch.
                say_measured(window, times=[times])
            case _:
                break
    await server.stop(0)


def main(words: Sequence[str]) -> None:
    """Serves as the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("manner", choices=MANNERS)
    parser.add_argument("streams", type=int)
    parser.add_argument("conversations", type=int)
    options = parser.parse_args(words)
    # The bots are killed when all is measured, which is nobody's mistake.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")

    async def begin() -> None:
        manner, streams = options.manner, options.streams
        await serve(PingPong(manner, streams, options.conversations))

    asyncio.run(begin())


if __name__ == "__main__":
    main(sys.argv[1:])
