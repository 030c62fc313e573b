"""The organiser's file: what is played, by whom, under which limits.

One TOML text becomes one frozen value; nothing is left to be found out during play.
Numbers in dotted keys count from 1, as rounds, tables and boards do: `entrants[2]` is
the second `[[entrants]]` block.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arena.dealing import SEED_BYTES
from arena.errors import ConfigError, InvalidNotationError, VariantError, did_you_mean
from arena.game.toml_text import parse_toml
from arena.game.variant import Variant, hand_size, variant
from arena.match.clock import TimeControl, parse_time_control
from arena.tournament.house_rules import read_rules
from arena.tournament.pairing import table_sizes
from arena.tournament.roster import (
    FEWEST_ENTRANTS,
    EntrantConfig,
    read_entrants,
    read_name,
)
from arena.tournament.section import REQUIRED, Section

LONGEST_NAME = 80
"""Characters that a tournament's name may have; an entrant's has fewer."""

_DAY = 86_400.0
_KEYS = frozenset(
    {
        "name",
        "format",
        "variant",
        "rules",
        "variant_file",
        "seats",
        "rounds",
        "boards",
        "rotations",
        "deals",
        "clock",
        "answer_time",
        "connect_time",
        "join_time",
        "points",
        "fill",
        "max_forfeits",
        "forced_passes",
        "parallel",
        "anchor",
        "seed",
        "open",
        "entrants",
    }
)


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """Everything the organiser decides."""

    name: str
    """The tournament's name, of 1 to 80 printable characters."""
    entrants: tuple[EntrantConfig, ...]
    """At least two, with names of their own; fewer while an open one has not begun."""
    format: str = "swiss"
    """How rounds are paired; Swiss for tables is the only format."""
    variant: Variant = field(default_factory=lambda: variant("thirteen"))
    """The rules in force, `rules` already applied."""
    rules: Mapping[str, object] = field(default_factory=dict)
    """The fields in which the file departs from the named variant, as written."""
    seats: int = 4
    """How many sit at a full table, 2 to 8."""
    rounds: int = 5
    """How many rounds are played."""
    boards: int = 3
    """How many boards each table plays in a round."""
    rotations: int = 4
    """How many times a board is played with the seats rotated; at most `seats`."""
    deals: int = 1
    """How many deals a rotation has; more than one makes it a session."""
    clock: TimeControl = field(default_factory=lambda: TimeControl(5.0, 0.1, None))
    """The bank and increment of a seat in each deal, and the limit of one answer."""
    connect_time: float = 20.0
    """Seconds a launched bot has to join."""
    join_time: float = 120.0
    """Seconds the arena waits for remote entrants before the first round."""
    points: str = "places"
    """What counts in the score: `places` (n − 1 … 0) or `money` (the payoff)."""
    fill: str = "house"
    """What completes the last tables: `house` bots, or `short` tables."""
    max_forfeits: int = 10
    """At so many forfeited deals the entrant is withdrawn."""
    forced_passes: bool = True
    """Whether the arena passes for a seat that can do nothing else."""
    parallel: int = 0
    """How many tables play at once; 0: all of a round."""
    anchor: str = ""
    """The entrant whose rating is 0; empty: the mean of all is."""
    seed: bytes | None = None
    """The master seed; `None`: the arena draws one."""
    open: bool = False
    """Whether everybody in the lobby of a serving arena is entered at the start."""

    @property
    def complete(self) -> bool:
        """Whether there are enough entrants to play; an open one may still want some."""
        return len(self.entrants) >= FEWEST_ENTRANTS

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants' names, in the file's order."""
        return tuple(entrant.name for entrant in self.entrants)


def parse_config(text: str) -> TournamentConfig:
    """Reads a tournament from TOML.

    Raises:
        ConfigError: The text is no TOML, or a key or value cannot be used. The
            error names the dotted key, the value and what is allowed.
    """
    try:
        values = parse_toml(text)
    except InvalidNotationError as error:
        raise ConfigError("file", f"not readable as TOML: {error.value}") from error
    section = Section(values, _KEYS)
    played, rules = read_rules(section)
    seats = _seats(section, played)
    is_open = section.flag("open", default=False)
    entrants = read_entrants(
        section.tables("entrants"),
        above=_KEYS,
        fewest=0 if is_open else FEWEST_ENTRANTS,
    )
    fill = section.choice("fill", "house", ("house", "short"))
    if fill == "short" and len(entrants) >= FEWEST_ENTRANTS:
        _check_short_tables(len(entrants), seats, played)
    return TournamentConfig(
        name=read_name("name", section.text("name", REQUIRED), longest=LONGEST_NAME),
        format=section.choice("format", "swiss", ("swiss",)),
        variant=played,
        rules=rules,
        seats=seats,
        rounds=section.integer("rounds", 5, 1, 10_000),
        boards=section.integer("boards", 3, 1, 10_000),
        rotations=section.integer("rotations", seats, 1, seats, ", one a seat"),
        deals=section.integer("deals", 1, 1, 1000),
        clock=_clock(section),
        connect_time=section.seconds("connect_time", 20.0, 3600.0) or 0.0,
        join_time=section.seconds("join_time", 120.0, 7 * _DAY) or 0.0,
        points=section.choice("points", "places", ("places", "money")),
        fill=fill,
        max_forfeits=section.integer("max_forfeits", 10, 1, 1_000_000),
        forced_passes=section.flag("forced_passes", default=True),
        parallel=section.integer("parallel", 0, 0, 100_000),
        anchor=_anchor(section.text("anchor", ""), entrants),
        seed=_optional_seed(section),
        open=is_open,
        entrants=entrants,
    )


def parse_seed(text: str, key: str = "seed") -> bytes:
    """Reads a master seed from its 64 hexadecimal digits.

    Raises:
        ConfigError: The text is anything else; it names `key`.
    """
    digits = text.strip()
    if len(digits) == 2 * SEED_BYTES and digits.isalnum() and digits.isascii():
        try:
            return bytes.fromhex(digits)
        except ValueError:
            pass
    raise ConfigError(
        key,
        f"'{text}' is no seed; it must be {2 * SEED_BYTES} hexadecimal digits",
        'make one with: python3 -c "import secrets; print(secrets.token_hex(32))"',
    )


def _seats(section: Section, played: Variant) -> int:
    seats = section.integer("seats", 4, 2, 8)
    try:
        hand_size(played, seats)
    except VariantError as error:
        problem = error.problem if error.key == "seats" else f"{seats}; {error.problem}"
        raise ConfigError("seats", problem, error.hint) from error
    return seats


def _check_short_tables(entrants: int, seats: int, played: Variant) -> None:
    try:
        for size in table_sizes(entrants, seats):
            hand_size(played, size)
    except VariantError as error:
        raise ConfigError(
            "fill",
            f"'short' does not do for {entrants} entrants at tables of {seats}:"
            f" {error.problem}; allowed is 'house'",
            error.hint,
        ) from error


def _clock(section: Section) -> TimeControl:
    text = section.text("clock", "5+0.1")
    answer_time = section.seconds("answer_time", None, _DAY)
    try:
        return parse_time_control(text, answer_time)
    except InvalidNotationError as error:
        raise ConfigError(
            "clock", f"'{text}' is no time control; it must be {error.expected}"
        ) from error


def _optional_seed(section: Section) -> bytes | None:
    text = section.text("seed", "")
    return parse_seed(text) if text else None


def _anchor(anchor: str, entrants: Sequence[EntrantConfig]) -> str:
    names = [entrant.name for entrant in entrants]
    if anchor and anchor not in names:
        raise ConfigError(
            "anchor",
            f"'{anchor}' is no entrant; it must be an entrant's name, or empty"
            f" for the mean of all{did_you_mean(anchor, names)}",
        )
    return anchor
