"""A bot's own view, over a real socket."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
import trio
import trio_asyncio

from arena.director.library import StoreLibrary
from arena.server.auth import token_hash
from arena.server.play import MAX_ANSWERS
from arena.store.repository import Repository
from arena.v1 import bot_service_pb2 as pb
from arena.v1 import cards_pb2 as cards_pb
from arena.v1.bot_service_pb2_grpc import BotServiceStub
from arena.v1.play_service_pb2 import Answer, PlayRequest
from tests.support.played import STARTED, play_part, play_spring
from tests.support.wire import Wire, serving


@asynccontextmanager
async def asking(
    tmp_path: Path, rounds: int = 2
) -> AsyncIterator[tuple[Wire, Callable[..., Any]]]:
    """A server on a played tournament in which the bot `far-dan` played as `dan`."""
    url = play_spring(tmp_path / "arena.db", rounds=rounds, forfeiter="dan")
    with Repository.open(url) as repository:
        repository.add_bot("far-dan", token_hash("d"), STARTED)
        repository.enrol("spring", {"dan": "far-dan"})
        async with serving("ann", library=StoreLibrary(repository)) as wire:
            wire.lobby.player("ann").tournament = "spring"
            wire.lobby.register("far-dan", token_hash("d"))
            stub = BotServiceStub(wire.channel)

            async def ask(method: str, request: Any, token: str = "d") -> Any:  # noqa: S107
                metadata = (("authorization", f"Bearer {token}"),)

                async def call() -> Any:
                    return await getattr(stub, method)(request, metadata=metadata)

                return await trio_asyncio.aio_as_trio(call)()

            yield wire, ask


async def test_a_bot_learns_its_name_and_how_it_is_connected(tmp_path: Path) -> None:
    async with asking(tmp_path) as (wire, ask):
        away = await ask("GetBot", pb.GetBotRequest())
        assert (away.name, away.tournament) == ("far-dan", "")
        assert not away.HasField("connection")
        await wire.join("d", tables=3, client="test/1")
        while not (here := await ask("GetBot", pb.GetBotRequest())).connection.tables:
            pass
        assert (here.connection.client, here.connection.tables) == ("test/1", 3)
        assert here.connection.tables_playing == 0


async def test_a_bot_sees_what_went_wrong_with_its_streams(tmp_path: Path) -> None:
    async with asking(tmp_path) as (wire, ask):
        first = await wire.join("d")
        await first.receive()
        second = await wire.join("d")
        await second.receive()
        await second.send(PlayRequest(answers=[Answer()] * (MAX_ANSWERS + 1)))
        await second.status()
        third = await wire.join("d")
        await third.receive()
        third.hang_up()
        while wire.lobby.player("far-dan").present:
            await trio.sleep(0.001)
        fourth = wire.call("d")
        await fourth.send(PlayRequest(pong=1))
        await fourth.status()
        faults = (await ask("GetBot", pb.GetBotRequest())).faults
        other = (await ask("GetBot", pb.GetBotRequest(), "ann")).faults
    assert [fault.message.split()[0] for fault in faults] == [
        *("replaced", "cut", "the", "not"),
    ]
    assert "513 answers in one message" in faults[1].message
    assert faults[2].message == "the stream broke off"
    assert "expected PlayRequest.join" in faults[3].message
    times = [fault.fault_time.ToNanoseconds() for fault in faults]
    assert 0 < times[0] <= times[-1]
    assert not other


async def test_a_bot_sees_its_tournaments_with_its_own_line(tmp_path: Path) -> None:
    async with asking(tmp_path) as (_, ask):
        entries = (await ask("ListEntries", pb.ListEntriesRequest())).entries
    assert [entry.tournament.name for entry in entries] == ["spring"]
    assert entries[0].standing.entrant == "dan"
    assert (entries[0].standing.deals, entries[0].standing.forfeits) == (16, 8)


async def test_a_bot_sees_why_it_forfeited(tmp_path: Path) -> None:
    async with asking(tmp_path) as (_, ask):
        request = pb.ListForfeitsRequest(page_size=5)
        first = await ask("ListForfeits", request)
        request.page_token = first.next_page_token
        second = await ask("ListForfeits", request)
    forfeits = [*first.forfeits, *second.forfeits]
    assert (len(first.forfeits), len(second.forfeits)) == (5, 3)
    assert not second.next_page_token
    one = forfeits[0]
    assert (one.tournament, one.round, one.board, one.rotation) == ("spring", 1, 1, 1)
    assert one.termination == cards_pb.TERMINATION_ILLEGAL_ANSWER
    assert one.refusal == cards_pb.REFUSAL_NOT_HELD
    assert one.cards == b"\xff"
    assert one.HasField("measured_ms")
    assert "illegal answer" in one.message
    assert len(one.hand) == 13
    assert {len(f.hand) for f in forfeits} == {13}, "each is at its first turn"
    assert any(f.table_cards for f in forfeits)
    assert all(f.table_cards or f.turn == 1 for f in forfeits)


async def test_forfeits_that_come_between_two_pages_are_neither_lost_nor_told_twice(
    tmp_path: Path,
) -> None:
    async with asking(tmp_path, rounds=0) as (_, ask):
        with Repository.open(f"sqlite:///{tmp_path / 'arena.db'}") as repository:
            # The second board ends before the first, as tables happen to take turns.
            play_part(repository, 1, lambda key: key.board == 2, forfeiter="dan")
            pages = [await ask("ListForfeits", pb.ListForfeitsRequest(page_size=3))]
            play_part(repository, 1, lambda key: key.board == 1, forfeiter="dan")
            while token := pages[-1].next_page_token:
                request = pb.ListForfeitsRequest(page_size=3, page_token=token)
                pages.append(await ask("ListForfeits", request))
            repository.finish_round("spring", 1)
            every = (await ask("ListForfeits", pb.ListForfeitsRequest())).forfeits
    told = [forfeit.turn for page in pages for forfeit in page.forfeits]
    assert len(told) == 8
    assert told == [forfeit.turn for forfeit in every]
    assert [(f.board, f.rotation) for f in every] == [
        *[(2, rotation) for rotation in (1, 2, 3, 4)],
        *[(1, rotation) for rotation in (1, 2, 3, 4)],
    ]


async def test_boards_of_a_round_that_is_being_played_are_not_told(
    tmp_path: Path,
) -> None:
    async with asking(tmp_path) as (_, ask):
        with Repository.open(f"sqlite:///{tmp_path / 'arena.db'}") as repository:
            from sqlalchemy import text  # noqa: PLC0415 - reaches behind the store

            with repository._database.write() as connection:
                connection.execute(
                    text("UPDATE rounds SET finished = FALSE WHERE number = 2")
                )
        forfeits = (await ask("ListForfeits", pb.ListForfeitsRequest())).forfeits
    assert {f.board for f in forfeits if f.round == 1} == {1}
    assert {(f.table, f.board, f.rotation) for f in forfeits if f.round == 2} == {
        (0, 0, 0)
    }
    assert {len(f.hand) for f in forfeits if f.round == 1} == {13}
    assert {(f.hand, f.table_cards) for f in forfeits if f.round == 2} == {(b"", b"")}


async def test_an_entrant_by_a_tournaments_own_token_sees_that_tournament(
    tmp_path: Path,
) -> None:
    async with asking(tmp_path) as (_, ask):
        entries = (await ask("ListEntries", pb.ListEntriesRequest(), "ann")).entries
        forfeits = (await ask("ListForfeits", pb.ListForfeitsRequest(), "ann")).forfeits
    assert [entry.standing.entrant for entry in entries] == ["ann"]
    assert not forfeits


@pytest.mark.parametrize("method", ["GetBot", "ListEntries", "ListForfeits"])
async def test_a_stranger_sees_nothing(tmp_path: Path, method: str) -> None:
    async with asking(tmp_path) as (_, ask):
        request = getattr(pb, f"{method}Request")()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await ask(method, request, "nobody's")
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED


@pytest.mark.parametrize(
    "fields", [{"page_size": 1001}, {"page_token": "nonsense"}, {"page_token": "LTE="}]
)
async def test_a_field_that_cannot_be_used_is_the_callers_fault(
    tmp_path: Path, fields: dict[str, Any]
) -> None:
    async with asking(tmp_path) as (_, ask):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await ask("ListForfeits", pb.ListForfeitsRequest(**fields))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
