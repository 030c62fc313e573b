"""A run of a tournament that somebody else has changed before it could be claimed."""

from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from arena.director import holding
from arena.director.opening import Opened, open_tournament
from arena.director.progress import Progress
from arena.director.run import Place, TournamentRun
from arena.errors import ClaimLostError, StoreError
from arena.store.repository import Repository
from arena.store.rows import TournamentStatus
from arena.tournament.config import parse_config
from tests.support.overtaken import Overtaken
from tests.support.played import CONFIG, NAMES

PATIENCE = 60
"""Seconds after which a run that waits for bots has not been refused."""


def anew(repository: Repository) -> Opened:
    """Has it opened as by `--fresh`."""
    return open_tournament(
        repository, parse_config(CONFIG), CONFIG, seed=None, fresh=True
    )


def mended(repository: Repository) -> Opened:
    """Has it opened with a file that was edited, and the seed that is there."""
    text = CONFIG.replace("boards = 2", "boards = 3")
    seed = repository.tournament("spring").seed
    return open_tournament(repository, parse_config(text), text, seed=seed, fresh=False)


@pytest.mark.parametrize("other", [anew, mended])
async def test_what_another_command_put_in_its_place_is_not_played_as_this_one(
    tmp_path: Path, other: Callable[[Repository], Opened]
) -> None:
    url = f"sqlite:///{tmp_path / 'arena.db'}"
    with Repository.open(url) as store, Repository.open(url) as elsewhere:
        first, second = anew(store), other(elsewhere)
        run = TournamentRun(
            parse_config(CONFIG),
            first.row,
            store,
            Place(tmp_path, tmp_path / "output"),
            Progress(),
        )
        with (
            trio.fail_after(PATIENCE),
            pytest.raises(
                StoreError, match=r"'spring' has been replaced by another.*again$"
            ),
        ):
            await run.play()
        assert store.tournament("spring") == second.row
        assert second.row.status is TournamentStatus.CREATED
        assert store.rounds("spring") == []
        assert not store.is_played("spring")


async def test_a_run_of_what_another_process_plays_now_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "CHECK_EVERY", 0.01)
    remote = "".join(f'[[entrants]]\nname = "{name}"\n' for name in NAMES)
    text = f'name = "spring"\nrounds = 1\n{remote}'
    config = parse_config(text)
    with Overtaken.open(f"sqlite:///{tmp_path / 'arena.db'}") as store:
        row = open_tournament(store, config, text, seed=None, fresh=False).row
        place = Place(tmp_path, tmp_path / "output")
        run = TournamentRun(config, row, store, place, Progress())
        with (
            trio.fail_after(PATIENCE),
            pytest.raises(ClaimLostError, match="another process has it now"),
        ):
            await run.play()
        assert not store.is_played("spring")
