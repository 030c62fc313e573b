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
    """A roster in which no bot can be launched again."""

    def __init__(self) -> None:
        self.asked = 0

    async def relaunch(self, names: list[str]) -> dict[str, str]:
        self.asked += 1
        return dict.fromkeys(names[:1], "its process ended 4 times")


class Rounds:
    """Says that every round has been played, and remembers who was withdrawn."""

    def __init__(self) -> None:
        self.limiter = trio.CapacityLimiter(1)
        self.withdrawn: list[str] = []

    async def play(self, *_: object) -> bool:
        return True

    async def withdraw(self, entrant: str, reason: str) -> None:
        self.withdrawn.append(entrant)


@pytest.mark.parametrize(("played", "relaunches"), [(0, 1), (1, 0)])
async def test_bots_are_launched_again_only_while_a_round_is_to_come(
    tmp_path: Path, played: int, relaunches: int
) -> None:
    roster, rounds = Fallen(), Rounds()
    fakes: dict[str, Any] = {"roster": roster, "rounds": rounds}
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=played)) as store:
        director = Director(
            parse_config(CONFIG),
            store.tournament("spring"),
            store,
            progress=Progress(),
            **fakes,
        )
        assert await director.run()
    assert roster.asked == relaunches
    assert rounds.withdrawn == ["ann"] * relaunches
