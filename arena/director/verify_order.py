"""The order of a tournament's records: each line must be the one that comes next.

Where it is not, the lines behind it tell whether one is missing, is there twice, or has
got a wrong key.
"""

from collections.abc import Iterator
from itertools import islice

from arena.director.verify_line import KEY_FIELDS, Line, key_of, place_of
from arena.errors import VerificationError
from arena.store.rows import RecordKey


class InOrder:
    """Lines that are taken one by one, and looked at a little ahead."""

    def __init__(self, lines: Iterator[Line]) -> None:
        """Begins before the first of `lines`."""
        self._lines = lines
        self._ahead: list[Line] = []

    def peek(self, distance: int = 0) -> Line | None:
        """Gives a line ahead without taking it."""
        wanted = distance + 1 - len(self._ahead)
        self._ahead += islice(self._lines, max(wanted, 0))
        return self._ahead[distance] if distance < len(self._ahead) else None

    def take(self, key: RecordKey, after: RecordKey) -> Line:
        """Takes the next line, which must have this key.

        Raises:
            VerificationError: It has another. Whether it is missing, there twice,
                or has got a wrong key is told by the line behind it.
        """
        line = self.peek()
        if line is None:
            raise VerificationError(place_of(key), "line", "is missing")
        if line.key != key:
            second = self.peek(1)
            if second is not None and second.key == after:
                raise _wrong_key(line, key)
            if line.key < key:
                raise VerificationError(
                    line.place,
                    "line",
                    "is there twice, out of order or one too many;"
                    f" {place_of(key)} comes next",
                )
            if second is None and line.key != after:
                raise _wrong_key(line, key)
            raise VerificationError(
                place_of(key), "line", f"is missing; {line.place} is there instead"
            )
        del self._ahead[0]
        return line

    def end(self, rounds: int) -> None:
        """Sees that there are no more lines.

        Raises:
            VerificationError: There is one.
        """
        line = self.peek()
        if line is not None:
            raise VerificationError(
                line.place, "line", f"is one too many, {rounds} rounds were complete"
            )


def _wrong_key(line: Line, key: RecordKey) -> VerificationError:
    """Gives the error for a line in its right place whose key is wrong."""
    fields = zip(KEY_FIELDS, key_of(line.key), key_of(key), strict=True)
    field, recorded, found = next(one for one in fields if one[1] != one[2])
    return VerificationError(
        place_of(key, line.number),
        field,
        f"{recorded!r} is recorded, {found!r} comes out",
    )
