"""Keeping finished rotations: the one write that happens all the time.

Everything a rotation leaves behind goes in with one transaction. Its key is unique
and inserted first: whoever comes second, for whatever reason, changes nothing.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from arena.errors import StoreError
from arena.game.record import NORMAL, DealRecord, encode_record
from arena.store import compact
from arena.store.engine import Database
from arena.store.forfeits import add_forfeits
from arena.store.lookup import identify, numbers
from arena.store.rows import FinishedRotation, ForfeitRow, RotationKey
from arena.store.schema import deals, records, rotation_key, rotations

# The same statement in both, but SQLAlchemy keeps it with each dialect.
_insert_keys = {
    "sqlite": sqlite.insert(rotations)
    .on_conflict_do_nothing()
    .returning(rotations.c.id, *rotation_key),
    "postgresql": postgresql.insert(rotations)
    .on_conflict_do_nothing()
    .returning(rotations.c.id, *rotation_key),
}
_insert_deal = insert(deals)
_insert_record = insert(records)


class Rotations:
    """What a repository does with finished rotations."""

    _database: Database

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
        with self._database.write() as connection:
            tournament = identify(connection, name)
            ids = _add_keys(connection, tournament, [each.key for each in finished])
            new = [
                (number, rotation)
                for number, rotation in zip(ids, finished, strict=True)
                if number is not None
            ]
            if new:
                _add(connection, tournament, new)
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
    connection: Connection, tournament: int, new: Sequence[tuple[int, FinishedRotation]]
) -> None:
    dealt = [(number, record) for number, each in new for record in each.records]
    forfeited = [(number, row) for number, each in new for row in each.forfeits]
    names = {name for _, record in dealt for name in record.entrants}
    names.update(row.entrant for _, row in forfeited)
    known = numbers(connection, tournament, names)
    connection.execute(
        _insert_deal, [_deal(number, record, known) for number, record in dealt]
    )
    connection.execute(
        _insert_record,
        [
            {
                "rotation_id": number,
                "deal": record.deal,
                "line": encode_record(record),
            }
            for number, record in dealt
        ],
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
    try:
        taken = connection.execute(
            _insert_keys[connection.dialect.name],
            [
                {
                    "tournament_id": tournament,
                    "round": key.round,
                    "table_number": key.table,
                    "board": key.board,
                    "number": key.rotation,
                }
                for key in dict.fromkeys(keys)
            ],
        ).all()
    except IntegrityError as error:
        # Rounds are paired one after the other.
        last = max(key.round for key in keys)
        raise StoreError(f"round {last} has not been paired yet") from error
    ids = {RotationKey(*key): number for number, *key in taken}
    return [ids.pop(key, None) for key in keys]


def _deal(
    rotation: int, record: DealRecord, known: dict[str, int]
) -> dict[str, int | str]:
    return {
        "rotation_id": rotation,
        "number": record.deal,
        "seats": compact.write_numbers(known[name] for name in record.entrants),
        "finish": compact.write_finish(record.finish),
        "payoff": compact.write_numbers(record.payoff),
        "forfeited": compact.write_flags(
            termination != NORMAL for termination in record.terminations
        ),
    }
