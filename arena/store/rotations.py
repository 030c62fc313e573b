"""Keeping finished rotations: the one write that happens all the time.

Everything a rotation leaves behind goes in with one transaction. Its key is unique
and inserted first: whoever comes second, for whatever reason, changes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from functools import lru_cache

from sqlalchemy import Connection, insert, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from arena.errors import StoreError
from arena.store import compact
from arena.store.bulk import BulkInsert, Values
from arena.store.engine import Database
from arena.store.forfeits import add_forfeits
from arena.store.lookup import Remembered, identify
from arena.store.rows import FinishedRotation, RotationKey
from arena.store.schema import deals, records, rotation_key, rotations
from arena.tournament.result import DealOutcome

_insert_keys = BulkInsert(
    {
        "sqlite": sqlite.insert(rotations)
        .on_conflict_do_nothing()
        .returning(rotations.c.id, *rotation_key),
        "postgresql": postgresql.insert(rotations)
        .on_conflict_do_nothing()
        .returning(rotations.c.id, *rotation_key),
    },
    ("tournament_id", *(column.name for column in rotation_key)),
)
_insert_deals = BulkInsert(
    dict.fromkeys(("sqlite", "postgresql"), insert(deals)),
    ("rotation_id", "number", "seats", "finish", "payoff", "forfeited"),
)
_insert_records = BulkInsert(
    dict.fromkeys(("sqlite", "postgresql"), insert(records)),
    ("rotation_id", "deal", "line"),
)
# Deals end in much the same few ways.
_finish = lru_cache(maxsize=1024)(compact.write_finish)
_payoff = lru_cache(maxsize=1024)(compact.write_numbers)
_forfeited = lru_cache(maxsize=1024)(compact.write_flags)


class Rotations:
    """What a repository does with finished rotations."""

    _database: Database
    _claimed: dict[str, Remembered | None]

    def save_rotations(
        self, name: str, finished: Sequence[FinishedRotation]
    ) -> list[bool]:
        """Commits finished rotations at once; when this returns, the disk has them.

        Waiting for the disk takes most of the time of a commit, so a writer that
        takes all that is ready keeps up where one at a time would not.

        Returns:
            Whether each was new. If its key was there, nothing is changed, also where
            the results differ: what was reported first stays true.

        Raises:
            NotFoundError: A deal or forfeit names no entrant of the tournament. None
                of the rotations is saved then.
            StoreError: Likewise: a rotation has no deals, or some of another rotation,
                or its round has not been paired.
        """
        for rotation in finished:
            _check(rotation)
        remembered = self._claimed.get(name) or Remembered()
        with self._database.write() as connection:
            tournament = remembered.identify(connection, name)
            ids = _add_keys(connection, tournament, [each.key for each in finished])
            new = [
                (number, rotation)
                for number, rotation in zip(ids, finished, strict=True)
                if number is not None
            ]
            if new:
                _add(connection, tournament, new, remembered)
            return [number is not None for number in ids]

    def holds(self, name: str, rotation: FinishedRotation) -> bool:
        """Whether this very rotation is there, rather than another by its key."""
        with self._database.read() as connection:
            found = connection.scalars(
                select(records.c.line)
                .join(rotations, rotations.c.id == records.c.rotation_id)
                .where(
                    rotations.c.tournament_id == identify(connection, name),
                    tuple_(*rotation_key) == tuple_(*astuple(rotation.key)),
                )
                .order_by(records.c.deal)
            )
            return list(found) == list(rotation.lines)

    def finished_rotations(self, name: str, number: int) -> set[RotationKey]:
        """The rotations of round `number` that need not be played again."""
        with self._database.read() as connection:
            found = connection.execute(
                select(*rotation_key).where(
                    rotations.c.tournament_id == identify(connection, name),
                    rotations.c.round == number,
                )
            )
            return {RotationKey(*row) for row in found}


def _add(
    connection: Connection,
    tournament: int,
    new: Sequence[tuple[int, FinishedRotation]],
    remembered: Remembered,
) -> None:
    ended = [(number, deal) for number, each in new for deal in each.outcomes]
    forfeited = [(number, row) for number, each in new for row in each.forfeits]
    names = {name for _, deal in ended for name in deal.entrants}
    names.update(row.entrant for _, row in forfeited)
    known = remembered.numbers(connection, tournament, names)
    _insert_deals.run(
        connection, [_deal(number, deal, known) for number, deal in ended]
    )
    _insert_records.run(
        connection,
        [
            (number, deal.deal, line)
            for number, each in new
            for deal, line in zip(each.outcomes, each.lines, strict=True)
        ],
    )
    add_forfeits(connection, tournament, forfeited, known)


def _check(rotation: FinishedRotation) -> None:
    key = rotation.key
    place = (key.round, key.table, key.board, key.rotation)
    if not rotation.outcomes:
        raise StoreError(f"a rotation without deals: {key}")
    lines, deals_played = len(rotation.lines), len(rotation.outcomes)
    if lines != deals_played:
        raise StoreError(f"{lines} records of {deals_played} deals: {key}")
    for deal in rotation.outcomes:
        named = (deal.round, deal.table, deal.board, deal.rotation)
        if named != place:
            raise StoreError(f"a deal of {RotationKey(*named)} among those of {key}")
    for forfeit in rotation.forfeits:
        if forfeit.key != key:
            raise StoreError(f"a forfeit of {forfeit.key} among those of {key}")


def _add_keys(
    connection: Connection, tournament: int, keys: Sequence[RotationKey]
) -> list[int | None]:
    """Takes the keys, each of them once; `None` for one that was taken."""
    if not keys:
        return []
    wanted = [(key.round, key.table, key.board, key.rotation) for key in keys]
    try:
        taken = _insert_keys.run(
            connection, [(tournament, *key) for key in dict.fromkeys(wanted)]
        )
    except IntegrityError as error:
        # Rounds are paired one after the other.
        last = max(key.round for key in keys)
        raise StoreError(f"round {last} has not been paired yet") from error
    ids: dict[tuple[int, ...], int] = {tuple(key): number for number, *key in taken}
    return [ids.pop(key, None) for key in wanted]


def _deal(rotation: int, deal: DealOutcome, known: Mapping[str, int]) -> Values:
    return (
        rotation,
        deal.deal,
        compact.write_numbers(known[name] for name in deal.entrants),
        _finish(deal.finish),
        _payoff(deal.payoff),
        _forfeited(deal.forfeited),
    )
