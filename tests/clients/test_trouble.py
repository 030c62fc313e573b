"""What the SDK says where a bot and an arena do not agree on how to encrypt."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trio

from arena.server.auth import token_hash
from arena.server.certificates import Authority
from arena.server.listener import serve, wire_loop
from arena.server.lobby import Lobby
from arena.server.tls import Tls
from tests.support.wire import Comings, EmptyLibrary


@pytest.fixture
def authority() -> Authority:
    """Vouches for the arena of these tests."""
    return Authority(datetime.now(UTC), timedelta(days=1))


@pytest.fixture
def ca_file(tmp_path: Path, authority: Authority) -> str:
    """The file that a bot of the arena trusts."""
    return _file(tmp_path / "ca.pem", authority.certificate)


@asynccontextmanager
async def serving(tls: Tls | None) -> AsyncIterator[str]:
    """Serves the bot `ann`; gives the address."""
    lobby = Lobby("test", Comings())
    lobby.expect("ann", token_hash("ann"))
    async with wire_loop(), trio.open_nursery() as nursery:
        listening = await nursery.start(
            lambda task_status: serve(
                lobby, EmptyLibrary(), tls=tls, task_status=task_status
            )
        )
        yield listening.public
        nursery.cancel_scope.cancel()


async def said(address: str, *arguments: str, command: str = "lowest") -> str:
    """What a bot that cannot connect says in the end."""
    words = ["-m", "arena_client", command, *arguments]
    if command == "lowest":
        words += ["--patience", "0"]
    ran = await trio.run_process(
        [sys.executable, *words],
        env={**os.environ, "ARENA_ADDRESS": address, "ARENA_TOKEN": "ann"},
        stdin=b"",
        capture_stderr=True,
        check=False,
    )
    assert ran.returncode != 0
    return str(ran.stderr.decode())


@pytest.mark.parametrize("command", ["lowest", "history"])
async def test_who_speaks_no_tls_to_an_arena_that_does_is_told_so(
    authority: Authority, command: str
) -> None:
    async with serving(_tls(authority)) as address:
        words = await said(address, command=command)
    assert "the arena probably speaks TLS, and this bot does not" in words
    assert "--ca-file" in words


async def test_who_speaks_tls_to_an_arena_that_does_not_is_told_so(
    ca_file: str,
) -> None:
    async with serving(None) as address:
        words = await said(address, "--ca-file", ca_file)
    assert "the arena speaks no TLS at this port, and this bot does" in words
    assert "leave out --tls, --ca-file" in words


async def test_who_trusts_another_authority_is_told_which_file_does_not_fit(
    authority: Authority, tmp_path: Path
) -> None:
    other = Authority(datetime.now(UTC), timedelta(days=1))
    file = _file(tmp_path / "other.pem", other.certificate)
    async with serving(_tls(authority)) as address:
        words = await said(address, "--ca-file", file)
        public = await said(address, "--tls")
    assert f"nobody in {file} vouches for the arena" in words
    assert "no authority that this system trusts vouches for the arena" in public


async def test_who_calls_an_arena_by_another_name_is_told_so(
    authority: Authority, ca_file: str
) -> None:
    async with serving(_tls(authority, "arena.example")) as address:
        words = await said(address, "--ca-file", ca_file)
    assert f"the arena's certificate is not for the name in {address}" in words


async def test_an_expired_certificate_is_called_so(tmp_path: Path) -> None:
    long_ago = Authority(datetime.now(UTC) - timedelta(days=9), timedelta(days=1))
    file = _file(tmp_path / "ca.pem", long_ago.certificate)
    async with serving(_tls(long_ago)) as address:
        words = await said(address, "--ca-file", file)
    assert "the arena's certificate has expired" in words


async def test_who_shows_no_certificate_where_one_is_asked_for_is_told_so(
    authority: Authority, ca_file: str
) -> None:
    pair = authority.server(["127.0.0.1"])
    tls = Tls(pair.certificate, pair.key, authority.certificate)
    async with serving(tls) as address:
        words = await said(address, "--ca-file", ca_file)
    assert "the arena probably asks for a client certificate" in words


async def test_where_nobody_listens_it_is_said() -> None:
    async with serving(None) as address:
        pass
    assert f"nothing listens at {address}" in await said(address)


def _tls(authority: Authority, host: str = "127.0.0.1") -> Tls:
    pair = authority.server([host])
    return Tls(pair.certificate, pair.key)


def _file(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return str(path)
