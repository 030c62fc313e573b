"""The loop over the rounds."""

from pathlib import Path
from typing import Any

import pytest
import trio

from arena.director.progress import Progress
from arena.director.tournament import Director
from arena.store.repository import Repository
from arena.tournament.config import parse_config
from tests.support.played import CONFIG, play_spring


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
