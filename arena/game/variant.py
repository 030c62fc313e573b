"""Variants: every rule that differs between houses, as one frozen value.

Rules: section "The variants". A variant is its name and its fields, nothing else
in the package asks for a name. The presets are `thirteen` and what differs from
it; house rules are a preset and what differs from that:

    >>> house = with_rules(variant("thirteen"), {"equal_cards": "later"})
    >>> overrides(house)
    ('thirteen', {'equal_cards': 'later'})

Departures from the letter of the sources: the printed exceptions of `thirteen`
stand the other way round in one source (twos beating bombs); that table can be
had with `exceptions = ["single 2 > quad", …]`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from arena.errors import InvalidNotationError, VariantError, did_you_mean
from arena.game.cards import PACK_SIZE
from arena.game.options import (
    Ends,
    EqualCards,
    InstantWin,
    LeadLater,
    Leftover,
    OpenHands,
    Opening,
    PairsBeat,
    Payoff,
)
from arena.game.presets import PRESET_RULES
from arena.game.shapes import Exemption, format_exception, parse_exception
from arena.game.toml_text import parse_toml
from arena.game.variant_fields import read_field

HandSize: TypeAlias = int | Literal["equal"]
"""Cards a hand, or as many as all seats can have alike."""

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 8
MOST_PACKS: Final = 2


@dataclass(frozen=True)
class Variant:
    """The rules of a table, complete."""

    name: str = "thirteen"
    """What the variant is called."""
    based_on: str = "thirteen"
    """The preset it starts from; a preset's own name for itself."""
    seats: int | Literal["any"] = "any"
    """The only number of seats it is played with, or any from 2 to 8."""
    packs: Literal["auto", 1, 2] = "auto"
    """How many packs; `"auto"` is one up to four seats, two from five on."""
    hand: HandSize = 13
    """How many cards each seat is dealt."""
    hand_at_three: HandSize | Literal["hand"] = "hand"
    """The same for a table of three; `"hand"` is as for any other table."""
    leftover: Leftover = Leftover.OUT_OF_PLAY
    """Where the cards go that are not dealt."""
    twos_in_runs: bool = True
    """Whether runs of cards, pairs and quads may end in the two."""
    pairs_beat: PairsBeat = PairsBeat.HIGHER
    """Which pairs beat a pair."""
    equal_cards: EqualCards = EqualCards.FORBIDDEN
    """What happens when highest cards are equal."""
    exceptions: tuple[Exemption, ...] = tuple(
        map(
            parse_exception,
            (
                "quad > single 2",
                "pair run of 3 > single 2",
                "pair run of 4 > pair of 2s",
                "pair run of 5 > triple of 2s",
            ),
        )
    )
    """What beats what across kinds and lengths, as (beater, beaten)."""
    opening: Opening = Opening.INCLUDE
    """What the opener of a first deal may do."""
    lead_later: LeadLater = LeadLater.WINNER
    """Who leads the later deals of a session."""
    instant_win: InstantWin = InstantWin.NONE
    """Which hands win before any play."""
    solo_run: bool = False
    """Whether the owner of an exhausted trick may go on playing higher ones."""
    out_of_turn: bool = False
    """Whether seats that have not passed may play while others are on turn."""
    open_hands: OpenHands = OpenHands.NONE
    """Whose hands a seat sees beside its own."""
    ends: Ends = Ends.LAST_HOLDER
    """When a deal ends."""
    payoff: Payoff = Payoff.LOSER_PAYS
    """Who pays whom."""

    def __hash__(self) -> int:
        """Goes by names alone, since every deal looks things up by its variant."""
        return hash((self.name, self.based_on))

    @cached_property
    def quad_run_lengths(self) -> frozenset[int]:
        """The lengths of quad runs that exist, which the exceptions name."""
        shapes = (shape for exemption in self.exceptions for shape in exemption)
        return frozenset(s.length for s in shapes if s.size == 4 and s.length > 1)


def with_rules(base: Variant, rules: Mapping[str, object]) -> Variant:
    """Gives the variant that differs from `base` in the fields named.

    Values are those of the TOML form. Naming `hand` alone sets it for tables of
    three as well, so that it means what it says.

    Raises:
        VariantError: A field does not exist, or a value is not allowed.
    """
    allowed = [field.name for field in fields(Variant) if field.name != "based_on"]
    for key in rules:
        if key not in allowed:
            hint = f"allowed: {', '.join(allowed)}"
            raise VariantError(
                key, f"no such field of a variant{did_you_mean(key, allowed)}", hint
            )
    changes = {key: read_field(key, value) for key, value in rules.items()}
    if "hand" in changes:
        changes.setdefault("hand_at_three", "hand")
    # The field readers give each field its type; the mapping cannot say so.
    return replace(base, **changes)  # type: ignore[arg-type]


_DEFAULT = Variant()

PRESETS: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        name: replace(with_rules(_DEFAULT, {"name": name, **rules}), based_on=name)
        for name, rules in PRESET_RULES.items()
    }
)
"""The variants of the sources by name."""


def variant(name: str) -> Variant:
    """Gives the preset of that name.

    Raises:
        VariantError: There is none.
    """
    try:
        return PRESETS[name]
    except KeyError:
        raise VariantError(
            "variant",
            f"'{name}' is none{did_you_mean(name, PRESETS)}",
            f"allowed: {', '.join(PRESETS)}",
        ) from None


def from_mapping(table: Mapping[str, object]) -> Variant:
    """Reads a variant from its TOML table: `based_on` and the fields that differ.

    Raises:
        VariantError: A field does not exist, or a value is not allowed.
    """
    rules = dict(table)
    base = rules.pop("based_on", _DEFAULT.name)
    if not isinstance(base, str):
        raise VariantError(
            "based_on", f"{base!r} is none", f"allowed: {', '.join(PRESETS)}"
        )
    return with_rules(variant(base), rules)


def from_toml(text: str) -> Variant:
    """Reads a variant from TOML text, the inverse of `to_toml`.

    Raises:
        VariantError: The text is no TOML, or defines no variant.
    """
    try:
        return from_mapping(parse_toml(text))
    except InvalidNotationError as error:
        raise VariantError("variant", f"no TOML document: {error.value}") from error


def overrides(of: Variant) -> tuple[str, dict[str, object]]:
    """Gives the preset a variant is based on and the fields that differ from it.

    `with_rules(variant(name), fields)` gives the same variant again.
    """
    base = variant(of.based_on)
    differing = {
        field.name: plain_value(of, field.name)
        for field in fields(Variant)
        if getattr(of, field.name) != getattr(base, field.name)
    }
    if "hand" in differing:
        differing["hand_at_three"] = of.hand_at_three
    return of.based_on, differing


def to_toml(of: Variant) -> str:
    """Writes a variant, all of its fields, as the TOML document that defines it."""
    lines = [
        f"{field.name} = {_toml(plain_value(of, field.name))}"
        for field in fields(Variant)
    ]
    return "\n".join(lines) + "\n"


def plain_value(of: Variant, field: str) -> object:
    """Gives a field as the plain value that the TOML form has for it."""
    value: object = getattr(of, field)
    if field == "exceptions":
        return [format_exception(exemption) for exemption in of.exceptions]
    return value.value if isinstance(value, Enum) else value


def _toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case list():
            items = "".join(f"  {_toml(item)},\n" for item in value)
            return f"[\n{items}]" if items else "[]"
        case int():
            return str(value)
        case _:
            # Names are limited to characters that need no escape.
            return f'"{value}"'


def check_table(seats: int) -> None:
    """Refuses numbers of seats that no table has.

    Raises:
        VariantError: There are fewer than two seats, or more than eight.
    """
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise VariantError(
            "seats", f"{seats}; a table has {FEWEST_SEATS} to {MOST_SEATS}"
        )


def check_seats(of: Variant, seats: int) -> None:
    """Refuses numbers of seats that the variant is not played with.

    Raises:
        VariantError: It is not played so.
    """
    check_table(seats)
    if of.seats not in {"any", seats}:
        raise VariantError(
            "seats",
            f"{seats}; '{of.name}' is played by {of.seats}",
            'the house rule seats = "any" lifts this',
        )


def packs_for(of: Variant, seats: int) -> int:
    """Says how many packs a table of that many seats plays with."""
    if of.packs == "auto":
        return 1 if seats <= 4 else 2
    return of.packs


def hand_size(of: Variant, seats: int) -> int:
    """Says how many cards each seat of such a table is dealt.

    Raises:
        VariantError: The variant is not played by so many, or the packs do not
            hold so many cards.
    """
    check_seats(of, seats)
    total = PACK_SIZE * packs_for(of, seats)
    hand = of.hand
    if seats == 3 and of.hand_at_three != "hand":
        hand = of.hand_at_three
    if hand == "equal":
        return total // seats
    if hand * seats > total:
        raise VariantError(
            "hand",
            f"{hand} cards for each of {seats} seats are {hand * seats}, "
            f"the packs hold {total}",
            f'at the most {total // seats}, which hand = "equal" gives',
        )
    return hand
