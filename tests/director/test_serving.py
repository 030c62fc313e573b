"""An arena that stays up, stopped at an awkward moment."""

from pathlib import Path

import pytest

from arena.director.progress import ArenaProgress
from arena.director.serving import Serving, Site
from arena.server.listener import Listening
from arena.store.repository import Repository
from tests.support.played import play_spring


class Hosted:
    """A tournament that goes on until it is stopped."""

    def __init__(self) -> None:
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True

    async def play(self) -> bool:
        assert self.stopped, "nobody would ever stop it"
        return False


async def test_a_tournament_that_is_lined_up_while_the_arena_stops_is_stopped_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted = Hosted()
    here = Listening("127.0.0.1:1", "127.0.0.1:1")
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=1)) as repository:
        serving = Serving(repository, Site(tmp_path, tmp_path), ArenaProgress())
        monkeypatch.setattr(serving, "_host", lambda *_: hosted)
        serving.stop()
        await serving._play_claimed(repository.tournament("spring"), here)
    assert hosted.stopped
