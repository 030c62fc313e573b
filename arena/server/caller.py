"""Who calls: the one way in, by the token that comes with each call."""

from typing import Any

import grpc

from arena.errors import AuthenticationError
from arena.server.lobby import Lobby, Player


def caller(lobby: Lobby, context: grpc.aio.ServicerContext[Any, Any]) -> Player:
    """Gives the player whose token the caller shows.

    Raises:
        AuthenticationError: There is no token, or it is nobody's.
    """
    metadata = dict(context.invocation_metadata() or ())
    scheme, _, token = str(metadata.get("authorization", "")).partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise AuthenticationError(
            "no token; expected the metadata entry 'authorization: Bearer TOKEN'"
        )
    player = lobby.authenticate(token.strip())
    if player is None:
        raise AuthenticationError(
            "unknown token; expected one that this arena has given out and not revoked"
        )
    return player
