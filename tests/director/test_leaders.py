"""Standings after a round: given where they are quick, left out where they are not."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from arena.director.live_standings import SHARE
from arena.director.progress import Progress
from arena.director.tournament import QUICK, Director
from arena.store.repository import Repository
from arena.tournament.config import parse_config
from arena.tournament.standings import Standing
from tests.support.played import CONFIG, play_spring

ROUNDS = 12


class Nobody:
    """A roster whose bots never fall."""

    def replace_house_bots(self) -> None:
        pass

    def fallen(self) -> dict[str, str]:
        return {}


class Rounds:
    """Plays rounds by nothing but waiting."""

    def __init__(self, play: Callable[[], None]) -> None:
        self.limiter = trio.CapacityLimiter(1)
        self._play = play

    async def play(self, *_: object) -> bool:
        self._play()
        return True


class Heard(Progress):
    """Notes after which rounds there were standings."""

    shows_standings = True

    def __init__(self) -> None:
        self.with_standings: list[int] = []

    def round_finished(
        self, number: int, rounds: int, standings: Sequence[Standing]
    ) -> None:
        if standings:
            self.with_standings.append(number)


async def rounds_with_standings(
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: trio.testing.MockClock,
    *,
    takes: float,
    a_round: float,
) -> list[int]:
    """Gives the rounds after which there were standings, which take so long."""

    def slowly(*_: object) -> list[str]:
        trio.from_thread.run_sync(clock.jump, takes)
        return ["a line"]

    monkeypatch.setattr("arena.director.tournament.stored_standings", slowly)
    fakes: dict[str, Any] = {
        "roster": Nobody(),
        "rounds": Rounds(lambda: clock.jump(a_round)),
    }
    heard = Heard()
    text = CONFIG.replace("rounds = 2", f"rounds = {ROUNDS}")
    with Repository.open(play_spring(database, rounds=0)) as store:
        director = Director(
            parse_config(text),
            store.tournament("spring"),
            store,
            progress=heard,
            **fakes,
        )
        assert await director.run()
    return heard.with_standings


async def test_quick_standings_are_given_after_every_round_but_the_last(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mock_clock: trio.testing.MockClock,
) -> None:
    given = await rounds_with_standings(
        tmp_path / "arena.db", monkeypatch, mock_clock, takes=QUICK / 2, a_round=QUICK
    )
    assert given == list(range(1, ROUNDS))


async def test_slow_standings_are_left_out_for_many_times_as_long_as_they_took(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mock_clock: trio.testing.MockClock,
) -> None:
    takes = QUICK * 2
    given = await rounds_with_standings(
        tmp_path / "arena.db",
        monkeypatch,
        mock_clock,
        takes=takes,
        # The third round after them ends just before the time is over.
        a_round=takes * SHARE / 3.5,
    )
    assert given == list(range(1, ROUNDS, 4)) == [1, 5, 9]


async def test_slow_standings_are_given_after_every_round_that_is_slower_yet(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mock_clock: trio.testing.MockClock,
) -> None:
    takes = QUICK * 2
    given = await rounds_with_standings(
        tmp_path / "arena.db",
        monkeypatch,
        mock_clock,
        takes=takes,
        a_round=takes * SHARE * 1.5,
    )
    assert given == list(range(1, ROUNDS))
