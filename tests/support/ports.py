"""A port for a test that has to have the same one twice."""

import socket
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
"""What Linux hands out where none is asked for."""


def own_port() -> int:
    """Gives a free port that the system hands out to nobody by chance."""
    first = int(RANGE.read_text().split()[0]) if RANGE.exists() else 32768
    for port in SystemRandom().sample(range(first // 2, first), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("a hundred ports are all taken")
