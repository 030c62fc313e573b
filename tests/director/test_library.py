"""What is read of the store, and read but once."""

from pathlib import Path
from typing import Any

import pytest

from arena.director import library
from arena.director.evidence import position_at
from arena.director.library import StoreLibrary
from arena.server.reading import EntryName
from arena.store.repository import Repository
from tests.support.played import play_spring


def test_what_a_seat_had_before_a_forfeit_is_worked_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out: list[object] = []

    def noted(*words: Any) -> object:
        worked_out.append(words)
        return position_at(*words)

    monkeypatch.setattr(library, "position_at", noted)
    url = play_spring(tmp_path / "arena.db", forfeiter="bob")
    with Repository.open(url) as repository:
        reading = StoreLibrary(repository)
        forfeits = reading.forfeits(EntryName("spring", "bob"))
        found = [reading.position(forfeit) for forfeit in forfeits]
        assert all(found)
        assert len(worked_out) == len(found) > 1
        again = StoreLibrary(repository).forfeits(EntryName("spring", "bob"))
        assert [reading.position(forfeit) for forfeit in again] == found
        assert len(worked_out) == len(found)
