"""One played tournament that tests copy before they change it."""

from pathlib import Path

import pytest

from arena.store import engine
from arena.store.repository import Repository
from tests.support.verifiable import Tournament

AUTUMN = Tournament(faulty="cat", withdrawals={"eve": (2, 3)})


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps a busy disk from deciding how long the tests take."""
    monkeypatch.setattr(engine, "_SYNCHRONOUS", "OFF")


@pytest.fixture(scope="session")
def autumn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished tournament with forfeits and a withdrawal; not to be changed."""
    database = tmp_path_factory.mktemp("autumn") / "arena.db"
    AUTUMN.play(database)
    return database


@pytest.fixture(scope="session")
def lines(autumn: Path) -> list[str]:
    """Its records, as `arena export` writes them."""
    with Repository.open(f"sqlite:///{autumn}") as repository:
        return list(repository.records("autumn"))
