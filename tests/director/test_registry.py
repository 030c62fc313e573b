"""Bots from the database to the lobby, and who is here, back."""

from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
import trio
import trio.testing

from arena.director.progress import ArenaProgress
from arena.director.registry import Registry
from arena.errors import BusyError, StoreError
from arena.server.auth import token_hash
from arena.server.lobby import LOOK_LIMIT, MOST_UNKNOWN, Lobby
from arena.server.stream import BotStream
from arena.store.repository import Repository
from arena.store.rows import BotRow

NOW = "2026-03-01T12:00:00.000Z"


class Told(ArenaProgress):
    """Remembers what it was told of bots."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []

    def bot_registered(self, bot: str, *, again: bool) -> None:
        self.heard.append(("rotated" if again else "registered", bot))

    def bot_revoked(self, bot: str) -> None:
        self.heard.append(("revoked", bot))

    def store_failed(self, why: str) -> None:
        self.heard.append(("failed", why))


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    with Repository.open(f"sqlite:///{tmp_path / 'arena.db'}") as opened:
        opened.add_bot("ann", token_hash("a"), NOW)
        yield opened


async def test_what_changes_in_the_database_changes_in_the_lobby(
    repository: Repository,
) -> None:
    told = Told()
    lobby = Lobby("", told)
    registry = Registry(repository, lobby, told)
    await registry.sync()
    assert lobby.authenticate("a") is not None
    repository.rotate_bot("ann", token_hash("b"))
    await registry.sync()
    assert registry.expelled == set()
    assert lobby.authenticate("a") is None
    assert lobby.authenticate("b") is not None
    repository.revoke_bot("ann", NOW)
    await registry.sync()
    await registry.sync()
    assert registry.expelled == {"ann"}
    assert lobby.authenticate("b") is None
    repository.add_bot("ann", token_hash("c"), NOW)
    await registry.sync()
    assert lobby.authenticate("c") is not None
    assert told.heard == [
        ("registered", "ann"),
        ("rotated", "ann"),
        ("revoked", "ann"),
        ("registered", "ann"),
    ]


async def test_a_bot_is_let_in_once_its_name_is_free(repository: Repository) -> None:
    told = Told()
    lobby = Lobby("cup", told)
    lobby.expect("ann", token_hash("launched"))
    registry = Registry(repository, lobby, told)
    await registry.sync()
    assert lobby.authenticate("a") is None
    lobby.clear()
    await registry.sync()
    assert lobby.authenticate("a") is not None


async def test_who_is_here_is_written_down_until_the_end(
    repository: Repository,
) -> None:
    told = Told()
    lobby = Lobby("", told)
    registry = Registry(repository, lobby, told)
    await registry.sync()
    stream = BotStream(tables=1, wants_legal_plays=False, client="test/1", peer="here")
    lobby.player("ann").attach(stream)
    await registry._write()
    (row,) = repository.presence()
    assert (row.bot, row.peer, row.client, row.tournament) == (
        *("ann", "here", "test/1", ""),
    )
    await registry.close()
    assert repository.presence() == []
    assert repository.bot("ann").seen_time is not None


async def test_who_comes_right_after_being_added_is_not_refused(
    repository: Repository,
) -> None:
    """Whoever comes during a look waits for the next: it may have been too early."""
    lobby = Lobby("", Told())
    registry = Registry(repository, lobby, Told())
    known = []

    async def come() -> None:
        await lobby.looked_again()
        known.append(lobby.authenticate("b") is not None)

    async with trio.open_nursery() as nursery:
        await registry.sync()
        repository.add_bot("bob", token_hash("b"), NOW)
        nursery.start_soon(come)
        await trio.testing.wait_all_tasks_blocked()
        assert known == []
        await registry.sync()
    assert known == [True]


async def test_a_look_that_fails_leaves_those_who_wait_to_the_next(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> NoReturn:
        raise StoreError("the disk is full")

    lobby = Lobby("", Told())
    registry = Registry(repository, lobby, Told())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lobby.looked_again)
        await trio.testing.wait_all_tasks_blocked()
        with monkeypatch.context() as patch:
            patch.setattr(repository, "bots", fail)
            with pytest.raises(StoreError):
                await registry.sync()
        assert nursery.child_tasks
        await registry.sync()
        await trio.testing.wait_all_tasks_blocked()
        assert not nursery.child_tasks


async def test_what_the_database_refuses_is_told_once_until_it_works_again(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[bool] = []
    bots, works = repository.bots, True

    def look() -> list[BotRow]:
        looks.append(works)
        if not works:
            raise StoreError("the disk is full")
        return bots()

    async def some_looks() -> None:
        looks.clear()
        while looks.count(works) < 3:
            await trio.sleep(0.001)

    async def nobody(name: str) -> None:
        pytest.fail(name)

    monkeypatch.setattr("arena.director.registry.POLL", 0.001)
    monkeypatch.setattr(repository, "bots", look)
    told = Told()
    registry = Registry(repository, Lobby("", told), told)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(registry.keep, nobody)
        for works in (True, False, True, False):
            await some_looks()
            if not works:
                # Whoever else meets the same trouble says nothing new.
                registry.tell(StoreError("the disk is full"))
        nursery.cancel_scope.cancel()
    assert [heard for heard in told.heard if heard[0] == "failed"] == [
        ("failed", "the disk is full")
    ] * 2


async def test_who_is_expelled_is_named_until_that_has_been_carried_out(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[str] = []

    async def withdraw(name: str) -> None:
        named.append(name)
        if len(named) == 1:
            raise StoreError("the database is locked")

    monkeypatch.setattr("arena.director.registry.POLL", 0.001)
    repository.add_bot("cat", token_hash("c"), NOW)
    told = Told()
    registry = Registry(repository, Lobby("", told), told)
    await registry.sync()
    for name in ("ann", "cat"):
        repository.revoke_bot(name, NOW)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(registry.keep, withdraw)
        with trio.fail_after(60):
            while len(named) < 3 or registry.expelled:
                await trio.sleep(0.001)
        nursery.cancel_scope.cancel()
    assert named == ["ann", "ann", "cat"]
    assert ("failed", "the database is locked") in told.heard


async def test_nobody_waits_for_a_look_for_ever_nor_in_any_number(
    repository: Repository, autojump_clock: trio.testing.MockClock
) -> None:
    lobby = Lobby("", Told())
    Registry(repository, lobby, Told())
    waited: list[float] = []

    async def come() -> None:
        before = trio.current_time()
        with pytest.raises(BusyError, match="expected to come again"):
            await lobby.looked_again()
        waited.append(trio.current_time() - before)

    async with trio.open_nursery() as nursery:
        for _ in range(MOST_UNKNOWN + 3):
            nursery.start_soon(come)
    assert sorted(waited) == [0.0] * 3 + [LOOK_LIMIT] * MOST_UNKNOWN
    lobby.next_look = None
    before = trio.current_time()
    await lobby.looked_again()
    assert trio.current_time() == before, "where nobody can come nobody waits"
