"""Withdrawing an entrant, as the store remembers it."""

from pathlib import Path
from typing import Any

import pytest

from arena.director.round import RoundPlayer
from arena.store.repository import Repository
from arena.tournament.config import parse_config
from tests.support.played import CONFIG, NAMES, play_spring


class Silent:
    """Takes every call and does nothing: a roster and a progress nobody asks."""

    def __getattr__(self, name: str) -> Any:
        """Gives a call of that name."""
        return lambda *_: None

    async def dismiss(self, name: str) -> None:
        pass


@pytest.mark.parametrize("paired", [0, 1, 2])
async def test_a_withdrawal_is_of_the_last_round_paired_also_in_a_resumed_run(
    tmp_path: Path, paired: int
) -> None:
    nobody: Any = Silent()
    url = play_spring(tmp_path / "arena.db", rounds=min(paired, 1))
    with Repository.open(url) as repository:
        if paired == 2:
            repository.save_round("spring", 2, [NAMES])
        rounds = RoundPlayer(
            parse_config(CONFIG),
            repository,
            roster=nobody,
            runner=nobody,
            seating=nobody,
            progress=nobody,
            forfeits={},
        )
        await rounds.withdraw("cat", "did not join within 3 s")
        (cat,) = [row for row in repository.entrants("spring") if row.withdrawn]
    assert (cat.name, cat.withdrawn_round) == ("cat", paired)
