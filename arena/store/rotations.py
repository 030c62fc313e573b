"""Keeping finished rotations: the one write that happens all the time.

Everything a rotation leaves behind goes in with one transaction. Its key is unique
and inserted first: whoever comes second, for whatever reason, changes nothing.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from arena.errors import StoreError
from arena.game.record import NORMAL, DealRecord, encode_record
from arena.store import compact
from arena.store.bulk import BulkInsert, Values
from arena.store.engine import Database
from arena.store.forfeits import add_forfeits
from arena.store.lookup import Remembered, identify
from arena.store.rows import FinishedRotation, ForfeitRow, RotationKey
from arena.store.schema import deals, records, rotation_key, rotations

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


class Rotations:
    """What a repository does with finished rotations."""

    _database: Database
    _claimed: dict[str, Remembered | None]

    def save_rotation(
        self,
        name: str,
        key: RotationKey,
        records: Sequence[DealRecord],
        forfeits: Sequence[ForfeitRow] = (),
    ) -> bool:
        """Commits a finished rotation; when this returns, the disk has it.

        Returns:
            Whether it was new. If the key was there, nothing is changed, also where
            the results differ: what was reported first stays true.

        Raises:
            NotFoundError: A record or forfeit names no entrant of the tournament.
            StoreError: There are no records, or some of another rotation, or the
                round has not been paired.
        """
        return self.save_rotations(name, [FinishedRotation(key, records, forfeits)])[0]

    def save_rotations(
        self, name: str, finished: Sequence[FinishedRotation]
    ) -> list[bool]:
        """Commits several finished rotations at once.

        Waiting for the disk takes most of the time of a commit, so a writer that
        takes all that is ready keeps up where one at a time would not.

        Returns:
            Whether each was new, as `save_rotation` tells.

        Raises:
            NotFoundError: As `save_rotation`; then none of them is saved.
            StoreError: Likewise.
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
    dealt = [(number, record) for number, each in new for record in each.records]
    forfeited = [(number, row) for number, each in new for row in each.forfeits]
    names = {name for _, record in dealt for name in record.entrants}
    names.update(row.entrant for _, row in forfeited)
    known = remembered.numbers(connection, tournament, names)
    _insert_deals.run(
        connection, [_deal(number, record, known) for number, record in dealt]
    )
    _insert_records.run(
        connection,
        [(number, record.deal, encode_record(record)) for number, record in dealt],
    )
    add_forfeits(connection, tournament, forfeited, known)


def _check(rotation: FinishedRotation) -> None:
    key = rotation.key
    if not rotation.records:
        raise StoreError(f"a rotation without records: {key}")
    for record in rotation.records:
        named = RotationKey(record.round, record.table, record.board, record.rotation)
        if named != key:
            raise StoreError(f"a record of {named} among those of {key}")
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


def _deal(rotation: int, record: DealRecord, known: Mapping[str, int]) -> Values:
    return (
        rotation,
        record.deal,
        compact.write_numbers(known[name] for name in record.entrants),
        compact.write_finish(record.finish),
        compact.write_numbers(record.payoff),
        compact.write_flags(
            termination != NORMAL for termination in record.terminations
        ),
    )
