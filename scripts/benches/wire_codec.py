"""Makes encoding and decoding visible to a profile.

gRPC calls protobuf from compiled code, so that no line of Python shows the time. Here
a line of Python stands between them, in an arena that is being profiled.
"""

from typing import Any

from arena.v1 import play_service_pb2 as pb
from arena.v1 import play_service_pb2_grpc as pb_grpc


class _Request:
    @staticmethod
    def FromString(data: bytes) -> pb.PlayRequest:  # noqa: N802 - protobuf's name
        return pb.PlayRequest.FromString(data)


class _Response:
    @staticmethod
    def SerializeToString(message: pb.PlayResponse) -> bytes:  # noqa: N802 - protobuf's name
        return message.SerializeToString()


class _Messages:
    """Stands for the generated module where gRPC looks for the codec."""

    PlayRequest = _Request
    PlayResponse = _Response


def show_codec() -> None:
    """Has the servers that are made from now on use the codec above."""
    generated: Any = pb_grpc
    generated.arena_dot_v1_dot_play__service__pb2 = _Messages
