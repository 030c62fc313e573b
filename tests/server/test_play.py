"""The bot's stream over a real socket."""

import errno
from itertools import pairwise

import grpc
import pytest
import trio

from arena.game.variant import variant
from arena.match.clock import TimeControl
from arena.match.machine import Match
from arena.server import lobby
from arena.server.auth import token_hash
from arena.server.listener import MAX_RECEIVED_BYTES
from arena.server.play import (
    DEFAULT_TABLES,
    MAX_ANSWERS,
    MAX_TABLES,
)
from arena.server.player import PATIENCE
from arena.server.requests import MAX_MESSAGE_BYTES
from arena.server.table import Table
from arena.v1 import play_service_pb2 as pb
from tests.support.tables import dealt
from tests.support.wire import Caller, Comings, serving


async def joined(caller: Caller) -> pb.Joined:
    response = await caller.receive()
    assert response is not None
    return response.joined


async def test_joining_tells_the_entrant_its_name_and_its_tables() -> None:
    async with serving("anna") as wire:
        caller = await wire.join("anna", tables=3, client="test/1")
        reply = await joined(caller)
        assert (reply.entrant, reply.tournament, reply.tables) == ("anna", "test", 3)


@pytest.mark.parametrize(
    ("asked", "given"), [(0, DEFAULT_TABLES), (1, 1), (100_000, MAX_TABLES)]
)
async def test_the_arena_bounds_the_tables_of_a_stream(asked: int, given: int) -> None:
    async with serving("anna") as wire:
        caller = await wire.join("anna", tables=asked)
        assert (await joined(caller)).tables == given


@pytest.mark.parametrize("token", [None, "", "nobody's", "anna "])
async def test_a_caller_without_a_good_token_is_told_so_and_nothing_else(
    token: str | None,
) -> None:
    comings = Comings()
    async with serving("anna", watcher=comings) as wire:
        caller = wire.call(token)
        if token == "anna ":  # surrounding blanks are a paste's, not a stranger's
            await caller.send(pb.PlayRequest(join=pb.Join()))
            assert (await joined(caller)).entrant == "anna"
            return
        assert await caller.status() is grpc.StatusCode.UNAUTHENTICATED
        assert "token" in await caller.details()
    assert [kind for kind, *_ in comings.heard] == ["refused"]


async def test_a_token_that_cannot_be_looked_up_is_not_refused_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby, "LOOK_LIMIT", 0.05)
    async with serving("anna") as wire:
        wire.lobby.next_look = trio.Event()
        early = wire.call("new")
        assert await early.status() is grpc.StatusCode.ABORTED
        assert "unknown token" in await early.details()
        wire.lobby.expect("new", token_hash("new"))
        later = wire.call("new")
        await later.send(pb.PlayRequest(join=pb.Join()))
        assert (await joined(later)).entrant == "new"
        wire.lobby.next_look.set()
        assert await wire.call("nobody").status() is grpc.StatusCode.UNAUTHENTICATED


async def test_the_first_message_must_be_a_join() -> None:
    async with serving("anna") as wire:
        caller = wire.call("anna")
        await caller.send(pb.PlayRequest(pong=1))
        assert await caller.status() is grpc.StatusCode.INVALID_ARGUMENT
        assert "PlayRequest.join" in await caller.details()
        assert not wire.lobby.player("anna").present


async def test_a_second_connection_replaces_the_first_and_tells_it() -> None:
    async with serving("anna") as wire:
        first = await wire.join("anna")
        await joined(first)
        second = await wire.join("anna")
        await joined(second)
        last = await first.receive_until(lambda r: r.HasField("goodbye"))
        assert last.goodbye.reason == pb.GOODBYE_REASON_REPLACED
        assert await first.status() is grpc.StatusCode.OK
        assert wire.lobby.player("anna").present


async def test_a_flood_of_answers_ends_the_stream_of_its_sender_only() -> None:
    async with serving("anna", "bert") as wire:
        anna = await wire.join("anna")
        bert = await wire.join("bert")
        await joined(anna)
        await joined(bert)
        flood = [pb.Answer(table_id=1)] * (MAX_ANSWERS + 1)
        await anna.send(pb.PlayRequest(answers=flood))
        assert await anna.status() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert wire.lobby.player("bert").present
        # To stop waiting ends the call.
        with trio.move_on_after(0.2):
            await bert.status()
            pytest.fail("bert's stream ended too")


OVER = MAX_MESSAGE_BYTES + 9
"""The bytes of a message with one byte too many cards, and what goes with them."""


@pytest.mark.parametrize(
    ("cards", "heard"),
    [
        (
            MAX_MESSAGE_BYTES + 1,
            [
                ("cut off", "anna", f"a message of {OVER} bytes; expected at most"),
                ("left", "anna"),
            ],
        ),
        # gRPC itself ends the call, and nobody hears why.
        (MAX_RECEIVED_BYTES + 1, [("broken off", "anna")]),
    ],
)
async def test_a_message_over_the_limit_ends_the_stream_and_is_said(
    cards: int, heard: list[tuple[str, ...]]
) -> None:
    comings = Comings()
    async with serving("anna", watcher=comings) as wire:
        caller = await wire.join("anna")
        await joined(caller)
        huge = pb.Answer(cards=bytes(cards))
        await caller.send(pb.PlayRequest(answers=[huge]))
        assert await caller.status() is grpc.StatusCode.RESOURCE_EXHAUSTED
        while wire.lobby.player("anna").present:
            await trio.sleep(0.001)
    assert len(comings.heard) == 1 + len(heard)
    for (*kind, said), (*wanted, beginning) in zip(
        comings.heard[1:], heard, strict=True
    ):
        assert kind == wanted
        assert said.startswith(beginning)


async def test_a_first_message_over_the_limit_is_refused() -> None:
    comings = Comings()
    async with serving("anna", watcher=comings) as wire:
        caller = await wire.join("anna", client="x" * MAX_MESSAGE_BYTES)
        assert await caller.status() is grpc.StatusCode.INVALID_ARGUMENT
        assert "expected at most 262144" in await caller.details()
    assert [kind for kind, *_ in comings.heard] == ["refused"]


async def test_answers_to_tables_that_are_not_the_bots_are_ignored() -> None:
    async with serving("anna") as wire:
        caller = await wire.join("anna")
        await joined(caller)
        await caller.send(pb.PlayRequest(answers=[pb.Answer(table_id=77, turn=1)] * 9))
        await caller.finish_sending()
        assert await caller.status() is grpc.StatusCode.OK


async def test_a_ping_that_is_answered_measures_the_round_trip() -> None:
    async with serving("anna") as wire:
        caller = await wire.join("anna")
        ping = (await caller.receive_until(lambda r: r.ping != 0)).ping
        stream = wire.lobby.player("anna").stream
        assert stream is not None
        assert stream.round_trip is None
        await caller.send(pb.PlayRequest(pong=ping + 1))
        await caller.send(pb.PlayRequest(pong=ping))
        while stream.round_trip is None:
            await trio.sleep(0.001)
        assert stream.round_trip > 0


async def test_a_bot_that_hangs_up_has_left() -> None:
    comings = Comings()
    async with serving("anna", watcher=comings) as wire:
        caller = await wire.join("anna", client="test/1")
        await joined(caller)
        caller.hang_up()
        while wire.lobby.player("anna").present:
            await trio.sleep(0.001)
    assert comings.heard == [("joined", "anna", "test/1"), ("broken off", "anna")]


class Unheard(Comings):
    """A watcher that cannot take in the first bot that comes."""

    def joined(self, entrant: str, peer: str, client: str) -> None:
        """Fails once, as writing to a full disk does."""
        super().joined(entrant, peer, client)
        if len(self.heard) == 1:
            raise OSError(errno.ENOSPC, "no room for a line")


async def test_a_bot_whose_coming_cannot_be_told_is_not_held_to_be_there() -> None:
    comings = Unheard()
    async with serving("anna", watcher=comings) as wire:
        first = await wire.join("anna")
        assert await first.status() is grpc.StatusCode.UNKNOWN
        assert not wire.lobby.player("anna").present
        second = await wire.join("anna")
        assert (await joined(second)).entrant == "anna"
        assert wire.lobby.player("anna").present
        assert comings.heard[:2] == [("joined", "anna", ""), ("left", "anna")]


async def test_four_callers_play_a_deal_whose_cards_they_all_see_rightly() -> None:
    names = ("anna", "bert", "cleo", "dora")
    async with serving(*names) as wire:
        callers = [await wire.join(name, send_legal_plays=True) for name in names]
        for caller in callers:
            await joined(caller)
        match = Match(variant("thirteen"), dealt(), TimeControl(), forced_passes=False)
        table = Table(
            match,
            [wire.lobby.player(name) for name in names],
            TimeControl(),
            lambda name, forfeit: pytest.fail(f"{name}: {forfeit.message}"),
        )
        results: list[pb.DealResult] = []
        turns: list[int] = []

        async def play(caller: Caller) -> None:
            while True:
                response = await caller.receive()
                assert response is not None
                for prompt in response.prompts:
                    turns.append(prompt.turn)
                    best = max(prompt.legal_plays, key=len)
                    answer = pb.Answer(
                        table_id=prompt.table_id,
                        turn=prompt.turn,
                        cards=bytes(reversed(best)),
                    )
                    await caller.send(pb.PlayRequest(answers=[answer]))
                results.extend(response.deal_results)
                if response.deal_results:
                    return

        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.play)
            for caller in callers:
                nursery.start_soon(play, caller)
    assert all(later == before + 1 for before, later in pairwise(turns))
    assert [r.seat for r in sorted(results, key=lambda r: r.seat)] == [0, 1, 2, 3]
    assert {tuple(r.payoff) for r in results} == {match.played[0].payoff}


@pytest.mark.parametrize(
    "message", [pb.PlayRequest(pong=999), pb.PlayRequest(answers=[pb.Answer()])]
)
async def test_any_message_of_a_bot_that_is_waited_for_has_it_asked_again(
    message: pb.PlayRequest,
) -> None:
    names = ("anna", "bert")
    async with serving(*names) as wire:
        callers = [await wire.join(name, send_legal_plays=True) for name in names]
        control = TimeControl(0.2)
        match = Match(variant("thirteen"), dealt(2, deals=2), control)
        players = [wire.lobby.player(name) for name in names]
        table = Table(match, players, control, lambda *_: None)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.play)
            # Nobody answers: at the end of the first deal both are waited for.
            for caller in callers:
                await caller.receive_until(lambda r: bool(r.deal_results))
            assert match.prompt is not None
            asked = callers[match.prompt.seat]
            await asked.send(message)
            with trio.fail_after(PATIENCE / 2):
                await asked.receive_until(lambda r: bool(r.prompts))
            nursery.cancel_scope.cancel()
