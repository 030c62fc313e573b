"""The bare stream for bots that do what no library would: words as they are on the wire.

Not a bot itself.
"""

import os
import sys
from collections.abc import Iterator
from queue import SimpleQueue

import grpc
from arena_client.v1.play_service_pb2 import (
    Answer,
    Join,
    PlayRequest,
    PlayResponse,
    Prompt,
)
from arena_client.v1.play_service_pb2_grpc import PlayServiceStub

METADATA = (("authorization", f"Bearer {os.environ['ARENA_TOKEN']}"),)
ADDRESS = os.environ["ARENA_ADDRESS"]


def say(*words: object) -> None:
    """Writes a line into the bot's output."""
    sys.stderr.write(" ".join(map(str, words)) + "\n")


class Stream:
    """One stream on a connection of its own, joined."""

    def __init__(self, *, tables: int = 16) -> None:
        self.channel = grpc.insecure_channel(
            ADDRESS, [("grpc.use_local_subchannel_pool", 1)]
        )
        self._requests: SimpleQueue[PlayRequest | None] = SimpleQueue()
        self._requests.put(PlayRequest(join=Join(tables=tables, send_legal_plays=True)))
        self._call = PlayServiceStub(self.channel).Play(
            iter(self._requests.get, None), metadata=METADATA
        )

    def send(self, *answers: Answer) -> None:
        """Sends a message with those answers."""
        self._requests.put(PlayRequest(answers=answers))

    def __iter__(self) -> Iterator[PlayResponse]:
        """Reads, answers pings, and ends where the arena ends the stream."""
        try:
            for response in self._call:
                if response.ping:
                    self._requests.put(PlayRequest(pong=response.ping))
                yield response
        except grpc.RpcError as error:
            say(error.code(), error.details())

    def play(self, most: int = 1_000_000) -> None:
        """Plays on properly, for at most so many prompts."""
        for response in self:
            for prompt in response.prompts:
                self.send(lowest(prompt))
                most -= 1
                if not most:
                    return

    def close(self) -> None:
        """Hangs up."""
        self._requests.put(None)
        self.channel.close()


def lowest(prompt: Prompt) -> Answer:
    """The proper answer of a simple bot: its lowest play, a pass if there is none."""
    plays = [play for play in prompt.legal_plays if play]
    return Answer(
        table_id=prompt.table_id, turn=prompt.turn, cards=plays[0] if plays else b""
    )
