"""A throwaway PostgreSQL server for tests, or the reason why there is none."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ADVICE = (
    "PostgreSQL is not tried: install it (Debian: apt-get install postgresql) and its "
    "driver (pip install 'tienlen-arena[postgres]'), or point ARENA_TEST_POSTGRES at "
    "a database that may be written to"
)

PORT = 5432
"""A part of the socket's name, and nothing more."""

PATIENCE = 300
"""Seconds after which a server that has not started will not."""


def binaries() -> Path | None:
    """The folder of `initdb` and `pg_ctl`, on PATH or where Debian puts them."""
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).resolve().parent
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda path: int(path.parts[-3]),
    )
    return versions[-1].parent if versions else None


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """Runs a new server on a socket in a folder of its own and gives its URL.

    A port that was free a moment ago may be somebody else's by the time it starts.
    The server refuses to run as root; it is then run as `postgres` or `nobody`.
    """
    data = Path(tempfile.mkdtemp(prefix="arena-postgres-"))
    as_user: list[str] = []
    if os.geteuid() == 0:
        user = next(name for name in ("postgres", "nobody") if _exists(name))
        shutil.chown(data, user)
        as_user = ["runuser", "-u", user, "--"]
    options = (
        f"-p {PORT} -c listen_addresses='' -c unix_socket_directories={data} "
        # Nothing here has to outlive the machine.
        "-c fsync=off -c full_page_writes=off"
    )
    control = [*as_user, str(folder / "pg_ctl"), "-D", str(data / "db"), "-w"]
    control += ["-t", str(PATIENCE)]
    initdb = [
        str(folder / "initdb"),
        *("-D", str(data / "db"), "-U", "arena", "-A", "trust", "-E", "UTF8"),
        *("--no-sync", "--locale=C"),
    ]
    try:
        _run([*as_user, *initdb], data)
        _run([*control, "-l", str(data / "log"), "-o", options, "start"], data)
        try:
            yield f"postgresql://arena@/postgres?host={data}&port={PORT}"
        finally:
            _run([*control, "-m", "immediate", "stop"], data)
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _run(command: list[str], folder: Path) -> None:
    # A server keeps the pipes it inherits open, so its output goes to a file.
    with (folder / "output").open("ab") as output:
        subprocess.run(
            command, cwd="/", stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            check=True, timeout=PATIENCE,
        )  # fmt: skip


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
