"""What is known of a forfeit besides the answer: what the seat had before it."""

from arena.errors import ArenaError
from arena.game.forfeited import Position, forfeit_positions
from arena.game.record import decode_record
from arena.store.repository import Repository
from arena.store.rows import RecordKey, RotationKey


def position_at(
    repository: Repository, tournament: str, key: RotationKey, deal: int, seat: int
) -> Position | None:
    """Gives what a seat had before it when it forfeited a deal, from the deal's record.

    `None`: the record is not there, or cannot be played again, which is for
    verification to name.
    """
    before = RecordKey(key, deal - 1)
    for row in repository.record_rows(tournament, after=before, limit=1):
        if row.key == RecordKey(key, deal):
            try:
                return forfeit_positions(decode_record(row.line)).get(seat)
            except ArenaError:
                return None
    return None
