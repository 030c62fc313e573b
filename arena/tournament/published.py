"""Published standings against those that the results come to.

Whole numbers and scores must be the same. A rating may be off by one in its last
digit, since floating point differs from machine to machine far behind it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields

from arena.errors import VerificationError
from arena.tournament.standings import Standing

_LAST_DIGIT = 0.0101
"""Ratings are rounded to hundredths."""

_INEXACT = frozenset({"rating", "low", "high"})


def check_standings(
    published: Sequence[Mapping[str, object]], found: Sequence[Standing]
) -> None:
    """Compares published standings, as `arena standings --json` prints them.

    Args:
        published: An object for each entrant, in order; unknown keys are ignored.
        found: What the results come to.

    Raises:
        VerificationError: They differ; the first line and field that do are named.
    """
    for number, line in enumerate(found, 1):
        place = f"standings, line {number}"
        if number > len(published):
            raise VerificationError(
                place, "entrant", f"missing; '{line.entrant}' comes out"
            )
        given = published[number - 1]
        for field in fields(Standing):
            _compare(place, field.name, given, getattr(line, field.name))
    if len(published) > len(found):
        extra = published[len(found)].get("entrant")
        raise VerificationError(
            f"standings, line {len(found) + 1}",
            "entrant",
            f"{extra!r} is published, nobody comes out",
        )


def _compare(
    place: str, field: str, given: Mapping[str, object], found: object
) -> None:
    if field not in given:
        raise VerificationError(place, field, f"missing; {found!r} comes out")
    value = given[field]
    close = (
        field in _INEXACT
        and isinstance(value, int | float)
        and isinstance(found, float)
        and abs(value - found) <= _LAST_DIGIT
    )
    if value != found and not close:
        raise VerificationError(
            place, field, f"{value!r} is published, {found!r} comes out"
        )
