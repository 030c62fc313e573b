"""Which gRPC status each class of error becomes.

Only codes that the gRPC library never makes by itself are used, so that a
caller can tell a ruling of the arena from a broken wire.
"""

import grpc

from arena.errors import (
    ArenaError,
    AuthenticationError,
    ConfigError,
    EntryError,
    InvalidNotationError,
    NotFoundError,
    RemoteProtocolError,
    RulesError,
)

_STATUSES: tuple[tuple[type[ArenaError], grpc.StatusCode], ...] = (
    (AuthenticationError, grpc.StatusCode.UNAUTHENTICATED),
    (NotFoundError, grpc.StatusCode.NOT_FOUND),
    (InvalidNotationError, grpc.StatusCode.INVALID_ARGUMENT),
    (RemoteProtocolError, grpc.StatusCode.INVALID_ARGUMENT),
    (ConfigError, grpc.StatusCode.INVALID_ARGUMENT),
    (RulesError, grpc.StatusCode.FAILED_PRECONDITION),
    (EntryError, grpc.StatusCode.FAILED_PRECONDITION),
)


def status_of(error: ArenaError) -> grpc.StatusCode:
    """Gives the status for `error`; ABORTED for what is the arena's own trouble."""
    for kind, status in _STATUSES:
        if isinstance(error, kind):
            return status
    return grpc.StatusCode.ABORTED
