"""Standings that many ask for."""

import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.director import live_standings
from arena.director import standings_apart as apart
from arena.director.live_standings import KEPT, SHARE, LiveStandings, is_large
from arena.director.standings_apart import standings_apart
from arena.director.stored import stored_standings
from arena.errors import StoreError
from arena.store.repository import Repository
from arena.store.rows import TournamentRow
from arena.tournament.standings import Standing
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
        after = live.of(row)
        assert after.lines == stored_standings(repository, row) != before.lines
        assert before.as_of_time < after.as_of_time


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
        assert live.of(repository.tournament("spring")).lines != before.lines


@pytest.mark.parametrize("ended", [False, True], ids=["in a round", "after a round"])
def test_who_asks_during_a_calculation_is_given_those_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: bool
) -> None:
    clock, begun, enough = Clock(), threading.Event(), threading.Event()
    with (
        Repository.open(play_spring(tmp_path / "arena.db", rounds=1)) as repository,
        ThreadPoolExecutor(1) as other,
    ):
        live = LiveStandings(repository, clock)
        row = repository.tournament("spring")
        before = live.of(row)

        def slowly(repository: Repository, row: TournamentRow) -> Sequence[Standing]:
            begun.set()
            enough.wait()
            return stored_standings(repository, row)

        monkeypatch.setattr(live_standings, "stored_standings", slowly)
        if ended:
            play_part(repository, 2, lambda key: key.round == 2)
            repository.finish_round("spring", 2)
            row = repository.tournament("spring")
        else:
            clock.now += 2 * KEPT
        fresh = other.submit(live.of, row)
        try:
            assert begun.wait(60)
            assert live.of(row) is before
        finally:
            enough.set()
        assert fresh.result() is live.of(row) is not before


def test_those_of_a_large_tournament_at_play_are_worked_out_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def noted(repository: Repository, tournament: str) -> Sequence[Standing]:
        made.append(tournament)
        return standings_apart(repository, tournament)

    monkeypatch.setattr(live_standings, "standings_apart", noted)
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=1)) as repository:
        row = repository.tournament("spring")
        expected = stored_standings(repository, row)
        assert LiveStandings(repository).of(row).lines == expected
        assert made == []
        monkeypatch.setattr(live_standings, "LARGE_FIELD", len(expected))
        assert LiveStandings(repository).of(row).lines == expected
        assert made == ["spring"]
        # Nothing is at play that could be slowed down.
        repository.finish("spring", "2026-03-01T12:00:00Z")
        LiveStandings(repository).of(repository.tournament("spring"))
        assert made == ["spring"]


def test_a_long_tournament_is_large_as_is_one_of_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Repository.open(play_spring(tmp_path / "arena.db", rounds=1)) as repository:
        row = repository.tournament("spring")
        played = len(repository.outcomes("spring", finished_rounds_only=True))
    assert not is_large(row)
    monkeypatch.setattr(live_standings, "LARGE_HISTORY", played)
    assert is_large(row)
    monkeypatch.setattr(live_standings, "LARGE_HISTORY", played + 1)
    assert not is_large(row)


def test_what_fails_apart_says_why(tmp_path: Path) -> None:
    url = play_spring(tmp_path / "arena.db", rounds=0)
    with (
        Repository.open(url) as repository,
        pytest.raises(StoreError, match="no tournament 'sprong'; did you mean"),
    ):
        standings_apart(repository, "sprong")


def test_a_process_that_hangs_is_killed_or_cannot_be_started_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = play_spring(tmp_path / "arena.db", rounds=0)
    killed = tmp_path / "killed"
    killed.write_text("#!/bin/sh\nkill -9 $$\n", encoding="ascii")
    killed.chmod(0o700)
    with Repository.open(url) as repository:
        hanging = tmp_path / "hanging"
        hanging.write_text("#!/bin/sh\nexec sleep 600\n", encoding="ascii")
        hanging.chmod(0o700)
        for python, limit, why in (
            (hanging, 0.5, "no answer within 0.5 s"),
            (killed, 120.0, "their process ended with -9"),
            (tmp_path / "none", 120.0, "no process for them: No such file"),
        ):
            monkeypatch.setattr(apart, "LIMIT", limit)
            monkeypatch.setattr(sys, "executable", str(python))
            with pytest.raises(StoreError, match=f"no standings of 'spring': {why}"):
                standings_apart(repository, "spring")
