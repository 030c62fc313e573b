"""Who may come to an arena that stays up, and what becomes of them."""

import pytest

from arena.server.auth import token_hash
from arena.server.lobby import Lobby
from arena.server.stream import BotStream
from arena.v1 import play_service_pb2 as pb
from tests.support.wire import Comings


@pytest.fixture
def lobby() -> Lobby:
    """A lobby with the resident bot `ann`, whose token is `a`."""
    lobby = Lobby("", Comings())
    assert lobby.register("ann", token_hash("a"))
    return lobby


def connected(lobby: Lobby, name: str) -> BotStream:
    stream = BotStream(tables=2, wants_legal_plays=False, client="", peer="")
    lobby.player(name).attach(stream)
    return stream


def goodbye(stream: BotStream) -> pb.GoodbyeReason.ValueType:
    return stream.draft.goodbye.reason


async def test_a_registered_bot_is_let_in_and_waits(lobby: Lobby) -> None:
    player = lobby.authenticate("a")
    assert player is lobby.player("ann")
    assert (player.resident, player.tournament) == (True, "")
    assert lobby.residents() == [player]


async def test_an_older_token_lets_nobody_in_and_ends_its_stream(lobby: Lobby) -> None:
    stream = connected(lobby, "ann")
    assert lobby.register("ann", token_hash("b"))
    assert lobby.authenticate("a") is None
    assert lobby.authenticate("b") is lobby.player("ann")
    assert stream._banned is not None


async def test_registering_again_with_the_same_token_disturbs_nothing(
    lobby: Lobby,
) -> None:
    stream = connected(lobby, "ann")
    assert lobby.register("ann", token_hash("a"))
    assert stream._banned is None


async def test_an_expelled_bot_gets_a_goodbye_and_does_not_come_back(
    lobby: Lobby,
) -> None:
    stream = connected(lobby, "ann")
    lobby.expel("ann")
    assert goodbye(stream) == pb.GOODBYE_REASON_WITHDRAWN
    assert lobby.authenticate("a") is None
    assert lobby.residents() == []


async def test_who_is_withdrawn_from_a_tournament_stays_in_the_lobby(
    lobby: Lobby,
) -> None:
    stream = connected(lobby, "ann")
    lobby.tournament = "cup"
    lobby.enter("ann")
    assert lobby.player("ann").tournament == "cup"
    lobby.dismiss("ann")
    assert lobby.player("ann").tournament == ""
    assert not goodbye(stream)
    assert lobby.authenticate("a") is not None


async def test_the_end_of_a_tournament_sends_its_own_bots_away_only(
    lobby: Lobby,
) -> None:
    lobby.tournament = "cup"
    lobby.enter("ann")
    lobby.expect("house-1", token_hash("h"))
    ann, house = connected(lobby, "ann"), connected(lobby, "house-1")
    lobby.clear()
    assert goodbye(house) == pb.GOODBYE_REASON_TOURNAMENT_OVER
    assert lobby.authenticate("h") is None
    assert not goodbye(ann)
    assert lobby.player("ann").tournament == ""
    assert [player.name for player in lobby.players()] == ["ann"]


async def test_a_bot_is_not_registered_over_one_that_plays_under_its_name(
    lobby: Lobby,
) -> None:
    lobby.expect("bob", token_hash("launched"))
    assert not lobby.register("bob", token_hash("b"))
    assert lobby.authenticate("b") is None
    lobby.clear()
    assert lobby.register("bob", token_hash("b"))


async def test_entering_an_absent_bot_waits_for_it_to_come_again(lobby: Lobby) -> None:
    stream = connected(lobby, "ann")
    player = lobby.player("ann")
    lobby.enter("ann")
    assert player.joined.is_set()
    player.detach(stream)
    lobby.enter("ann")
    assert not player.joined.is_set()


async def test_who_plays_in_nothing_is_told_of_no_tournament_that_goes_on(
    lobby: Lobby,
) -> None:
    waiting = connected(lobby, "ann")
    lobby.tournament = "cup"
    lobby.expect("bob", token_hash("b"))
    playing = connected(lobby, "bob")
    lobby.pause()
    assert waiting.draft.goodbye.message == "the arena is shutting down"
    assert "the tournament will be resumed" in playing.draft.goodbye.message
