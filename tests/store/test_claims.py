import fcntl
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from arena.errors import ClaimLostError, NotFoundError, StoreError
from arena.store import claims
from arena.store.engine import Database
from arena.store.repository import Repository
from tests.support.store import create

ATTEMPTS = 600
"""How often a claim is tried before it will never be free."""

HOLDER = """
import sys
from arena.store.repository import Repository
with Repository.open(sys.argv[1]) as repository, repository.claim(sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def holder(url: str, name: str = "spring") -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the claim until its input ends."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, url, name],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_tournament_played_by_another_process_is_refused(
    repository: Repository, url: str
) -> None:
    create(repository)
    with holder(url) as process:
        with (
            pytest.raises(StoreError, match="is being played by another process") as e,
            repository.claim("spring"),
        ):
            pass
        assert str(process.pid) in str(e.value)
        with pytest.raises(StoreError, match="is being played by another process"):
            repository.delete_tournament("spring")
        assert [row.name for row in repository.tournaments()] == ["spring"]


def test_another_tournament_of_the_database_may_be_played(
    repository: Repository, url: str
) -> None:
    create(repository)
    create(repository, "summer")
    with holder(url, "summer"), repository.claim("spring") as claim:
        claim.check()


def test_a_killed_process_leaves_no_claim(repository: Repository, url: str) -> None:
    create(repository)
    with holder(url) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    for attempt in range(ATTEMPTS):
        # A server notices the end of its client a moment later.
        try:
            with repository.claim("spring"):
                return
        except StoreError:
            if attempt == ATTEMPTS - 1:
                raise
            with repository._database.read() as connection:
                if not repository._database.is_sqlite:
                    connection.execute(text("SELECT pg_sleep(0.1)"))


def test_a_claim_ends_with_its_block_and_leaves_no_file(
    repository: Repository, tmp_path: Path
) -> None:
    create(repository)
    with pytest.raises(ZeroDivisionError), repository.claim("spring"):
        raise ZeroDivisionError
    assert list(tmp_path.glob("*.lock")) == []
    with repository.claim("spring"):
        pass


def test_one_process_may_not_play_a_tournament_twice(repository: Repository) -> None:
    create(repository)
    with (
        repository.claim("spring"),
        pytest.raises(StoreError, match="is being played"),
        repository.claim("spring"),
    ):
        pass


def test_who_plays_a_tournament_may_delete_it(repository: Repository) -> None:
    create(repository)
    with repository.claim("spring"):
        repository.delete_tournament("spring")
    assert repository.tournaments() == []


def test_a_tournament_made_anew_before_it_is_held_is_not_taken_for_the_old_one(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(repository)
    hold = claims.hold

    @contextmanager
    def held_late(*arguments: Any) -> Iterator[claims.Claim]:
        monkeypatch.setattr(claims, "hold", hold)
        repository.delete_tournament("spring")
        # SQLite gives the highest number anew that is free.
        create(repository, "other")
        create(repository)
        with hold(*arguments) as claim:
            yield claim

    monkeypatch.setattr(claims, "hold", held_late)
    with (
        pytest.raises(StoreError, match="made anew meanwhile"),
        repository.claim("spring"),
    ):
        pass
    with repository.claim("spring"):
        pass


def test_an_unknown_tournament_cannot_be_claimed(repository: Repository) -> None:
    with pytest.raises(NotFoundError), repository.claim("spring"):
        pass


def test_a_file_left_by_a_killed_process_is_no_obstacle(
    sqlite_url: str, tmp_path: Path
) -> None:
    (tmp_path / "arena.db-play-1.lock").write_text("process 1 and an older story")
    with Repository.open(sqlite_url) as repository:
        create(repository)
        with repository.claim("spring"):
            held = (tmp_path / "arena.db-play-1.lock").read_text()
            assert held.startswith("process ")
            assert "story" not in held


def test_a_lock_on_a_removed_file_is_not_taken_for_the_claim(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "arena.db-play-1.lock"
    lock = fcntl.flock
    opened = []

    def after_its_last_holder_has_gone(handle: int, how: int) -> None:
        opened.append(handle)
        if len(opened) == 1:
            path.unlink()
        lock(handle, how)

    monkeypatch.setattr(fcntl, "flock", after_its_last_holder_has_gone)
    with Repository.open(sqlite_url) as repository:
        create(repository)
        with repository.claim("spring"):
            assert len(opened) == 2
            assert path.exists()


def test_somebody_who_only_looks_whether_it_is_held_keeps_nobody_out(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "arena.db-play-1.lock"
    path.touch()
    glance = path.open()
    fcntl.flock(glance, fcntl.LOCK_SH)
    waits: list[float] = []

    def until_the_glance_is_over(seconds: float) -> None:
        waits.append(seconds)
        glance.close()
        with path.open() as another:
            # Who waits must keep nobody out: two of them would wait for each other.
            fcntl.flock(another, fcntl.LOCK_EX | fcntl.LOCK_NB)

    monkeypatch.setattr("arena.store.claims.time.sleep", until_the_glance_is_over)
    with Repository.open(sqlite_url) as repository:
        create(repository)
        with repository.claim("spring"):
            assert len(waits) == 1
            assert path.read_text().startswith("process ")


def test_who_looks_for_ever_is_not_waited_for_for_ever(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "arena.db-play-1.lock"
    path.touch()
    monkeypatch.setattr("arena.store.claims._GLANCES", 0.0)
    with Repository.open(sqlite_url) as repository, path.open() as glance:
        create(repository)
        fcntl.flock(glance, fcntl.LOCK_SH)
        with (
            pytest.raises(StoreError, match="being played"),
            repository.claim("spring"),
        ):
            pass


def test_a_lock_file_removed_by_hand_upsets_nothing(
    sqlite_url: str, tmp_path: Path
) -> None:
    with Repository.open(sqlite_url) as repository:
        create(repository)
        with repository.claim("spring"):
            (tmp_path / "arena.db-play-1.lock").unlink()
        with repository.claim("spring"):
            pass


def end_claims(url: str) -> None:
    """Has the server end the sessions that hold claims, as an idle one may be ended."""
    with Database(url) as other, other.alone() as connection:
        connection.execute(
            text(
                # It waits until the connection has gone.
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_locks"
                " WHERE locktype = 'advisory'"
                " AND classid = 'tournaments'::regclass::oid"
            )
        )


def test_a_claim_lost_with_its_connection_is_taken_again(postgres_url: str) -> None:
    with Repository.open(postgres_url) as repository:
        create(repository)
        with repository.claim("spring") as claim:
            claim.check()
            for _ in range(2):
                end_claims(postgres_url)
                assert not repository.is_played("spring")
                claim.check()
                assert repository.is_played("spring")
        assert not repository.is_played("spring")
        with repository.claim_arena() as claim:
            end_claims(postgres_url)
            assert not repository.is_served()
            claim.check()
            assert repository.is_served()


def test_a_claim_that_somebody_else_has_taken_meanwhile_is_lost(
    postgres_url: str,
) -> None:
    with Repository.open(postgres_url) as repository:
        create(repository)
        with repository.claim("spring") as claim:
            end_claims(postgres_url)
            with holder(postgres_url) as process:
                with pytest.raises(
                    ClaimLostError,
                    match=r"was lost .* 'spring' is being played by another",
                ) as e:
                    claim.check()
                assert str(process.pid) in str(e.value)


def test_a_claim_on_what_somebody_else_has_deleted_meanwhile_is_lost(
    postgres_url: str,
) -> None:
    with (
        Repository.open(postgres_url) as repository,
        Repository.open(postgres_url) as other,
    ):
        create(repository)
        with repository.claim("spring") as claim:
            end_claims(postgres_url)
            other.delete_tournament("spring")
            create(other)
            with pytest.raises(ClaimLostError, match="'spring' was deleted while"):
                claim.check()


def test_a_claim_that_its_own_dead_session_has_is_not_taken_for_somebody_elses(
    postgres_url: str,
) -> None:
    with Repository.open(postgres_url) as repository:
        create(repository)
        with repository.claim("spring") as claim:
            cut_off: Any = claim
            with cut_off._open.pop_all():
                # The network is gone, and the server has not noticed yet.
                cut_off._connection = None
                for _ in range(2):
                    with pytest.raises(StoreError, match="yet to notice") as e:
                        claim.check()
                    assert not isinstance(e.value, ClaimLostError)
            end_claims(postgres_url)
            claim.check()
            assert repository.is_played("spring")
