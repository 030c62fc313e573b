"""The repository among threads, among processes and among kills."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, sleep

import pytest
from sqlalchemy import make_url, text

from arena.errors import NotFoundError, StoreError
from arena.store.engine import Database
from arena.store.repository import Repository
from arena.store.rows import RotationKey
from tests.support.played import STARTED
from tests.support.store import create, paired, record, save

PATIENCE = 60
"""Seconds after which what is waited for will not come."""

WRITER = """
import sys
from arena.store.repository import Repository
from arena.store.rows import RotationKey
from tests.support.store import record, save
with Repository.open(sys.argv[1]) as repository:
    for rotation in range(1, 100_000):
        key = RotationKey(1, 1, 1, rotation)
        save(repository, "spring", key, [record(key)])
        print(rotation, flush=True)
"""


def test_a_reader_makes_no_file(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no database at"):
        Repository.open(sqlite_url, create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_closed_file_is_complete_by_itself(sqlite_url: str, tmp_path: Path) -> None:
    with Repository.open(sqlite_url) as repository:
        create(repository)
    assert [path.name for path in tmp_path.iterdir()] == ["arena.db"]


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has every folder look as if it may not be written, to root as well."""
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)


@pytest.mark.usefixtures("frozen")
def test_a_file_in_a_folder_that_may_not_be_written_is_read_without_others(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'a b%.db'}"
    with Repository.open(url) as repository:
        create(repository)
    before = sorted(tmp_path.iterdir())
    with Repository.open(url, create=False) as repository:
        assert repository.tournament("spring").name == "spring"
        assert not repository.is_played("spring")
        assert sorted(tmp_path.iterdir()) == before, "nothing is made beside it"
        with pytest.raises(StoreError, match="may not be written"):
            repository.start("spring", STARTED)
    with pytest.raises(StoreError, match=r"folder .* may not be written; .* verified"):
        Repository.open(url)


@pytest.mark.usefixtures("frozen")
def test_what_another_program_has_written_there_is_read_too(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'arena.db'}"
    with Repository.open(url) as writer:
        create(writer)
        with Repository.open(url, create=False) as reader:
            assert reader.tournament("spring").name == "spring"


def test_results_reported_twice_by_many_threads_are_kept_once(
    repository: Repository,
) -> None:
    paired(repository)
    keys = [RotationKey(1, 1, 1, rotation) for rotation in range(1, 9)]

    def report(key: RotationKey) -> bool:
        return save(repository, "spring", key, [record(key)])

    with ThreadPoolExecutor(4) as threads:
        new = list(threads.map(report, keys * 3))
    assert sum(new) == len(keys)
    assert len(repository.outcomes("spring")) == len(keys)


def test_records_may_be_read_on_by_another_thread(repository: Repository) -> None:
    paired(repository)
    for rotation in range(1, 4):
        key = RotationKey(1, 1, 1, rotation)
        save(repository, "spring", key, [record(key)])
    lines = repository.records("spring")
    first = next(lines)
    with ThreadPoolExecutor(1) as threads:
        rest = threads.submit(list, lines).result()
    assert [first, *rest] == list(repository.records("spring"))


def test_what_was_reported_saved_outlives_a_kill_and_can_be_read_meanwhile(
    repository: Repository, url: str
) -> None:
    paired(repository)
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        reported = 0
        for line in writer.stdout:
            reported = int(line)
            assert len(repository.outcomes("spring")) >= reported
            if reported == 25:
                writer.kill()
        writer.wait()
    _await_gone(url, writer.pid)
    kept = repository.finished_rotations("spring", 1)
    # The last one may have been committed but not reported.
    assert len(kept) - reported in {0, 1}
    assert kept == {RotationKey(1, 1, 1, each) for each in range(1, len(kept) + 1)}
    assert len(list(repository.records("spring"))) == len(kept)


def _await_gone(url: str, pid: int) -> None:
    """Waits until a server has ended what a killed process was connected to."""
    if make_url(url).get_backend_name() == "sqlite":
        return
    query = text(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE :of"
    )
    give_up = perf_counter() + PATIENCE
    with Database(url) as database:
        while True:
            with database.read() as connection:
                if not connection.scalar(query, {"of": f"arena % {pid}"}):
                    return
            assert perf_counter() < give_up
            sleep(0.01)


def test_its_url_opens_the_same_database_again(repository: Repository) -> None:
    create(repository)
    with Repository.open(repository.url, create=False) as again:
        assert again.tournament("spring") == repository.tournament("spring")
