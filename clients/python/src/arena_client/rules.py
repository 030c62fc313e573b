"""The rules of a table, as far as they say which plays are legal.

`DealStart.rules` carries the whole variant as TOML; this is the part of it that a
player needs to find plays. Everything else (who is on turn, whether a pass is
allowed, what the opening must include) comes with each prompt.

All combinations are one idea, `size` cards of each of `length` consecutive ranks:
a pair is size 2 and length 1, a run of five is size 1 and length 5.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from arena_client.cards import RANKS, TWO

_GROUPS = {"single": 1, "pair": 2, "triple": 3, "quad": 4}
_RUNS = {"run": 1, "pair run": 2, "quad run": 4}
_GROUP = re.compile(r"(?:any )?(single|pair|triple|quad)(?: (?:of )?(\w+?)s?)?")
_RUN = re.compile(r"(run|pair run|quad run) of (\d+)")


class Shape(NamedTuple):
    """What a combination looks like: a pair, a run of five, three pairs in a row."""

    size: int
    """How many cards of each rank."""

    length: int
    """How many consecutive ranks."""


SINGLE = Shape(1, 1)
"""One card."""
PAIR = Shape(2, 1)
"""Two cards of a rank."""
TRIPLE = Shape(3, 1)
"""Three cards of a rank."""
QUAD = Shape(4, 1)
"""Four cards of a rank."""


class Side(NamedTuple):
    """One side of an exception."""

    shape: Shape
    """The shape that is meant."""

    rank: int | None
    """The rank its highest card must have; `None` for any."""

    def fits(self, shape: Shape, rank: int) -> bool:
        """Says whether a combination with this `shape` and top `rank` is meant."""
        return shape == self.shape and self.rank in {None, rank}


class Exemption(NamedTuple):
    """A combination that beats another kind, such as `quad > single 2`."""

    beater: Side
    """What beats."""

    beaten: Side
    """What is beaten."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Which plays exist, and what beats what."""

    run_top: int = TWO
    """The highest rank a run or pair run may end in."""

    any_pair: bool = False
    """Whether a pair beats any pair."""

    equal_cards: str = "forbidden"
    """With two packs, whether a play beats the table whose highest card equals its
    own: `forbidden`, `later` (it does) or `unmatched` (cards common to both are
    struck, then the higher wins)."""

    exceptions: tuple[Exemption, ...] = ()
    """What beats another kind."""

    packs: int | None = None
    """How many packs are dealt from; `None` for as many as the table takes."""

    def packs_for(self, seats: int) -> int:
        """How many packs so many seats are dealt from: two for five or more."""
        return self.packs or (1 if seats <= 4 else 2)

    def bombs(self, shape: Shape, rank: int) -> tuple[Side, ...]:
        """What beats a combination of this shape and top rank by exception."""
        return tuple(
            exemption.beater
            for exemption in self.exceptions
            if exemption.beaten.fits(shape, rank)
        )

    def is_quad_run(self, shape: Shape) -> bool:
        """Says whether consecutive quads of this length exist: an exception says so."""
        return any(exemption.beater.shape == shape for exemption in self.exceptions)


@lru_cache(maxsize=64)
def read_rules(text: str) -> Rules:
    """Reads the TOML of `DealStart.rules`; fields left out are as in `thirteen`.

    An exception that cannot be read, as a newer arena may have, is left out: a bot
    then misses a play, which is better than playing one that does not exist.

    Raises:
        ValueError: the text is no TOML.
    """
    fields = tomllib.loads(text)
    packs = fields.get("packs")
    exceptions = THIRTEEN.exceptions
    if "exceptions" in fields:
        exceptions = tuple(_readable(fields["exceptions"]))
    return Rules(
        run_top=TWO if fields.get("twos_in_runs", True) else TWO - 1,
        any_pair=fields.get("pairs_beat") == "any",
        equal_cards=str(fields.get("equal_cards", "forbidden")),
        exceptions=exceptions,
        packs=packs if isinstance(packs, int) else None,
    )


def _readable(exceptions: Iterable[object]) -> Iterator[Exemption]:
    for words in exceptions:
        with suppress(ValueError):
            yield read_exception(str(words))


def read_exception(text: str) -> Exemption:
    """Reads `BEATER > BEATEN`, as in `pair run of 3 > single 2`.

    Raises:
        ValueError: it cannot be read.
    """
    beater, arrow, beaten = text.partition(" > ")
    if not arrow:
        raise ValueError(f"no exception: {text!r}; expected BEATER > BEATEN")
    return Exemption(_read_side(beater), _read_side(beaten))


def _read_side(text: str) -> Side:
    if run := _RUN.fullmatch(text):
        return Side(Shape(_RUNS[run[1]], int(run[2])), None)
    group = _GROUP.fullmatch(text)
    if group and (group[2] is None or group[2] in RANKS):
        rank = None if group[2] is None else RANKS.index(group[2])
        return Side(Shape(_GROUPS[group[1]], 1), rank)
    raise ValueError(f"no shape: {text!r}; expected one like 'pair of 2s', 'run of 5'")


THIRTEEN = Rules(
    exceptions=tuple(
        read_exception(words)
        for words in (
            "quad > single 2",
            "pair run of 3 > single 2",
            "pair run of 4 > pair of 2s",
            "pair run of 5 > triple of 2s",
        )
    )
)
"""The default variant, `thirteen`."""
