"""The light columns: what a deal came to, without its record.

There are few different texts in them and many deals. Each text is taken apart once,
and deals with the same one share what it says.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, select

from arena.errors import StoreError
from arena.store import compact
from arena.store.lookup import all_numbers
from arena.store.schema import deals, rotation_key, rotations
from arena.tournament.result import DealOutcome


def light_columns(tournament: int) -> Select[Any]:
    """The question for the light columns of a tournament's deals, in no order."""
    return (
        select(
            *rotation_key,
            deals.c.number,
            deals.c.seats,
            deals.c.finish,
            deals.c.payoff,
            deals.c.forfeited,
        )
        .select_from(rotations)
        .join(deals, deals.c.rotation_id == rotations.c.id)
        .where(rotations.c.tournament_id == tournament)
    )


class LightReader:
    """Reads rows of `light_columns`."""

    def __init__(self, connection: Connection, tournament: int) -> None:
        """Looks up who the entrants' numbers stand for."""
        names = {
            number: name for name, number in all_numbers(connection, tournament).items()
        }

        @cache
        def seats(text: str) -> tuple[str, ...]:
            return tuple(names[number] for number in compact.read_numbers(text))

        self._seats = seats
        self._finish = cache(compact.read_finish)
        self._payoff = cache(compact.read_numbers)
        self._forfeited = cache(compact.read_flags)

    def __call__(self, row: Sequence[Any]) -> DealOutcome:
        """Gives what a row says.

        Raises:
            StoreError: It is not what the arena writes.
        """
        number, table, board, rotation, deal, at, order, payoff, forfeited = row
        try:
            return DealOutcome(
                number,
                table,
                board,
                rotation,
                deal,
                self._seats(at),
                self._finish(order),
                self._payoff(payoff),
                self._forfeited(forfeited),
            )
        except (KeyError, ValueError) as error:
            raise StoreError(
                f"unreadable result of round {number}, table {table}, board {board},"
                f" rotation {rotation}, deal {deal}: {', '.join(map(repr, row[5:]))}"
            ) from error
