"""How long entrants think, from the deal records of a tournament."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, TypeAlias

import msgspec

from arena.store.rows import RecordKey, RecordRow

EXACT = 1000
"""Milliseconds up to which every one is told apart; of more, three digits are. So what
is counted of an entrant stays small, however many deals it has played."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long one entrant has thought. All in seconds a deal."""

    deals: int
    """In how many deals."""
    median: float
    """What half of its deals took no more than, to three digits."""
    worst: float
    """The most."""
    worst_at: RecordKey
    """The first deal in which it took that."""


_Milliseconds: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class _Seats(msgspec.Struct, frozen=True):
    """Of a deal record, what is read here."""

    entrants: tuple[str, ...]
    think_ms: tuple[_Milliseconds, ...]


def thinking_times(rows: Iterable[RecordRow]) -> dict[str, Thinking]:
    """Gives by entrant how long it thought; holds none of the records.

    A record that cannot be read is passed over: to name it is verification's.
    """
    read = msgspec.json.Decoder(_Seats)
    counts: dict[str, Counter[int]] = {}
    worst: dict[str, tuple[int, RecordKey]] = {}
    for row in rows:
        try:
            seats = read.decode(row.line)
        except msgspec.MsgspecError:
            continue
        for name, spent in zip(seats.entrants, seats.think_ms, strict=False):
            counts.setdefault(name, Counter())[_rounded(spent)] += 1
            if name not in worst or spent > worst[name][0]:
                worst[name] = spent, row.key
    return {
        name: Thinking(
            deals=counted.total(),
            median=_median(counted) / 1000,
            worst=worst[name][0] / 1000,
            worst_at=worst[name][1],
        )
        for name, counted in counts.items()
    }


def _rounded(milliseconds: int) -> int:
    step = 1
    while milliseconds >= EXACT * step:
        step *= 10
    return milliseconds // step * step


def _median(counted: Counter[int]) -> int:
    """Gives the lower median."""
    left = (counted.total() + 1) // 2
    for spent in sorted(counted):
        left -= counted[spent]
        if left <= 0:
            return spent
    return 0
