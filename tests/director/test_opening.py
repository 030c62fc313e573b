"""Entering a tournament while somebody else does."""

from pathlib import Path
from typing import Any

import pytest

from arena.director.opening import open_tournament
from arena.errors import ConfigError, StoreError
from arena.store.repository import Repository
from arena.store.rows import TournamentRow
from arena.tournament.config import TournamentConfig, parse_config
from tests.support.played import CONFIG


class Overtaken(Repository):
    """A store in which another process enters each tournament a moment before."""

    others = CONFIG

    def create_tournament(self, name: str, **fields: Any) -> TournamentRow:
        other = fields | {"config_text": self.others, "seed": bytes(32)}
        super().create_tournament(name, **other)
        return super().create_tournament(name, **fields)


class Refusing(Repository):
    """A store in which no tournament can be entered."""

    def create_tournament(self, name: str, **fields: Any) -> TournamentRow:
        raise StoreError("the disk is full")


@pytest.fixture
def config() -> TournamentConfig:
    return parse_config(CONFIG)


def test_who_is_overtaken_takes_what_the_other_has_entered(
    tmp_path: Path, config: TournamentConfig
) -> None:
    with Overtaken.open(f"sqlite:///{tmp_path / 'arena.db'}") as store:
        found = open_tournament(store, config, CONFIG, seed=None, fresh=False)
        assert found.resumed
        assert found.row.seed == bytes(32)
        with (
            Repository.open(f"sqlite:///{tmp_path / 'arena.db'}") as other,
            other.claim("spring"),
            pytest.raises(StoreError, match="'spring' is being played by another"),
            store.claim("spring"),
        ):
            pass


def test_who_is_overtaken_with_another_configuration_or_seed_is_refused(
    tmp_path: Path, config: TournamentConfig
) -> None:
    with Overtaken.open(f"sqlite:///{tmp_path / 'arena.db'}") as store:
        store.others = CONFIG.replace("rounds = 2", "rounds = 3")
        with pytest.raises(ConfigError, match="changed: rounds"):
            open_tournament(store, config, CONFIG, seed=None, fresh=False)
    with (
        Overtaken.open(f"sqlite:///{tmp_path / 'other.db'}") as store,
        pytest.raises(ConfigError, match="another seed"),
    ):
        open_tournament(store, config, CONFIG, seed=b"\1" * 32, fresh=False)


def test_where_nobody_was_faster_the_stores_own_words_are_said(
    tmp_path: Path, config: TournamentConfig
) -> None:
    with (
        Refusing.open(f"sqlite:///{tmp_path / 'arena.db'}") as store,
        pytest.raises(StoreError, match="the disk is full"),
    ):
        open_tournament(store, config, CONFIG, seed=None, fresh=False)
