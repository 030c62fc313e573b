import pytest

from arena.errors import StoreError
from arena.store.repository import Repository
from arena.store.rows import PresenceRow, ServingRow

THEN, LATER = "2026-03-01T12:00:00.000Z", "2026-03-02T12:00:00.000Z"


def row(bot: str, tournament: str = "") -> PresenceRow:
    return PresenceRow(bot, "ipv4:127.0.0.1:9", "test/1", THEN, tournament)


@pytest.fixture
def lobby(repository: Repository) -> Repository:
    for name in ("ann", "bob"):
        repository.add_bot(name, name, THEN)
    return repository


def test_who_is_connected_is_what_was_written_last(lobby: Repository) -> None:
    lobby.set_presence([row("bob"), row("ann", "cup")], THEN)
    assert lobby.presence() == [row("ann", "cup"), row("bob")]
    lobby.set_presence([row("bob")], LATER)
    assert lobby.presence() == [row("bob")]


def test_coming_and_going_is_dated(lobby: Repository) -> None:
    lobby.set_presence([row("ann")], THEN)
    lobby.set_presence([row("ann"), row("bob")], LATER)
    assert (lobby.bot("ann").seen_time, lobby.bot("bob").seen_time) == (THEN, LATER)
    lobby.set_presence([], LATER)
    assert lobby.bot("ann").seen_time == LATER


def test_a_bot_that_is_not_known_is_left_out(lobby: Repository) -> None:
    lobby.set_presence([row("ann"), row("stranger")], THEN)
    assert lobby.presence() == [row("ann")]


def test_serving_begins_with_nobody_connected(lobby: Repository) -> None:
    assert lobby.serving() is None
    lobby.set_presence([row("ann")], THEN)
    for address in ("127.0.0.1:1", "127.0.0.1:2"):
        lobby.begin_serving(ServingRow(address, LATER))
    assert lobby.presence() == []
    assert lobby.serving() == ServingRow("127.0.0.1:2", LATER)


def test_one_arena_at_a_time_serves_a_database(repository: Repository) -> None:
    assert not repository.is_served()
    with repository.claim_arena() as claim:
        claim.check()
        assert repository.is_served()
        with (
            pytest.raises(StoreError, match="is being served by another process"),
            repository.claim_arena(),
        ):
            pass
    assert not repository.is_served()
