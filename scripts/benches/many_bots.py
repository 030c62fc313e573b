"""Many bots in one process, each with a connection of its own: no SDK, no thought.

Started by `scale`, which gives the arena's address. The bots' tokens come on stdin, a
JSON list a line; whoever is on a list joins then, and when all have it is told. When
stdin closes, the bots leave.
"""

import asyncio
import json
import sys

import grpc
from arena_client.v1.play_service_pb2 import Answer, Join, PlayRequest, PlayResponse
from arena_client.v1.play_service_pb2_grpc import PlayServiceStub

from scripts.benches.measured_process import say

AT_ONCE = 16
"""Bots that are joining at the same time."""

_OPTIONS = (("grpc.use_local_subchannel_pool", 1),)
"""Else the library would put all streams on one connection."""


class Gate:
    """Lets some bots join at a time and counts those that have."""

    def __init__(self, expected: int) -> None:
        """Tells the bench once `expected` bots have joined."""
        self._expected = expected
        self.places = asyncio.Semaphore(AT_ONCE)

    def joined(self) -> None:
        """Counts one."""
        self.places.release()
        self._expected -= 1
        if not self._expected:
            say("joined")


async def play(address: str, token: str, gate: Gate) -> None:
    """Plays one bot, a table at a time, until the arena says goodbye."""
    await gate.places.acquire()
    async with grpc.aio.insecure_channel(address, options=_OPTIONS) as channel:
        call = PlayServiceStub(channel).Play(
            metadata=(("authorization", f"Bearer {token}"),)
        )
        await call.write(PlayRequest(join=Join(tables=1, send_legal_plays=True)))
        while isinstance(response := await call.read(), PlayResponse):
            if response.HasField("goodbye"):
                return
            if response.HasField("joined"):
                gate.joined()
            answers = [
                # The pass comes first where it is allowed.
                Answer(
                    table_id=p.table_id,
                    turn=p.turn,
                    cards=max(p.legal_plays[:2], key=len),
                )
                for p in response.prompts
            ]
            if answers or response.ping:
                await call.write(PlayRequest(answers=answers, pong=response.ping))


async def main(address: str) -> None:
    """Plays all bots whose tokens stdin gives, list by list, until it closes."""
    playing = []
    while line := await asyncio.to_thread(sys.stdin.readline):
        tokens = json.loads(line)
        gate = Gate(len(tokens))
        playing += [asyncio.create_task(play(address, token, gate)) for token in tokens]
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
