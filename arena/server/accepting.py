"""A gRPC server that strangers cannot end by the name of a method.

grpcio decodes the name of a method that is not registered in the loop that accepts
calls. A name that is not UTF-8 raises there, and with that loop the whole server ends,
with every stream (seen in grpcio 1.85). All methods of the arena are registered, and
their calls come another way; so what comes this way is for nobody, and is dropped
before it is looked at. Its caller sees the call cancelled.
"""
# ruff: noqa: SLF001 - grpcio has no other way in.

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import grpc
from grpc._cython import cygrpc  # type: ignore[attr-defined]

Handlers = Mapping[str, "grpc.RpcMethodHandler[Any, Any]"]


class _Calls(cygrpc.AioServer):  # type: ignore[misc]
    """The part of grpcio's server that takes calls in."""

    async def _request_call(self) -> NoReturn:
        """Takes calls of methods that nobody has registered, and lets go of them."""
        while True:
            await super()._request_call()


def make_server(options: Sequence[tuple[str, int]]) -> grpc.aio.Server:
    """Makes a server, inside the loop it is to run in; see `add_methods`."""
    server = grpc.aio.server(options=options)
    loop = cygrpc.get_working_loop()
    inner: Any = server
    inner._server = _Calls(loop, None, (), (), tuple(options), None)
    return server


def add_methods(server: grpc.aio.Server, service: str, handlers: Handlers) -> None:
    """Adds a service by hand, as generated code does: its methods are registered.

    Args:
        server: Where to.
        service: The service's full name.
        handlers: What serves each method, by name.
    """
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(service, dict(handlers)),)
    )
    server.add_registered_method_handlers(service, dict(handlers))
