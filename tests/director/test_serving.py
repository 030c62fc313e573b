"""An arena that stays up, stopped at an awkward moment."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from arena.dealing import commitment
from arena.director import holding
from arena.director.progress import ArenaProgress
from arena.director.serving import HOLD_BACK, Serving, Site
from arena.errors import ArenaError, ClaimLostError, EntryError, StoreError
from arena.server.listener import Listening
from arena.store.claims import Claim
from arena.store.repository import Repository
from arena.store.rows import EntrantRow, TournamentRow
from tests.support.overtaken import Overtaken
from tests.support.played import CONFIG, NAMES, SEED, STARTED, play_spring

PATIENCE = 60
"""Seconds after which what is waited for will not come."""


class Hosted:
    """A tournament that goes on until it is stopped."""

    def __init__(self) -> None:
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True

    async def play(self) -> bool:
        assert self.stopped, "nobody would ever stop it"
        return False


class Failing:
    """A tournament that can be played the third time only."""

    def __init__(self, serving: Serving, error: ArenaError) -> None:
        self.tries = 0
        self._serving = serving
        self._error = error

    def stop(self) -> None:
        pass

    async def play(self) -> bool:
        self.tries += 1
        if self.tries < 3:
            raise self._error
        self._serving.stop()
        return False


class HeldBack(ArenaProgress):
    """Remembers what has been held back."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []

    def tournament_held_back(self, name: str, why: str) -> None:
        self.heard.append((name, why))


@pytest.mark.parametrize(
    "error",
    [StoreError("the disk is full"), EntryError("house-1", "did not join within 60 s")],
)
async def test_a_tournament_that_the_arena_fails_is_tried_again_and_said_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    autojump_clock: MockClock,
    error: ArenaError,
) -> None:
    here = Listening("127.0.0.1:1", "127.0.0.1:1")
    progress = HeldBack()
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=1)) as repository:
        repository.schedule("spring", STARTED)
        serving = Serving(repository, Site(tmp_path, tmp_path), progress)
        tournament = Failing(serving, error)
        monkeypatch.setattr(serving, "_host", lambda *_: tournament)
        await serving._play_due(here)
    assert tournament.tries == 3
    assert progress.heard == [("spring", str(error))]
    assert trio.current_time() >= 2 * HOLD_BACK


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


class Meddled(Repository):
    """A store in which somebody does something a moment before each claim."""

    meddle: Callable[[], None]

    @contextmanager
    def claim(self, name: str) -> Iterator[Claim]:
        self.meddle()
        with super().claim(name) as claim:
            yield claim


def replace_spring(repository: Repository) -> None:
    """Puts another tournament in the place of `spring`, due like that one."""
    Repository._delete(repository, "spring")
    repository.create_tournament(
        "spring",
        config_text=CONFIG,
        seed=bytes(32),
        commitment=commitment(bytes(32)),
        created_time=STARTED,
        entrants=[EntrantRow(name) for name in NAMES],
        start_time=STARTED,
    )


@pytest.mark.parametrize("again", [False, True])
async def test_what_was_changed_before_it_was_claimed_is_played_as_it_is_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    here = Listening("127.0.0.1:1", "127.0.0.1:1")
    progress = HeldBack()
    hosted: list[TournamentRow] = []

    def host(row: TournamentRow, *_: object) -> Hosted:
        hosted.append(row)
        return Hosted()

    with Meddled.open(play_spring(tmp_path / "arena.db", rounds=0)) as repository:
        repository.schedule("spring", STARTED)
        serving = Serving(repository, Site(tmp_path, tmp_path), progress)
        monkeypatch.setattr(serving, "_host", host)

        def meddle() -> None:
            serving.stop()
            if again:
                replace_spring(repository)
            else:
                repository.schedule("spring", None)

        repository.meddle = meddle
        await serving._play_due(here)
        now_there = repository.tournament("spring")
    assert hosted == ([now_there] if again else [])
    assert now_there.seed == (bytes(32) if again else SEED)
    assert progress.heard == []


@pytest.fixture
def looked_at_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holding, "CHECK_EVERY", 0.01)


@pytest.mark.usefixtures("looked_at_soon")
async def test_an_arena_that_another_serves_now_stops(tmp_path: Path) -> None:
    with (
        Overtaken.open(f"sqlite:///{tmp_path / 'arena.db'}") as repository,
        trio.fail_after(PATIENCE),
        pytest.raises(ClaimLostError, match="another process has it now"),
    ):
        await Serving(repository, Site(tmp_path, tmp_path), ArenaProgress()).play()


@pytest.mark.usefixtures("looked_at_soon")
async def test_a_tournament_that_another_process_plays_now_is_held_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Endless(Hosted):
        async def play(self) -> bool:
            serving.stop()
            await trio.sleep_forever()
            return True

    progress = HeldBack()
    here = Listening("127.0.0.1:1", "127.0.0.1:1")
    with Overtaken.open(play_spring(tmp_path / "arena.db", rounds=1)) as repository:
        repository.schedule("spring", STARTED)
        serving = Serving(repository, Site(tmp_path, tmp_path), progress)
        monkeypatch.setattr(serving, "_host", lambda *_: Endless())
        with trio.fail_after(PATIENCE):
            await serving._play_due(here)
        assert not repository.is_played("spring")
    assert progress.heard == [("spring", "another process has it now")]
