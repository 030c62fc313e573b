"""The turns of a match, counted from the records of its deals.

A record has no numbers, rulings have: each question to a seat is a turn, whether it
is answered or forfeited by. What the arena does unasked, forced passes and what it plays
for a seat that has forfeited, is none. The deals of a rotation are counted through.
"""

from collections.abc import Iterable

from arena.errors import RecordError
from arena.game.record import SUBSTITUTE, DealRecord, decode_record


def turn_numbers(record: DealRecord, before: int) -> list[int | None]:
    """Gives the turn of each action, after so many turns of earlier deals.

    The first action for a seat that has forfeited has the turn at which it did.
    """
    turn, forfeited = before, set[int]()
    numbers: list[int | None] = []
    for seat, _, flags in record.actions:
        if flags and (SUBSTITUTE not in flags or seat in forfeited):
            numbers.append(None)
            continue
        if flags:
            forfeited.add(seat)
        turn += 1
        numbers.append(turn)
    return numbers


def turns_before(record: DealRecord, earlier: Iterable[str]) -> int | None:
    """Says how many turns a rotation had before one of its deals.

    Args:
        record: The deal.
        earlier: Lines with the deals of that rotation before it, perhaps among others.

    Returns:
        `None`: they are not all there.
    """
    if not record.deal:
        return 0
    turns: dict[int, int] = {}
    for line in earlier:
        try:
            other = decode_record(line)
        except RecordError:
            continue
        if _rotation(other) == _rotation(record) and other.deal < record.deal:
            numbers = turn_numbers(other, 0)
            turns[other.deal] = max((turn for turn in numbers if turn), default=0)
    return sum(turns.values()) if len(turns) == record.deal else None


def _rotation(record: DealRecord) -> tuple[str, int, int, int, int]:
    return (
        record.tournament,
        record.round,
        record.table,
        record.board,
        record.rotation,
    )
