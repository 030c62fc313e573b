"""Where the arena is, and how to come in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc

CONNECT_LEAST = 5.0
"""The seconds that any attempt to connect may take: a busy machine needs some."""

CONNECT_LIMIT = 20.0
"""The most seconds that one attempt to connect may take."""

_LOOPBACK = ("127.", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the arena is, and how to come in."""

    address: str
    """Host and port."""

    token: str
    """What identifies the bot."""

    tls: bool = False
    """Whether to speak TLS."""

    ca_file: Path | None = None
    """Certificates to trust; `None` for the system's."""

    cert_file: Path | None = None
    """The certificate to show; `None` to show none."""

    key_file: Path | None = None
    """Its private key; `None` where there is no certificate."""

    keepalive: float = 20.0
    """Seconds of silence after which to look whether the arena is still there. The arena
    cuts off whoever does that more often than every ten seconds."""

    keepalive_timeout: float = 10.0
    """Seconds that the arena has to answer that."""

    @property
    def encrypted(self) -> bool:
        """Whether the bot speaks TLS."""
        return self.tls or any((self.ca_file, self.key_file, self.cert_file))

    @asynccontextmanager
    async def connect(
        self, limit: float = CONNECT_LIMIT
    ) -> AsyncIterator[grpc.aio.Channel]:
        """A channel to the arena, closed at the end.

        Args:
            limit: Seconds to try to connect, between `CONNECT_LEAST` and
                `CONNECT_LIMIT`.
        """
        attempt = min(max(limit, CONNECT_LEAST), CONNECT_LIMIT)
        options: list[tuple[str, int]] = [
            # A channel is made anew at each attempt and must not inherit the
            # library's own back-off from the attempt before.
            ("grpc.use_local_subchannel_pool", 1),
            # So the library calls the time that an attempt may take.
            ("grpc.min_reconnect_backoff_ms", int(attempt * 1000)),
            # A proxy for the web has no business between programs of one machine.
            ("grpc.enable_http_proxy", int(not self.address.startswith(_LOOPBACK))),
            # An arena that is cut off closes no connection; a bot that has nothing
            # to write would wait for it for ever.
            ("grpc.keepalive_time_ms", int(self.keepalive * 1000)),
            ("grpc.keepalive_timeout_ms", int(self.keepalive_timeout * 1000)),
            # The library waits a minute for the answer to a ping if only that is set.
            ("grpc.http2.ping_timeout_ms", int(self.keepalive_timeout * 1000)),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.max_pings_without_data", 0),
        ]
        if self.encrypted:
            roots, key, certificate = (
                None if file is None else file.read_bytes()
                for file in (self.ca_file, self.key_file, self.cert_file)
            )
            credentials = grpc.ssl_channel_credentials(roots, key, certificate)
            channel = grpc.aio.secure_channel(self.address, credentials, options)
        else:
            channel = grpc.aio.insecure_channel(self.address, options)
        async with channel:
            yield channel
