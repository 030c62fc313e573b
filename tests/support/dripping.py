"""A peer that speaks HTTP/2 byte by byte, as slowly as it likes."""

from collections.abc import Iterable
from contextlib import suppress

import trio

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

DATA, HEADERS, SETTINGS = 0, 1, 4
"""Types of frames."""

END_HEADERS = 4
"""A flag of frames."""


def frame(kind: int, payload: bytes = b"", *, flags: int = 0, stream: int = 0) -> bytes:
    """Gives a frame of HTTP/2."""
    head = len(payload).to_bytes(3, "big") + bytes([kind, flags])
    return head + stream.to_bytes(4, "big") + payload


def call(path: str, authority: str, token: str) -> bytes:
    """Gives the frame that opens a gRPC call as stream 1."""
    headers = {
        ":method": "POST",
        ":scheme": "http",
        ":path": path,
        ":authority": authority,
        "content-type": "application/grpc",
        "te": "trailers",
        "authorization": f"Bearer {token}",
    }
    block = b"".join(
        b"\0" + _text(name) + _text(value) for name, value in headers.items()
    )
    return frame(HEADERS, block, flags=END_HEADERS, stream=1)


def _text(text: str) -> bytes:
    # A name or value need not be text: bytes that are none come as surrogates.
    encoded = text.encode(errors="surrogateescape")
    return bytes([len(encoded)]) + encoded


async def connect(address: str) -> trio.SocketStream:
    """Opens a bare connection, in which each byte leaves at once."""
    host, _, port = address.rpartition(":")
    return await trio.open_tcp_stream(host, int(port))


async def drip(stream: trio.SocketStream, drops: Iterable[bytes], pause: float) -> None:
    """Sends drop after drop for as long as the other side takes them."""
    with suppress(trio.BrokenResourceError):
        for drop in drops:
            await stream.send_all(drop)
            await trio.sleep(pause)


async def closed(stream: trio.SocketStream) -> bytes:
    """Waits until the other side closes, and gives what it has said."""
    said = b""
    with suppress(trio.BrokenResourceError):
        while got := await stream.receive_some(65536):
            said += got
    return said
