"""The store's front: every question and every change, one method each.

Being built: the bodies follow, the signatures stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager
    from types import TracebackType

    from arena.game.record import DealRecord
    from arena.store.rows import (
        EntrantRow,
        ForfeitRow,
        RecordKey,
        RecordRow,
        RotationKey,
        RoundRow,
        TournamentRow,
    )
    from arena.tournament.result import DealOutcome


class Repository:
    """One database of tournaments. Safe to call from any thread."""

    @classmethod
    def open(cls, url: str, *, create: bool = True) -> Self:
        """Opens the database, making or migrating its tables.

        `create=False` (for commands that only read): a missing SQLite file is a
        `NotFoundError` instead of a new file. Refused with `StoreError`: an unusable
        URL, `sqlite://` in memory, a file that is no database of ours, a newer schema.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Closes every connection."""
        raise NotImplementedError

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

    # Tournaments

    def create_tournament(
        self,
        name: str,
        *,
        config_text: str,
        seed: bytes,
        commitment: str,
        created_time: str,
        entrants: Sequence[EntrantRow],
    ) -> TournamentRow:
        """Adds a tournament with its roster; `StoreError` when the name is taken."""
        raise NotImplementedError

    def tournament(self, name: str) -> TournamentRow:
        """The tournament; `NotFoundError` (did you mean) when there is none."""
        raise NotImplementedError

    def newest(self) -> TournamentRow:
        """The tournament created last; `NotFoundError` when there is none at all."""
        raise NotImplementedError

    def tournaments(self) -> list[TournamentRow]:
        """All tournaments, the newest first."""
        raise NotImplementedError

    def delete_tournament(self, name: str) -> None:
        """Removes it with all it holds; `StoreError` while another process plays it."""
        raise NotImplementedError

    def start(self, name: str, time: str) -> None:
        """Marks it running; the first start's time stays when it is resumed."""
        raise NotImplementedError

    def finish(self, name: str, time: str) -> None:
        """Marks it finished."""
        raise NotImplementedError

    def claim(self, name: str) -> AbstractContextManager[None]:
        """Holds the right to play the tournament while the block runs.

        `StoreError` "… is being played by another process" when somebody else has it.
        The claim ends with the process, however that ends.
        """
        raise NotImplementedError

    # Entrants

    def entrants(self, name: str) -> list[EntrantRow]:
        """The entrants in roster order, fill-ins last."""
        raise NotImplementedError

    def withdraw(self, name: str, entrant: str, reason: str, round_number: int) -> None:
        """Marks the entrant withdrawn; the first reason stays."""
        raise NotImplementedError

    def add_fill(self, name: str, entrant: str) -> None:
        """Adds a house bot that fills a table; nothing if it is there already."""
        raise NotImplementedError

    # Rounds

    def save_round(
        self, name: str, number: int, tables: Sequence[Sequence[str]]
    ) -> bool:
        """Keeps a pairing; `False` if it was there, `StoreError` if it was another."""
        raise NotImplementedError

    def rounds(self, name: str) -> list[RoundRow]:
        """The rounds paired so far, in order."""
        raise NotImplementedError

    def finish_round(self, name: str, number: int) -> None:
        """Marks the round finished."""
        raise NotImplementedError

    # Rotations

    def save_rotation(
        self,
        name: str,
        key: RotationKey,
        records: Sequence[DealRecord],
        forfeits: Sequence[ForfeitRow] = (),
    ) -> bool:
        """Commits a finished rotation as one transaction.

        `False`, and nothing changed, if the key was there already.
        """
        raise NotImplementedError

    def finished_rotations(self, name: str, number: int) -> set[RotationKey]:
        """The rotations of round `number` that are in the database."""
        raise NotImplementedError

    # Reading results

    def outcomes(
        self, name: str, *, finished_rounds_only: bool = False
    ) -> list[DealOutcome]:
        """Every deal's light result in key order."""
        raise NotImplementedError

    def record_rows(
        self,
        name: str,
        *,
        entrant: str | None = None,
        after: RecordKey | None = None,
        limit: int | None = None,
        finished_rounds_only: bool = False,
    ) -> Iterator[RecordRow]:
        """Streams records in key order, from the one behind `after` on."""
        raise NotImplementedError

    def records(
        self,
        name: str,
        *,
        entrant: str | None = None,
        after: RecordKey | None = None,
        limit: int | None = None,
        finished_rounds_only: bool = False,
    ) -> Iterator[str]:
        """Streams the same as lines of JSON."""
        raise NotImplementedError

    def forfeits(self, name: str, entrant: str | None = None) -> list[ForfeitRow]:
        """The forfeits of all entrants or of one, in key order."""
        raise NotImplementedError
