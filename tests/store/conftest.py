"""Databases for the store's tests: a file a test, and a schema a test on a server."""

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url, text

from arena.store import engine
from arena.store.repository import Repository
from tests.support import postgres


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps a busy disk from deciding how long the tests take."""
    monkeypatch.setattr(engine, "_SYNCHRONOUS", "OFF")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server: one that was named, or one made for this run."""
    named = os.environ.get("ARENA_TEST_POSTGRES")
    folder = postgres.binaries()
    if find_spec("psycopg") is None or (named is None and folder is None):
        # Where the outcome counts, what was not tried must not look tried.
        refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        refuse(postgres.ADVICE)
    if named is not None:
        yield named
        return
    assert folder is not None
    with postgres.cluster(folder) as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """A URL that sees an empty schema of its own."""
    schema = f"arena_{uuid4().hex}"
    url = make_url(postgres_server).set(drivername="postgresql+psycopg")
    admin = create_engine(url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    own = url.update_query_dict({"options": f"-csearch_path={schema}"})
    yield own.set(drivername="postgresql").render_as_string(hide_password=False)
    with admin.connect() as connection:
        connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    admin.dispose()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of a file that is not there yet."""
    return f"sqlite:///{tmp_path / 'arena.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of either kind."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
def repository(url: str) -> Iterator[Repository]:
    """A repository on an empty database of either kind."""
    with Repository.open(url) as opened:
        yield opened
