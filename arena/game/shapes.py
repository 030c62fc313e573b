"""Exceptions to "only the same kind beats", in words.

Rules: "What beats what", 2. An exception is a pair of shapes written
`BEATER > BEATEN`, where a shape is one of

    single, pair, triple, quad                any of that kind ("any pair" as well)
    single 2, pair of 2s, triple of Ks        of that rank only
    run of 5, pair run of 3, quad run of 2    of exactly that many ranks

so that `quad > single 2` reads "any quad beats any single two". Read leniently:
capitals, `pair of 2`, `pair 2`, `pair runs of 3`, `three pairs`, `two consecutive
quads` and `three 2s` mean what they say. Written one way only:

    >>> format_exception(parse_exception("four pairs > two 2s"))
    'pair run of 4 > pair of 2s'
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

from arena.errors import InvalidNotationError
from arena.game.cards import RANKS

_GROUPS = {"single": 1, "pair": 2, "triple": 3, "quad": 4}
_RUNS = {"run": 1, "pair run": 2, "quad run": 4}
_GROUP_NAMES = {size: name for name, size in _GROUPS.items()}
_RUN_NAMES = {size: name for name, size in _RUNS.items()}
_WORDS = ("one", "two", "three", "four", "five", "six", "seven")
_NUMBERS = {word: number for number, word in enumerate(_WORDS, start=1)}
_RANK = "|".join(RANKS).lower()
_RUN = re.compile(r"(?:any )?((?:pair |quad )?run)s? of (\w+)")
_MANY = re.compile(r"(\w+) (?:consecutive )?(pair|quad)s")
_GROUP = re.compile(rf"(?:any )?(single|pair|triple|quad)s?(?: (?:of )?({_RANK})s?)?")
_COUNTED = re.compile(rf"(\w+) ({_RANK})s?")
_EXPECTED = "BEATER > BEATEN, such as 'quad > single 2' or 'pair run of 4 > pair of 2s'"


@dataclass(frozen=True, slots=True)
class Shape:
    """A set of combinations: `size` cards of each of `length` consecutive ranks."""

    size: int
    length: int
    rank: int | None = None
    """The rank number that the highest card must have; `None` is any."""


Exemption: TypeAlias = tuple[Shape, Shape]
"""An exception: every combination of the first shape beats any of the second."""


def parse_exception(text: str) -> Exemption:
    """Reads an exception.

    Raises:
        InvalidNotationError: The text is none.
    """
    sides = [_parse_shape(" ".join(s.lower().split())) for s in text.split(">")]
    match sides:
        case [Shape() as beater, Shape() as beaten]:
            return beater, beaten
        case _:
            raise InvalidNotationError("exception", text, _EXPECTED)


def format_exception(exemption: Exemption) -> str:
    """Writes an exception, the inverse of `parse_exception`."""
    beater, beaten = exemption
    any_of = "any " if beaten.length == 1 and beaten.rank is None else ""
    return f"{_format_shape(beater)} > {any_of}{_format_shape(beaten)}"


def _parse_shape(text: str) -> Shape | None:
    if found := _RUN.fullmatch(text):
        return _run(_RUNS[found[1]], _number(found[2]))
    if found := _MANY.fullmatch(text):
        return _run(_GROUPS[found[2]], _number(found[1]))
    if found := _GROUP.fullmatch(text):
        rank = RANKS.index(found[2].upper()) if found[2] else None
        return Shape(_GROUPS[found[1]], 1, rank)
    if (found := _COUNTED.fullmatch(text)) and _number(found[1]) in _GROUP_NAMES:
        return Shape(_number(found[1]), 1, RANKS.index(found[2].upper()))
    return None


def _number(text: str) -> int:
    """Reads a number in figures or in words; 0 is none."""
    return int(text) if text.isdecimal() else _NUMBERS.get(text, 0)


def _run(size: int, length: int) -> Shape | None:
    shortest = 2 if size == _GROUPS["quad"] else 3
    return Shape(size, length) if shortest <= length <= len(RANKS) else None


def _format_shape(shape: Shape) -> str:
    if shape.length > 1:
        return f"{_RUN_NAMES[shape.size]} of {shape.length}"
    name = _GROUP_NAMES[shape.size]
    if shape.rank is None:
        return name
    rank = RANKS[shape.rank]
    return f"{name} {rank}" if shape.size == 1 else f"{name} of {rank}s"
