"""Opens the arena's port and keeps the gRPC server alive while it is needed.

gRPC's asyncio server runs inside trio through trio-asyncio, in the same thread
as everything else: no locks, no hops between threads. gRPC polls all its sockets
through one descriptor a process, so a process opens one asyncio loop, `wire_loop`,
around all that speaks gRPC in it.
"""

import resource
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import grpc
import trio
import trio_asyncio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from arena.errors import ConfigError
from arena.server.accepting import make_server
from arena.server.backlog import BEAT, watching
from arena.server.bot import BotService
from arena.server.garbage import rarely_collected
from arena.server.lobby import Lobby
from arena.server.pace import quicken
from arena.server.play import PlayService, add_play_service
from arena.server.reading import Library, RecordService, TournamentService
from arena.server.reflection import add_reflection
from arena.server.tls import Tls
from arena.v1 import (
    bot_service_pb2,
    bot_service_pb2_grpc,
    play_service_pb2,
    record_service_pb2,
    record_service_pb2_grpc,
    tournament_service_pb2,
    tournament_service_pb2_grpc,
)

MAX_RECEIVED_BYTES = 1024 * 1024
"""The largest message that gRPC takes in: more than a bot's stream allows, so that the
arena is who refuses it there and can say whose it was."""

MAX_CONNECTIONS = 4096
"""The most connections at one time, those of unknown callers among them; fewer where
the system lets the arena open fewer files."""

MIN_PING_INTERVAL_MS = 10_000
"""How often a client may send HTTP/2 pings; one that does it oftener is cut off."""

HANDSHAKE_LIMIT_MS = 10_000
"""How long a caller may take until its connection is made, encryption and all."""

IDLE_LIMIT_MS = 30_000
"""How long a connection without calls is kept."""

STOP_GRACE = 2.0
"""Seconds that streams have to end by themselves when the server stops."""

STOP_LIMIT = 10.0
"""Seconds after which a server that does not stop is left to the process's end."""

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The hosts on which nobody but this machine is heard."""

_OPTIONS = (
    ("grpc.max_receive_message_length", MAX_RECEIVED_BYTES),
    # Two arenas on one port would each get half of the bots.
    ("grpc.so_reuseport", 0),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    # The library waits a minute for the answer to a ping if only that is set.
    ("grpc.http2.ping_timeout_ms", 10_000),
    # Bots may look in the same way whether the arena is still there.
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", MIN_PING_INTERVAL_MS),
    ("grpc.http2.max_concurrent_streams", 64),
)


@dataclass(frozen=True, slots=True)
class Listening:
    """Where a server listens, each `host:port`."""

    public: str
    """Where bots from elsewhere connect, encrypted if the server has a key."""
    local: str
    """Where programs of this machine connect, always unencrypted."""


@asynccontextmanager
async def wire_loop() -> AsyncIterator[object]:
    """Opens the asyncio loop that gRPC runs in; one a process at a time."""
    async with trio_asyncio.open_loop() as loop:
        callbacks = quicken(loop)
        with rarely_collected(), watching(callbacks):

            def beat() -> None:
                loop.call_later(BEAT, beat)

            beat()
            yield loop


def is_loopback(address: str) -> bool:
    """Tells whether `host:port` can only be reached from this machine."""
    return address.rpartition(":")[0] in LOOPBACK


async def serve(
    lobby: Lobby,
    library: Library,
    *,
    address: str = "127.0.0.1:0",
    insecure: bool = False,
    tls: Tls | None = None,
    task_status: trio.TaskStatus[Listening] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Serves until cancelled, inside `wire_loop`; reports where when it listens.

    Port 0 takes a free one. With `tls` the address is encrypted, and a port of its own
    on loopback is there for bots that the arena launches itself. On cancellation open
    streams get `STOP_GRACE` seconds.

    Raises:
        ConfigError: the address cannot be listened on, or reaches beyond this
            machine with neither `tls` nor `insecure`.
    """
    if tls is None and not is_loopback(address) and not insecure:
        raise ConfigError(
            "listen",
            f"'{address}' can be reached from other machines without encryption",
            "encrypt with --tls-cert and --tls-key, listen on 127.0.0.1, or add"
            " --insecure if that is what you want",
        )
    server = await trio_asyncio.aio_as_trio(_start)(lobby, library, address, tls)
    try:
        task_status.started(server.listening)
        await trio.sleep_forever()
    finally:
        with trio.CancelScope(shield=True, deadline=trio.current_time() + STOP_LIMIT):
            await trio_asyncio.aio_as_trio(server.grpc.stop)(STOP_GRACE)


class _Running:
    """A started server and where it listens."""

    def __init__(self, server: grpc.aio.Server, listening: Listening) -> None:
        self.grpc = server
        self.listening = listening


async def _start(
    lobby: Lobby, library: Library, address: str, tls: Tls | None
) -> _Running:
    server = make_server(
        [
            *_OPTIONS,
            # Whoever only connects must not keep a file open for long, nor all of them.
            ("grpc.server_handshake_timeout_ms", HANDSHAKE_LIMIT_MS),
            ("grpc.max_connection_idle_ms", IDLE_LIMIT_MS),
            ("grpc.max_allowed_incoming_connections", _most_connections()),
        ]
    )
    bot_service_pb2_grpc.add_BotServiceServicer_to_server(
        BotService(lobby, library), server
    )
    add_play_service(PlayService(lobby), server)
    tournament_service_pb2_grpc.add_TournamentServiceServicer_to_server(
        TournamentService(library), server
    )
    record_service_pb2_grpc.add_RecordServiceServicer_to_server(
        RecordService(library), server
    )
    names = _service_names()
    checks = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(checks, server)
    for name in ("", *names):
        await checks.set(name, health_pb2.HealthCheckResponse.SERVING)
    add_reflection(server, (*names, reflection.SERVICE_NAME))
    listening = _open_ports(server, address, tls)
    await server.start()
    return _Running(server, listening)


def _most_connections() -> int:
    """Gives how many connections may be open, after asking for as many as it can."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MAX_CONNECTIONS
    if 0 <= soft < wanted:  # a negative number is no limit
        soft = min(wanted, hard) if hard >= 0 else wanted
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    # Half of the files stay for the database and for launched bots.
    return min(MAX_CONNECTIONS, soft // 2) if soft >= 0 else MAX_CONNECTIONS


def _open_ports(server: grpc.aio.Server, address: str, tls: Tls | None) -> Listening:
    host = address.rpartition(":")[0]
    try:
        if tls is None:
            public = f"{host}:{server.add_insecure_port(address)}"
            return Listening(public, public)
        port = server.add_secure_port(address, tls.credentials())
        local = server.add_insecure_port("127.0.0.1:0")
    except RuntimeError as error:
        raise ConfigError(
            "listen",
            f"cannot listen on '{address}'",
            "choose a free port of this machine, or 0 for any",
        ) from error
    return Listening(f"{host}:{port}", f"127.0.0.1:{local}")


def _service_names() -> Sequence[str]:
    return [
        module.DESCRIPTOR.services_by_name[name].full_name
        for module, name in (
            (bot_service_pb2, "BotService"),
            (play_service_pb2, "PlayService"),
            (tournament_service_pb2, "TournamentService"),
            (record_service_pb2, "RecordService"),
        )
    ]
