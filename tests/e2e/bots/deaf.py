"""Joins, and never reads what it is sent."""

import time
from collections.abc import Iterator

import grpc
from arena_client.v1.play_service_pb2 import Join, PlayRequest
from arena_client.v1.play_service_pb2_grpc import PlayServiceStub
from raw import ADDRESS, METADATA  # type: ignore[import-not-found]  # beside it when it runs

channel = grpc.insecure_channel(ADDRESS)


def requests() -> Iterator[PlayRequest]:
    """A join, and then silence."""
    yield PlayRequest(join=Join(tables=256, send_legal_plays=True))
    time.sleep(3600)


call = PlayServiceStub(channel).Play(requests(), metadata=METADATA)
time.sleep(3600)
