"""The store's front: every question and every change, one method each.

The methods stand, by noun, in the modules that the parts of `Repository` come from.
A method is one transaction (`record_rows` one a page): done when it returns, undone
when it raises. Whatever the database refuses comes out as `StoreError`, and calling
again is always safe. Reads see what has been committed, also by other processes.

Methods block, so a trio program calls them in a worker thread; any thread will do, and
several at once. Writers wait for each other, so one thread for them is enough.
"""

from contextlib import ExitStack
from types import TracebackType
from typing import Self

from arena.store.bots import Bots
from arena.store.engine import Database
from arena.store.enrolments import Enrolments
from arena.store.entrants import Entrants
from arena.store.forfeits import Forfeits
from arena.store.lookup import Remembered
from arena.store.migrate import bring_up_to_date
from arena.store.presence import Presence
from arena.store.queue import Queue
from arena.store.results import Results
from arena.store.rotations import Rotations
from arena.store.rounds import Rounds
from arena.store.tournaments import Tournaments
from arena.store.whole import Whole


class Repository(
    Tournaments,
    Entrants,
    Rounds,
    Rotations,
    Results,
    Whole,
    Forfeits,
    Bots,
    Enrolments,
    Presence,
    Queue,
):
    """One database of tournaments; safe to use from any thread."""

    def __init__(self, database: Database) -> None:
        """Takes a database whose tables are in order; `open` makes one from a URL."""
        self._database = database
        self._claimed: dict[str, Remembered | None] = {}

    @classmethod
    def open(cls, url: str, *, create: bool = True) -> Self:
        """Opens the database at a URL, making or migrating its tables.

        Args:
            url: `sqlite:///arena.db` or `postgresql://user@host/name`.
            create: Whether a SQLite file that is missing is made; for commands that
                only read, a new empty one would hide a mistyped name.

        Raises:
            NotFoundError: The file is missing and `create` is false.
            StoreError: The URL cannot be used, the database cannot be reached or
                belongs to another program, or its schema is newer than this one.
        """
        with ExitStack() as on_error:
            database = on_error.enter_context(Database(url))
            database.check_place(create=create)
            bring_up_to_date(database)
            on_error.pop_all()
        return cls(database)

    @property
    def url(self) -> str:
        """What `open` opens this database with, the password included."""
        return self._database.engine.url.render_as_string(hide_password=False)

    def close(self) -> None:
        """Closes the connections; the last program to do so tidies a SQLite file."""
        self._database.close()

    def __enter__(self) -> Self:
        """Gives the repository itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes it."""
        self.close()
