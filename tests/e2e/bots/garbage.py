"""Sends what cannot be read, each time on a new connection; then plays properly."""

import os
import socket
from typing import Any

import grpc
from arena_client.v1.play_service_pb2 import Answer, Join, PlayRequest
from raw import ADDRESS, METADATA, Stream, say  # type: ignore[import-not-found]  # beside it when it runs

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS = b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"


def throw(data: bytes) -> None:
    """Sends bytes and reads on until the arena hangs up, or for a moment."""
    host, _, port = ADDRESS.rpartition(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.settimeout(0.2)
        try:
            connection.sendall(data)
            while connection.recv(65536):
                pass
        except OSError:
            pass


def call(*messages: bytes) -> None:
    """Opens the stream with the right token and sends those bytes as messages."""
    channel = grpc.insecure_channel(ADDRESS)
    play: Any = channel.stream_stream("/arena.v1.PlayService/Play")
    try:
        for _ in play(iter(messages), metadata=METADATA):
            pass
    except grpc.RpcError as error:
        say(error.code(), error.details())
    channel.close()


JOIN = PlayRequest(join=Join()).SerializeToString()

for _ in range(5):
    throw(os.urandom(4096))
    throw(PREFACE + os.urandom(4096))
    throw(PREFACE + SETTINGS + b"\x00\x00\x08\x01\x05\x00\x00\x00\x01" + os.urandom(8))
throw(b"GET / HTTP/1.1\r\nHost: arena\r\n\r\n")
call(b"\xff\xff\xff\xff")
call(JOIN, b"\x0a\xff\xff\xff\xff\x0f")
call(JOIN, bytes(1_000_000))
call(JOIN, bytes(2_000_000))
call(JOIN, PlayRequest(answers=[Answer()] * 10_000).SerializeToString())
call(PlayRequest(pong=1).SerializeToString())
Stream().play()
