"""Who calls: the one way in, by the token that comes with each call."""

from typing import Any

import grpc
import trio_asyncio

from arena.errors import AuthenticationError
from arena.server.lobby import Lobby
from arena.server.player import Player


async def caller(lobby: Lobby, context: grpc.aio.ServicerContext[Any, Any]) -> Player:
    """Gives the player whose token the caller shows.

    A token that is unknown may have been given out a moment ago, by another process;
    it is refused once the arena has looked again.

    Raises:
        AuthenticationError: There is no token, or it is nobody's.
        BusyError: The token is unknown, and the arena has not been able to look again.
    """
    metadata = dict(context.invocation_metadata() or ())
    scheme, _, token = str(metadata.get("authorization", "")).partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise AuthenticationError(
            "no token; expected the metadata entry 'authorization: Bearer TOKEN'"
        )
    player = lobby.authenticate(token.strip())
    if player is None:
        await trio_asyncio.trio_as_aio(lobby.looked_again)()
        player = lobby.authenticate(token.strip())
    if player is None:
        raise AuthenticationError(
            "unknown token; expected one that this arena has given out and not revoked"
        )
    return player
