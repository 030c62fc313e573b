"""The least that plays: no SDK, the first play that the arena lists, else a pass.

The arena launches it as a program. It answers whatever a message asks in one message.
"""

import asyncio
import os
import sys

import grpc
from arena_client.v1.play_service_pb2 import Answer, Join, PlayRequest, PlayResponse
from arena_client.v1.play_service_pb2_grpc import PlayServiceStub


async def play(address: str, token: str, tables: int) -> None:
    """Plays at so many tables at a time until the arena says goodbye."""
    async with grpc.aio.insecure_channel(address) as channel:
        stub = PlayServiceStub(channel)
        call = stub.Play(metadata=(("authorization", f"Bearer {token}"),))
        await call.write(PlayRequest(join=Join(tables=tables, send_legal_plays=True)))
        while isinstance(response := await call.read(), PlayResponse):
            if response.HasField("goodbye"):
                return
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


if __name__ == "__main__":
    asyncio.run(
        play(os.environ["ARENA_ADDRESS"], os.environ["ARENA_TOKEN"], int(sys.argv[1]))
    )
