"""Answers as fast as it can, whatever was asked, again and again, and then no more.

An argument says for how many seconds.
"""

import sys
import time
from collections.abc import Iterator
from time import perf_counter

import grpc
from arena_client.v1.play_service_pb2 import Answer, Join, PlayRequest
from arena_client.v1.play_service_pb2_grpc import PlayServiceStub
from raw import ADDRESS, METADATA, say  # type: ignore[import-not-found]  # beside it when it runs

FLOOD = PlayRequest(answers=[Answer(table_id=1, turn=1, cards=b"\x00")] * 500)
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
END = perf_counter() + SECONDS


def requests() -> Iterator[PlayRequest]:
    """A join and answers without end."""
    yield PlayRequest(join=Join())
    while perf_counter() < END:
        yield FLOOD


while perf_counter() < END:
    channel = grpc.insecure_channel(ADDRESS, [("grpc.use_local_subchannel_pool", 1)])
    try:
        for _ in PlayServiceStub(channel).Play(requests(), metadata=METADATA):
            pass
    except grpc.RpcError as error:
        say(error.code(), error.details())
    channel.close()
time.sleep(3600)
