"""The port: where it may be, and what tools find behind it."""

import os
import subprocess
import sys
from typing import Any

import grpc
import pytest
import trio
import trio_asyncio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2

from arena.errors import ConfigError
from arena.server.listener import Listening, is_loopback, serve, wire_loop
from arena.server.lobby import Lobby
from tests.support.ports import own_port
from tests.support.wire import Comings, EmptyLibrary, serving

SERVICES = {
    "arena.v1.BotService",
    "arena.v1.PlayService",
    "arena.v1.TournamentService",
    "arena.v1.RecordService",
}


@pytest.mark.parametrize("service", ["", *sorted(SERVICES)])
async def test_every_service_says_that_it_is_healthy(service: str) -> None:
    async with serving() as wire:
        stub = health_pb2_grpc.HealthStub(wire.channel)
        request = health_pb2.HealthCheckRequest(service=service)

        async def check() -> int:
            return int((await stub.Check(request)).status)

        status = await trio_asyncio.aio_as_trio(check)()
    assert status == health_pb2.HealthCheckResponse.SERVING


@pytest.mark.parametrize("version", ["v1alpha", "v1"])
async def test_tools_can_read_the_services_by_reflection(version: str) -> None:
    async with serving() as wire:
        request = reflection_pb2.ServerReflectionRequest(list_services="")

        async def ask() -> set[str]:
            method = wire.channel.stream_stream(
                f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
                reflection_pb2.ServerReflectionRequest.SerializeToString,
                reflection_pb2.ServerReflectionResponse.FromString,
            )
            call: Any = method()
            await call.write(request)
            response = await call.read()
            await call.done_writing()
            await call.code()
            return {s.name for s in response.list_services_response.service}

        names = await trio_asyncio.aio_as_trio(ask)()
    assert names >= SERVICES


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        ("127.0.0.1:0", True),
        ("localhost:7070", True),
        ("[::1]:7070", True),
        ("0.0.0.0:7070", False),
        ("[::]:7070", False),
        ("arena.example:7070", False),
        ("127.0.0.1.example:7070", False),
    ],
)
def test_only_this_machines_own_addresses_are_loopback(
    address: str, loopback: bool
) -> None:
    assert is_loopback(address) is loopback


async def _refused(address: str) -> ConfigError:
    lobby = Lobby("test", Comings())
    async with wire_loop():
        with pytest.raises(ConfigError) as caught:
            await serve(lobby, EmptyLibrary(), address=address)
    return caught.value


async def test_other_machines_are_not_let_in_unencrypted_by_accident() -> None:
    error = await _refused("0.0.0.0:0")
    assert "0.0.0.0:0" in str(error)
    assert "--insecure" in error.hint


async def test_a_port_that_is_taken_is_an_error_with_its_address() -> None:
    async with serving() as wire:
        with pytest.raises(ConfigError, match=wire.address):
            await serve(wire.lobby, EmptyLibrary(), address=wire.address)


async def test_a_server_that_is_cancelled_frees_its_port() -> None:
    port = f"127.0.0.1:{own_port()}"
    lobby = Lobby("test", Comings())
    for _ in range(2):
        async with wire_loop(), trio.open_nursery() as nursery:
            here = await nursery.start(
                lambda task_status: serve(
                    lobby, EmptyLibrary(), address=port, task_status=task_status
                )
            )
            assert here == Listening(port, port)
            nursery.cancel_scope.cancel()


def test_the_statuses_used_are_never_gRPCs_own() -> None:  # noqa: N802 - the name
    from arena.server.statuses import _STATUSES  # noqa: PLC0415 - looked into here

    own = {grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.UNAVAILABLE}
    assert not own & {status for _, status in _STATUSES}


def test_grpc_takes_what_it_is_told_of_its_threads() -> None:
    # A version that has not been tried is told nothing: look whether it knows the name.
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("GRPC_")}
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import arena.server, grpc.aio, os; print(os.environ['GRPC_EXPERIMENTS'])",
        ],
        env=inherited,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "-event_engine_listener\n"
    assert not told.stderr
