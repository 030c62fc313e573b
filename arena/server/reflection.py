"""Reflection: lets tools such as grpcurl ask which services and messages there are.

The library's servicer iterates over gRPC's own stream object, which is an
asynchronous generator of C code that trio-asyncio cannot watch over. Here the
same servicer is fed by reading the call, as everything else in this server is.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from typing import Any

import grpc
from grpc_reflection.v1alpha import reflection_pb2 as pb
from grpc_reflection.v1alpha import reflection_pb2_grpc as pb_grpc
from grpc_reflection.v1alpha.reflection import aio

from arena.server.accepting import add_methods

NEWER_NAME = "grpc.reflection.v1.ServerReflection"
"""What the service is called since it is stable."""

_Context = grpc.aio.ServicerContext[Any, Any]


class ReflectionServicer(aio.ReflectionServicer):  # type: ignore[misc]
    """Serves `grpc.reflection.v1alpha` for the services it is given the names of."""

    async def ServerReflectionInfo(  # noqa: N802 - gRPC's name
        self,
        request_iterator: AsyncIterator[pb.ServerReflectionRequest],
        context: _Context,
    ) -> None:
        """Answers the questions of one caller until it has no more."""
        del request_iterator
        answers = super().ServerReflectionInfo(_requests(context), context)
        async with aclosing(answers):
            async for answer in answers:
                await context.write(answer)


def add_reflection(server: grpc.aio.Server, services: Sequence[str]) -> None:
    """Serves reflection on `services`, under its older name and its newer.

    Both say the same in the same bytes. Tools ask for the newer first, and not all go
    on to the older when they are refused.
    """
    servicer = ReflectionServicer(services)
    pb_grpc.add_ServerReflectionServicer_to_server(servicer, server)
    answer = grpc.stream_stream_rpc_method_handler(
        servicer.ServerReflectionInfo,
        pb.ServerReflectionRequest.FromString,
        pb.ServerReflectionResponse.SerializeToString,
    )
    add_methods(server, NEWER_NAME, {"ServerReflectionInfo": answer})


async def _requests(context: _Context) -> AsyncIterator[pb.ServerReflectionRequest]:
    while isinstance(request := await context.read(), pb.ServerReflectionRequest):
        yield request
