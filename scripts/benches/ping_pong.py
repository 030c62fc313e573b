"""gRPC without an arena: a program that only passes messages to and fro, in asyncio.

It serves the arena's own stream, so that the same bots play with it, and sends prompts
that the arena would. It has no rules: whatever is answered, the next prompt goes out.
Two manners:

- bare: one prompt in each message. The least that a gRPC server can do.
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

MANNERS = ("bare", "gathered")
"""The manners, by name."""

_Context: TypeAlias = "grpc.aio.ServicerContext[pb.PlayRequest, pb.PlayResponse]"


class PingPong(pb_grpc.PlayServiceServicer):
    """Asks again whatever has been answered, at the same stream."""

    def __init__(self, streams: int, conversations: int, *, gathered: bool) -> None:
        """Begins when `streams` bots have come, which share the conversations."""
        self.decisions = 0
        """Answers that have been read."""
        self.times: list[float] | None = None
        """When each message was read, while somebody wants to know."""
        self._streams = streams
        self._conversations = conversations
        self._gathered = gathered
        self._here = 0
        self._all_here = asyncio.Event()
        self._prompts = cycle(prompts())
        # What is sent singly is made once: the yardstick is gRPC, not this program.
        self._singles = cycle([pb.PlayResponse(prompts=[p]) for p in prompts()])

    async def Play(  # type: ignore[override]  # noqa: N802 - gRPC's name
        self, request_iterator: AsyncIterator[pb.PlayRequest], context: _Context
    ) -> None:
        """Converses with one bot."""
        del request_iterator  # `context.read` is the cheaper way to the same
        share = await self._begin(context)
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
            await context.write(self._response(answers))

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
        """Waits for all bots; gives how many conversations are this one's."""
        await context.read()
        number = self._here
        self._here += 1
        if self._here == self._streams:
            self._all_here.set()
            say("playing")
        await self._all_here.wait()
        return len(range(number, self._conversations, self._streams))

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
        gathered = options.manner == "gathered"
        await serve(PingPong(options.streams, options.conversations, gathered=gathered))

    asyncio.run(begin())


if __name__ == "__main__":
    main(sys.argv[1:])
