"""What is said of a caller; what it sends is tested over the wire."""

from typing import Any

from arena.server.requests import peer_of


class From:
    """A call from somewhere, as gRPC writes it."""

    def __init__(self, peer: str) -> None:
        self._peer = peer

    def peer(self) -> str:
        """Gives where."""
        return self._peer


def test_an_address_is_said_as_it_is_written() -> None:
    calls: list[Any] = [From("ipv6:%5B::1%5D:40312"), From("ipv4:127.0.0.1:40312")]
    assert [peer_of(call) for call in calls] == [
        "ipv6:[::1]:40312",
        "ipv4:127.0.0.1:40312",
    ]
