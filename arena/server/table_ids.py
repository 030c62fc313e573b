"""The numbers that tables have on the wire, which say nothing about what is played."""

import secrets
from collections.abc import Iterator
from struct import iter_unpack
from typing import Final

ID_BITS: Final = 53
"""Bits of a table id: what every language holds exactly in a plain number."""

IDS_DRAWN: Final = 64
"""Table ids that are drawn together, since it takes the system long to be asked."""


def _draw_ids() -> Iterator[int]:
    while True:
        drawn = secrets.token_bytes(8 * IDS_DRAWN)
        for (number,) in iter_unpack("Q", drawn):
            yield number >> (64 - ID_BITS)


TABLE_IDS: Final = _draw_ids()
"""Table ids without end; from some of them nobody can tell the next."""
