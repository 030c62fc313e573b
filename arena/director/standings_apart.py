"""Standings of a large tournament, worked out in a process of their own.

They take a second and more. In a thread that second would be taken from play: it holds
Python's lock, for a tenth of a second at a time in the midst of a matrix. The process
ends with its one answer, so that nothing has to be looked after and no memory is held.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

import msgspec

from arena.director.stored import stored_standings
from arena.errors import ArenaError, StoreError
from arena.store.repository import Repository
from arena.tournament.standings import Standing

LIMIT = 120.0
"""Seconds after which a process that has not answered is ended: many times what the
standings of the largest tournaments take."""


class _Asked(msgspec.Struct):
    """What the process is told; on its standard input, as a URL may hold a password."""

    url: str
    tournament: str


def standings_apart(repository: Repository, tournament: str) -> Sequence[Standing]:
    """Gives the standings of a tournament, as `stored_standings` does; waits for them.

    Raises:
        StoreError: They could not be worked out; the message says why.
    """
    try:
        done = subprocess.run(
            # The modules come from where this process has them, and from nowhere else.
            [sys.executable, "-P", "-m", "arena.director.standings_apart"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            input=msgspec.json.encode(_Asked(repository.url, tournament)),
            capture_output=True,
            check=False,
            timeout=LIMIT,
        )
    except subprocess.TimeoutExpired as error:
        raise _none(tournament, f"no answer within {LIMIT:g} s") from error
    except OSError as error:
        why = f"no process for them: {error.strerror}"
        raise _none(tournament, why) from error
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise _none(tournament, said or f"their process ended with {done.returncode}")
    return msgspec.json.decode(done.stdout, type=list[Standing])


def _none(tournament: str, why: str) -> StoreError:
    return StoreError(f"no standings of '{tournament}': {why}")


def main() -> None:
    """Answers the one question on standard input."""
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=_Asked)
    try:
        with Repository.open(asked.url, create=False) as repository:
            row = repository.tournament(asked.tournament)
            lines = stored_standings(repository, row)
    except ArenaError as error:
        sys.exit(str(error))
    sys.stdout.buffer.write(msgspec.json.encode(lines))


if __name__ == "__main__":
    main()
