"""A bot's messages as they come off the wire, from where, and what is wrong with others.

Whatever a bot sends that is no message of ours is a `RemoteProtocolError` here, so that
it can be said whose it was; gRPC would end the call without a word.
"""

from urllib.parse import unquote

import grpc
from google.protobuf.message import DecodeError

from arena.errors import RemoteProtocolError
from arena.v1 import play_service_pb2 as pb

MAX_MESSAGE_BYTES = 256 * 1024
"""The largest message a bot may send: a full stream's answers many times over."""

Context = grpc.aio.ServicerContext[pb.PlayRequest, bytes]
"""A call of `PlayService.Play`."""


def decode_request(message: bytes) -> pb.PlayRequest:
    """Decodes a message; what this raises comes out where the message is read."""
    if len(message) > MAX_MESSAGE_BYTES:
        raise RemoteProtocolError(
            f"a message of {len(message)} bytes; expected at most {MAX_MESSAGE_BYTES}"
        )
    return pb.PlayRequest.FromString(message)


def peer_of(context: Context) -> str:
    """Gives where a caller calls from: `ipv4:127.0.0.1:40312`, `ipv6:[::1]:40312`."""
    return unquote(context.peer())


async def next_request(context: Context) -> pb.PlayRequest | None:
    """Gives the next message, or None when the caller has ended its half."""
    # The stubs leave gRPC's end-of-stream value out of the type of `read`.
    try:
        request: object = await context.read()
    except DecodeError:
        raise RemoteProtocolError(
            "a message that cannot be decoded; expected arena.v1.PlayRequest"
        ) from None
    return request if isinstance(request, pb.PlayRequest) else None
