"""The unary services over a real socket and a real database."""

import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NoReturn

import grpc
import pytest
import trio_asyncio

from arena.dealing import commitment
from arena.director.library import StoreLibrary
from arena.errors import StoreError
from arena.store.repository import Repository
from arena.v1 import record_service_pb2 as records_pb
from arena.v1 import tournament_service_pb2 as tournaments_pb
from arena.v1.record_service_pb2_grpc import RecordServiceStub
from arena.v1.tournament_service_pb2_grpc import TournamentServiceStub
from tests.support.played import NAMES, SEED, play_part, play_spring
from tests.support.wire import serving


class Reader:
    """The services' methods, to be awaited from trio."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._tournaments = TournamentServiceStub(channel)
        self._records = RecordServiceStub(channel)

    async def list(self, **fields: Any) -> tournaments_pb.ListTournamentsResponse:
        request = tournaments_pb.ListTournamentsRequest(**fields)
        response: tournaments_pb.ListTournamentsResponse
        response = await _awaited(self._tournaments.ListTournaments, request)
        return response

    async def standings(self, name: str) -> tournaments_pb.GetStandingsResponse:
        request = tournaments_pb.GetStandingsRequest(tournament=name)
        response: tournaments_pb.GetStandingsResponse
        response = await _awaited(self._tournaments.GetStandings, request)
        return response

    async def records(self, **fields: Any) -> records_pb.ListDealRecordsResponse:
        request = records_pb.ListDealRecordsRequest(**fields)
        response: records_pb.ListDealRecordsResponse
        response = await _awaited(self._records.ListDealRecords, request)
        return response


async def _awaited(method: Any, request: Any) -> Any:
    async def call() -> Any:
        return await method(request)

    return await trio_asyncio.aio_as_trio(call)()


def token(place: str) -> str:
    """A page token for a place that may be none."""
    return base64.urlsafe_b64encode(place.encode()).decode()


@asynccontextmanager
async def reading(url: str) -> AsyncIterator[Reader]:
    """Serves the database at `url`."""
    with Repository.open(url) as repository:
        async with serving(library=StoreLibrary(repository)) as wire:
            yield Reader(wire.channel)


async def test_a_finished_tournament_shows_its_seed(tmp_path: Path) -> None:
    async with reading(play_spring(tmp_path / "a.db")) as reader:
        (spring,) = (await reader.list()).tournaments
    assert (spring.name, spring.variant) == ("spring", "thirteen")
    assert spring.status == tournaments_pb.TOURNAMENT_STATUS_FINISHED
    assert (spring.rounds, spring.rounds_done, spring.entrants) == (2, 2, 4)
    assert spring.seed == SEED.hex()
    assert spring.HasField("finished_time")


async def test_a_running_tournament_keeps_its_seed_and_its_last_round_to_itself(
    tmp_path: Path,
) -> None:
    url = play_spring(tmp_path / "a.db", rounds=1)
    with Repository.open(url) as repository:
        play_part(repository, 2, lambda key: key.rotation == 1)
    async with reading(url) as reader:
        (spring,) = (await reader.list()).tournaments
        records = (await reader.records(page_size=1000)).deal_records
    assert spring.status == tournaments_pb.TOURNAMENT_STATUS_RUNNING
    assert spring.seed == ""
    assert spring.seed_commitment
    assert {record.round for record in records} == {1}


async def test_the_commitment_to_the_seed_is_public_before_the_first_deal(
    tmp_path: Path,
) -> None:
    async with reading(play_spring(tmp_path / "a.db", rounds=0)) as reader:
        (spring,) = (await reader.list()).tournaments
        records = (await reader.records(page_size=1000)).deal_records
    assert spring.seed_commitment == commitment(SEED)
    assert spring.seed == ""
    assert not records


async def test_standings_are_those_of_the_store(tmp_path: Path) -> None:
    url = play_spring(tmp_path / "a.db", forfeiter="bob")
    async with reading(url) as reader:
        asked = datetime.now(UTC)
        response = await reader.standings("")
        same = await reader.standings("spring")
        answered = datetime.now(UTC)
    assert response.standings == same.standings
    assert response.tournament == same.tournament
    as_of = response.as_of_time.ToDatetime(tzinfo=UTC)
    # It is told to the millisecond.
    assert asked - timedelta(milliseconds=1) <= as_of <= answered
    assert {line.entrant for line in response.standings} == set(NAMES)
    (bob,) = [line for line in response.standings if line.entrant == "bob"]
    assert bob.forfeits > 0
    assert [line.rank for line in response.standings] == [1, 2, 3, 4]


async def test_pages_of_records_put_together_are_all_records(tmp_path: Path) -> None:
    async with reading(play_spring(tmp_path / "a.db")) as reader:
        whole = list((await reader.records(page_size=1000)).deal_records)
        pages: list[records_pb.DealRecord] = []
        token = ""
        while True:
            page = await reader.records(page_size=3, page_token=token)
            pages += page.deal_records
            token = page.next_page_token
            if not token:
                break
    assert pages == whole
    assert len(whole) == 2 * 2 * 4
    assert all(json.loads(record.json)["round"] == record.round for record in whole)


async def test_records_can_be_those_of_one_entrant(tmp_path: Path) -> None:
    async with reading(play_spring(tmp_path / "a.db")) as reader:
        mine = (await reader.records(entrant="ann", page_size=1000)).deal_records
    assert mine
    assert all("ann" in json.loads(record.json)["entrants"] for record in mine)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"tournament": "sprnig"}, grpc.StatusCode.NOT_FOUND),
        ({"page_size": 1001}, grpc.StatusCode.INVALID_ARGUMENT),
        ({"page_token": "!"}, grpc.StatusCode.INVALID_ARGUMENT),
        ({"page_token": "MS8y"}, grpc.StatusCode.INVALID_ARGUMENT),
        ({"page_token": token("1/1/1/1")}, grpc.StatusCode.INVALID_ARGUMENT),
        ({"page_token": token("1/1/1/1/-1")}, grpc.StatusCode.INVALID_ARGUMENT),
        ({"page_token": token("1/1/1/1/²")}, grpc.StatusCode.INVALID_ARGUMENT),
        ({"page_token": token(f"{10**30}/1/1/1/0")}, grpc.StatusCode.INVALID_ARGUMENT),
    ],
)
async def test_requests_that_cannot_be_met_get_a_status_and_a_reason(
    tmp_path: Path, fields: dict[str, Any], code: grpc.StatusCode
) -> None:
    async with reading(play_spring(tmp_path / "a.db")) as reader:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await reader.records(**fields)
    assert caught.value.code() is code
    assert caught.value.details()


async def test_an_empty_arena_lists_nothing_and_has_no_newest(tmp_path: Path) -> None:
    async with reading(f"sqlite:///{tmp_path}/a.db") as reader:
        assert not (await reader.list()).tournaments
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await reader.standings("")
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND


@pytest.mark.parametrize("name", ["spring\0", "\x1b[31m", "s" * 81])
async def test_what_cannot_be_a_name_is_asked_of_no_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    async with reading(play_spring(tmp_path / "a.db")) as reader:

        def refuse(*_: object, **__: object) -> NoReturn:
            raise AssertionError

        monkeypatch.setattr(Repository, "tournament", refuse)
        for answer in (reader.standings(name), reader.records(tournament=name)):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await answer
            assert caught.value.code() is grpc.StatusCode.NOT_FOUND


async def test_strangers_do_not_hear_where_a_failing_database_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reading(play_spring(tmp_path / "a.db")) as reader:

        def fail(*_: object, **__: object) -> NoReturn:
            raise StoreError(f"database {tmp_path} cannot be opened")

        monkeypatch.setattr(Repository, "tournament", fail)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await reader.standings("spring")
    assert caught.value.code() is grpc.StatusCode.ABORTED
    assert str(tmp_path) not in str(caught.value.details())
