"""Callers without a token, with none of the protocol, and in great numbers."""

import asyncio
import gc
import os
import socket
from contextlib import suppress
from pathlib import Path

import grpc
import pytest
import trio

from arena.server import allowance, listener, play
from arena.server.allowance import JOINING, MOST, PER_SECOND, Allowance
from arena.server.play import MAX_JOINING
from arena.server.requests import Context, next_request
from arena.v1 import play_service_pb2 as pb
from tests.support.dripping import (
    DATA,
    PREFACE,
    SETTINGS,
    call,
    closed,
    drip,
    frame,
)
from tests.support.dripping import connect as connect_dripping
from tests.support.wire import Caller, Comings, Wire, serving

PATIENCE = 60
"""Seconds after which what is waited for will not come."""

CONNECTIONS = 1000
CALLS = 200


def open_files() -> int:
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def trio_tasks(task: trio.lowlevel.Task | None = None) -> int:
    """How many tasks trio has."""
    root = task or trio.lowlevel.current_root_task()
    assert root is not None
    below = [child for nursery in root.child_nurseries for child in nursery.child_tasks]
    return 1 + sum(map(trio_tasks, below))


def tasks() -> tuple[int, int]:
    """How many tasks trio and asyncio have."""
    gc.collect()
    return trio_tasks(), len(asyncio.all_tasks())


def connect(address: str) -> socket.socket:
    """Opens a bare connection."""
    host, _, port = address.rpartition(":")
    return socket.create_connection((host, int(port)))


async def settled(before: tuple[int, int], files: int) -> None:
    """Waits until no more tasks and files are there than before."""
    with trio.fail_after(PATIENCE):
        while tasks() > before or open_files() > files:
            await trio.sleep(0.05)


async def is_served(wire: Wire, name: str) -> None:
    """Asserts that a bot with a token is let in at once."""
    with trio.fail_after(PATIENCE):
        caller = await wire.join(name)
        response = await caller.receive()
        assert response is not None
        assert response.joined.entrant == name
        await caller.finish_sending()
        assert await caller.status() is grpc.StatusCode.OK


async def test_a_thousand_bare_connections_leave_nothing_behind() -> None:
    async with serving("anna") as wire:
        await is_served(wire, "anna")
        before, files = tasks(), open_files()
        connections = [connect(wire.address) for _ in range(CONNECTIONS)]
        await is_served(wire, "anna")
        for number, connection in enumerate(connections):
            if number % 2:
                connection.send(os.urandom(64))
            connection.close()
        await settled(before, files)
        await is_served(wire, "anna")


async def test_calls_without_a_token_are_refused_and_leave_nothing_behind() -> None:
    comings = Comings()
    async with serving("anna", watcher=comings) as wire:
        await is_served(wire, "anna")
        before, files = tasks(), open_files()
        calls = [wire.call(None if n % 2 else "nobody's") for n in range(CALLS)]
        for call in calls:
            assert await call.status() is grpc.StatusCode.UNAUTHENTICATED
        del call, calls
        await settled(before, files)
        await is_served(wire, "anna")
    assert [kind for kind, *_ in comings.heard].count("refused") == CALLS


@pytest.mark.parametrize("path", ["/\udcff", "/no.Such/Method", "/", "/a\0b"])
async def test_the_name_of_a_method_ends_nothing_but_its_own_call(path: str) -> None:
    async with serving("anna") as wire:
        playing = await wire.join("anna")
        assert await playing.receive() is not None
        async with await connect_dripping(wire.address) as stranger:
            opening = call(path, wire.address, "nobody's")
            empty = frame(DATA, bytes(5), stream=1)
            await stranger.send_all(PREFACE + frame(SETTINGS) + opening + empty)
            with trio.move_on_after(1):
                await stranger.receive_some()
                await stranger.receive_some()
        assert wire.lobby.player("anna").present
        await playing.finish_sending()
        assert await playing.status() is grpc.StatusCode.OK
        await is_served(wire, "anna")


async def test_only_a_few_streams_of_one_bot_may_wait_to_join(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play, "JOIN_LIMIT", 10 * PATIENCE)
    ended: list[tuple[grpc.StatusCode, str]] = []
    async with serving("anna") as wire:

        async def wait(call: Caller) -> None:
            ended.append((await call.status(), await call.details()))
            nursery.cancel_scope.cancel()

        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                for _ in range(MAX_JOINING + 1):
                    nursery.start_soon(wait, wire.call("anna"))
    ((status, details),) = ended
    assert status is grpc.StatusCode.INVALID_ARGUMENT
    assert f"{MAX_JOINING} streams open" in details


async def test_who_does_not_join_in_time_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play, "JOIN_LIMIT", 0.2)
    async with serving("anna") as wire:
        call = wire.call("anna")
        with trio.fail_after(PATIENCE):
            assert await call.status() is grpc.StatusCode.INVALID_ARGUMENT
        assert "no message within 0.2 s" in await call.details()


async def test_a_connection_that_is_made_drop_by_drop_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listener, "HANDSHAKE_LIMIT_MS", 200)
    async with serving("anna") as wire, await connect_dripping(wire.address) as peer:
        words = PREFACE + frame(SETTINGS)
        drops = [words[place : place + 1] for place in range(len(words) - 1)]
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(drip, peer, drops, 0.05)
                await closed(peer)
                nursery.cancel_scope.cancel()
        await is_served(wire, "anna")


async def test_a_first_message_that_comes_drop_by_drop_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play, "JOIN_LIMIT", 0.3)
    comings = Comings()
    async with (
        serving("anna", watcher=comings) as wire,
        await connect_dripping(wire.address) as peer,
    ):
        path = "/arena.v1.PlayService/Play"
        opening = PREFACE + frame(SETTINGS) + call(path, wire.address, "anna")
        # A message is announced by its length, and then takes for ever.
        message = b"\0" + (1000).to_bytes(4, "big") + bytes(1000)
        drops = [frame(DATA, bytes([byte]), stream=1) for byte in message]
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(drip, peer, [opening, *drops], 0.05)
                said = b""
                while b"no message within 0.3 s" not in said:
                    got = await peer.receive_some(65536)
                    assert got, said
                    said += got
                nursery.cancel_scope.cancel()
    assert [heard[0] for heard in comings.heard] == ["refused"]


async def test_a_token_that_is_revoked_before_its_bot_joins_lets_nobody_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_in = trio.Event()

    async def read(context: Context) -> pb.PlayRequest | None:
        let_in.set()
        return await next_request(context)

    monkeypatch.setattr(play, "next_request", read)
    async with serving("anna") as wire:
        call = wire.call("anna")
        with trio.fail_after(PATIENCE):
            await let_in.wait()
        wire.lobby.dismiss("anna")
        await call.send(pb.PlayRequest(join=pb.Join()))
        assert await call.status() is grpc.StatusCode.UNAUTHENTICATED
        assert not wire.lobby.player("anna").present


async def test_answers_that_nobody_has_asked_for_are_borne_up_to_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "PER_SECOND", 0)
    comings = Comings()
    async with serving("anna", watcher=comings) as wire:
        caller = await wire.join("anna")
        some = pb.PlayRequest(answers=[pb.Answer(table_id=1)] * 500)
        # The arena may end the stream while the last of it is on its way.
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            for _ in range(MOST // 500 + 1):
                await caller.send(some)
        assert await caller.status() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "nobody has asked for" in await caller.details()
    assert ("cut off", "anna") in [heard[:2] for heard in comings.heard]


async def test_connecting_again_and_again_is_borne_up_to_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "PER_SECOND", 0)
    monkeypatch.setattr(play, "BREAKING_OFF", play.LAST_WORD)
    async with serving("anna") as wire:
        statuses = set[grpc.StatusCode]()
        for _ in range(MOST // JOINING + 1):
            caller = await wire.join("anna")
            await caller.finish_sending()
            statuses.add(await caller.status())
        assert statuses == {grpc.StatusCode.OK, grpc.StatusCode.INVALID_ARGUMENT}


def test_an_allowance_fills_up_with_time_and_no_further_than_it_was() -> None:
    mine = Allowance(0.0)
    assert mine.spend(MOST, 0.0)
    assert not mine.spend(1, 0.0)
    assert mine.spend(PER_SECOND, 1.0)
    assert not mine.spend(1, 1.0)
    assert not mine.spend(MOST + 1, 1e6)
    assert mine.spend(MOST, 1e6)
