"""The loop over the rounds."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
import trio

from arena.director.progress import Progress
from arena.director.recording import Recorder
from arena.director.tournament import Director
from arena.errors import StoreError
from arena.store.repository import Repository
from arena.tournament.config import parse_config
from tests.support.played import CONFIG, STARTED, play, play_part, play_spring


class Fallen:
    """A roster in which one bot cannot be launched again."""

    def replace_house_bots(self) -> None:
        pass

    def fallen(self) -> dict[str, str]:
        return {"ann": "its process ended 4 times", "house-1": "so did the house's"}


class Rounds:
    """Says that every round has been played, and remembers who was withdrawn."""

    def __init__(self) -> None:
        self.limiter = trio.CapacityLimiter(1)
        self.withdrawn: list[str] = []

    async def play(self, *_: object) -> bool:
        return True

    async def withdraw(self, entrant: str, reason: str) -> None:
        self.withdrawn.append(entrant)


@pytest.mark.parametrize(("played", "withdrawn"), [(0, ["ann"]), (1, [])])
async def test_fallen_bots_are_withdrawn_only_while_a_round_is_to_come(
    tmp_path: Path, played: int, withdrawn: list[str]
) -> None:
    rounds = Rounds()
    fakes: dict[str, Any] = {"roster": Fallen(), "rounds": rounds}
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=played)) as store:
        director = Director(
            parse_config(CONFIG),
            store.tournament("spring"),
            store,
            progress=Progress(),
            **fakes,
        )
        assert await director.run()
    assert rounds.withdrawn == withdrawn


class Overtaken(Rounds):
    """Rounds after the first of which another process plays on in the store."""

    def __init__(self, store: Repository, wanted: Collection[int]) -> None:
        super().__init__()
        self._store = store
        self._wanted = wanted

    async def play(self, *arguments: Any) -> bool:
        left, _, finished = arguments
        config = parse_config(CONFIG)
        for assignment in left:
            played = play(config, assignment)
            rotation = Recorder(config).finished(played, STARTED)
            self._store.save_rotations("spring", [rotation])
            finished(rotation)
        self._store.finish_round("spring", 1)
        play_part(self._store, 2, lambda key: key.board in self._wanted)
        if self._wanted == {1, 2}:
            self._store.finish_round("spring", 2)
        return True


@pytest.mark.parametrize("boards", [{1}, {1, 2}])
async def test_what_another_process_has_played_meanwhile_is_not_left_out_of_account(
    tmp_path: Path, boards: set[int]
) -> None:
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=0)) as store:
        fakes: dict[str, Any] = {
            "roster": Fallen(),
            "rounds": Overtaken(store, boards),
        }
        director = Director(
            parse_config(CONFIG),
            store.tournament("spring"),
            store,
            progress=Progress(),
            **fakes,
        )
        with pytest.raises(StoreError, match=r"another process has played .* on;"):
            await director.run()
        last = store.last_round("spring")
        assert last is not None
        assert (last.number, last.finished) == (2, len(boards) == 2)
