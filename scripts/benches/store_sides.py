"""The arena's store, and beside it the least that keeps the same bytes.

Both write the same rows to a SQLite file on the disk, and both wait until the disk has
them: write-ahead log, `synchronous = FULL`. The bare side has its rows ready and talks
to SQLite as directly as Python can. The arena's has played rotations as they come from
the tables: it writes the records, looks up names, and refuses what it has.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import perf_counter

from arena.dealing import commitment
from arena.director.recording import Recorder
from arena.director.runner import PlayedRotation
from arena.director.schedule import assignments
from arena.store.repository import Repository
from arena.store.rows import EntrantRow
from arena.tournament.config import TournamentConfig, parse_config
from arena.tournament.result import Round
from scripts.benches.played_rotations import play_rotation

NAMES = tuple(f"bot-{number}" for number in range(1, 5))
SEED = bytes(32)
STARTED = "2026-03-01T12:00:00.000Z"
BOARDS = 100
"""Boards that are really played; after them the same ones come again."""

CONFIG = f'name = "bench"\nrounds = 10000\nboards = {BOARDS}\n' + "".join(
    f'[[entrants]]\nname = "{name}"\n' for name in NAMES
)

_SCHEMA = """
CREATE TABLE rotations (id INTEGER PRIMARY KEY, tournament_id, round, table_number,
    board, number, UNIQUE (tournament_id, round, table_number, board, number));
CREATE TABLE deals (rotation_id, number, seats, finish, payoff, forfeited,
    PRIMARY KEY (rotation_id, number)) WITHOUT ROWID;
CREATE TABLE records (rotation_id, deal, line, PRIMARY KEY (rotation_id, deal));
"""


class ArenaStore:
    """The arena's own store."""

    def __init__(self, folder: Path) -> None:
        """Makes a database in `folder` with a tournament of four."""
        self.config = parse_config(CONFIG)
        self.path = folder / "arena.db"
        self.repository = Repository.open(f"sqlite:///{self.path}")
        self.repository.create_tournament(
            self.config.name,
            config_text=CONFIG,
            seed=SEED,
            commitment=commitment(SEED),
            created_time=STARTED,
            entrants=[EntrantRow(name) for name in NAMES],
        )
        self._claim = ExitStack()
        # As whoever plays it does.
        self._claim.enter_context(self.repository.claim(self.config.name))
        self._recorder = Recorder(self.config)
        self._played = _rotations(self.config, self.repository)
        self.saved = 0

    def save(
        self,
        rotations: int,
        together: int,
        clock: Callable[[], float] = perf_counter,
    ) -> float:
        """Commits so many rotations, `together` in each commit; gives the seconds."""
        batches = [
            list(islice(self._played, together)) for _ in range(rotations // together)
        ]
        begun = clock()
        for batch in batches:
            ended = [self._recorder.finished(rotation, STARTED) for rotation in batch]
            self.repository.save_rotations(self.config.name, ended)
        taken = clock() - begun
        self.saved += rotations
        return taken

    def read(self) -> float:
        """Reads all records, as `arena export` does; gives the seconds."""
        begun = perf_counter()
        count = sum(1 for _ in self.repository.records(self.config.name))
        taken = perf_counter() - begun
        if count != self.saved:
            raise AssertionError
        return taken

    def close(self) -> None:
        """Closes the file."""
        self._claim.close()
        self.repository.close()


class BareStore:
    """The same rows by sqlite3 alone."""

    def __init__(self, path: Path, arena: ArenaStore) -> None:
        """Takes over the rows that the arena has written."""
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.executescript(_SCHEMA)
        with closing(sqlite3.connect(arena.path)) as source:
            self._deals = source.execute(
                "SELECT number, seats, finish, payoff, forfeited FROM deals"
            ).fetchall()
            self._lines = [
                line for (line,) in source.execute("SELECT line FROM records")
            ]
        self._next = 1

    def save(
        self,
        rotations: int,
        together: int,
        clock: Callable[[], float] = perf_counter,
    ) -> float:
        """Commits so many rotations, `together` in each commit; gives the seconds."""
        taken = 0.0
        for _ in range(rotations // together):
            numbers = range(self._next, self._next + together)
            self._next += together
            keys = [(n, 1, n, 1, 1, 1) for n in numbers]
            deals = [(n, *self._deals[n % len(self._deals)]) for n in numbers]
            lines = [(n, 0, self._lines[n % len(self._lines)]) for n in numbers]
            begun = clock()
            execute = self._database.executemany
            self._database.execute("BEGIN IMMEDIATE")
            execute("INSERT INTO rotations VALUES (?, ?, ?, ?, ?, ?)", keys)
            execute("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?)", deals)
            execute("INSERT INTO records VALUES (?, ?, ?)", lines)
            self._database.execute("COMMIT")
            taken += clock() - begun
        return taken

    def read(self) -> float:
        """Reads all records in order; gives the seconds."""
        begun = perf_counter()
        count = 0
        for (_,) in self._database.execute(
            "SELECT line FROM rotations JOIN records ON rotation_id = id"
            " ORDER BY round, table_number, board, number, deal"
        ):
            count += 1
        taken = perf_counter() - begun
        if count != self._next - 1:
            raise AssertionError
        return taken

    def close(self) -> None:
        """Closes the file."""
        self._database.close()


def _rotations(
    config: TournamentConfig, repository: Repository
) -> Iterator[PlayedRotation]:
    """Gives played rotations for ever, each of them once."""
    tables: Sequence[Sequence[str]] = (NAMES,)
    played = [
        play_rotation(config, assignment, assignment.entrants)
        for assignment in assignments(config, SEED, Round(1, (NAMES,)))
    ]
    number = 0
    while True:
        number += 1
        repository.save_round(config.name, number, tables)
        for one in played:
            key = replace(one.assignment.key, round=number)
            yield replace(one, assignment=replace(one.assignment, key=key))
