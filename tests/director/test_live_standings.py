"""Standings that many ask for."""

from pathlib import Path

from arena.director.live_standings import KEPT, SHARE, LiveStandings
from arena.director.stored import stored_standings
from arena.store.repository import Repository
from tests.support.played import play_part, play_spring


class Clock:
    """A clock that is set, and goes on by `step` each time it is read."""

    def __init__(self) -> None:
        self.now = 0.0
        self.step = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_standings_are_given_again_for_a_while(tmp_path: Path) -> None:
    clock = Clock()
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=1)) as repository:
        live = LiveStandings(repository, clock)
        row = repository.tournament("spring")
        before = live.of(row)
        play_part(repository, 2, lambda key: key.round == 2)
        clock.now += KEPT / 2
        assert live.of(row) is before
        clock.now += KEPT
        assert live.of(row) == stored_standings(repository, row) != before


def test_the_longer_they_take_the_longer_they_are_given_again(tmp_path: Path) -> None:
    clock = Clock()
    with Repository.open(play_spring(tmp_path / "arena.db")) as repository:
        live = LiveStandings(repository, clock)
        row = repository.tournament("spring")
        clock.step = KEPT
        before = live.of(row)
        clock.step = 0.0
        clock.now += SHARE * KEPT * 0.9
        assert live.of(row) is before


def test_a_round_that_has_ended_shows_at_once(tmp_path: Path) -> None:
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=1)) as repository:
        live = LiveStandings(repository, Clock())
        before = live.of(repository.tournament("spring"))
        play_part(repository, 2, lambda key: key.round == 2)
        repository.finish_round("spring", 2)
        assert live.of(repository.tournament("spring")) != before
