"""The entrants of the organiser's file: who plays, and how each bot is started."""

import json
import re
import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from arena.errors import ConfigError
from arena.tournament.result import HOUSE_PREFIX
from arena.tournament.section import REQUIRED, Section

FEWEST_ENTRANTS = 2
"""Fewer cannot play."""

MAX_ENTRANTS = 4096
"""Ratings keep a dense matrix with a row and a column for each entrant."""

DEFAULT_MEMORY = "2GiB"
"""The memory a launched bot may hold where its block says nothing else."""

DEFAULT_PROCESSES = 64
"""The processes a launched bot may have where its block says nothing else."""

_KEYS = frozenset(
    {"name", "command", "env", "copies", "optional", "memory", "processes"}
)
_SIZE = re.compile(r"([1-9]\d{0,5}) ?([KMG]iB)", re.ASCII)
_UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
_LEAST_MEMORY = 16 << 20
_ARENA_VARIABLES = ("ARENA_ADDRESS", "ARENA_TOKEN")


@dataclass(frozen=True, slots=True)
class EntrantConfig:
    """One entrant; a block with `copies` has become so many of these."""

    name: str
    """The entrant's name, of 1 to 40 printable characters."""
    command: tuple[str, ...] | None = None
    """Program and arguments that start the bot; `None`: it is remote and joins."""
    env: Mapping[str, str] = field(default_factory=dict)
    """Environment variables the bot gets besides the arena's own."""
    optional: bool = False
    """Whether the tournament goes on without it where it cannot be started."""
    memory: int = 2 << 30
    """The bytes of memory its processes may hold together; 0 sets no limit."""
    processes: int = DEFAULT_PROCESSES
    """How many processes it may have; 0 sets no limit."""

    @property
    def remote(self) -> bool:
        """Whether the bot is started elsewhere and joins by itself."""
        return self.command is None


def read_entrants(
    tables: Sequence[Mapping[str, object]],
    *,
    above: Collection[str] = (),
    fewest: int = FEWEST_ENTRANTS,
) -> tuple[EntrantConfig, ...]:
    """Reads every `[[entrants]]` block, copies written out.

    Args:
        tables: The blocks.
        above: The keys that stand above all blocks, to be named where one is among
            those of a block.
        fewest: How few may stand here; less where others are to be added.

    Raises:
        ConfigError: A block cannot be used, two entrants share a name, or there
            are too few or too many.
    """
    entrants: list[EntrantConfig] = []
    owner: dict[str, str] = {}
    for number, values in enumerate(tables, start=1):
        path = f"entrants[{number}]"
        for entrant in _entrant(Section(values, _KEYS, path, above=above)):
            if entrant.name in owner:
                raise ConfigError(
                    f"{path}.name",
                    f"'{entrant.name}' is taken by {owner[entrant.name]};"
                    " every entrant needs a name of its own",
                )
            owner[entrant.name] = path
            entrants.append(entrant)
    if not fewest <= len(entrants) <= MAX_ENTRANTS:
        raise ConfigError(
            "entrants",
            f"{len(entrants)} in all; allowed are {fewest} to {MAX_ENTRANTS}",
            "add an [[entrants]] block with a name and a command, or say open = true"
            " to enter whoever is in the lobby of arena serve",
        )
    return tuple(entrants)


def with_entrants(text: str, names: Sequence[str]) -> str:
    """Gives a configuration's text with a block for each remote entrant at its end."""
    blocks = [
        # A name has no control characters, so that JSON's quotes are TOML's.
        f"\n[[entrants]]\nname = {json.dumps(name, ensure_ascii=False)}\n"
        for name in names
    ]
    return "\n".join([text.rstrip(), *blocks]) if blocks else text


def read_name(key: str, name: str, *, longest: int) -> str:
    """Returns the name if it can stand in tables, file names and deal seeds.

    Raises:
        ConfigError: It cannot; the error names `key`.
    """
    readable = name.isprintable() and name == name.strip()
    if not (
        1 <= len(name) <= longest
        and readable
        and not name.startswith(".")
        and "/" not in name
        and "\\" not in name
    ):
        raise ConfigError(
            key,
            f"{name!r} is no name; it must have 1 to {longest} printable characters,"
            " no slashes, no dot or blank in front and no blank behind",
        )
    return name


def _entrant(section: Section) -> list[EntrantConfig]:
    base = section.text("name", REQUIRED)
    copies = section.integer("copies", 1, 1, MAX_ENTRANTS)
    command = _command(section)
    optional = section.flag("optional", default=False)
    memory = _memory(section)
    processes = section.integer("processes", DEFAULT_PROCESSES, 0, 100_000)
    env = section.texts("env")
    for name in env:
        if not name or "=" in name or "\0" in name or name in _ARENA_VARIABLES:
            raise ConfigError(
                section.key(f"env.{name}"),
                "no variable a bot can be given; names have no '=', and"
                f" {' and '.join(_ARENA_VARIABLES)} are set by the arena",
            )
    names = [base] if copies == 1 else [f"{base}-{n}" for n in range(1, copies + 1)]
    return [
        EntrantConfig(
            read_entrant_name(section.key("name"), name),
            command,
            env,
            optional,
            memory,
            processes,
        )
        for name in names
    ]


def _memory(section: Section) -> int:
    text = section.text("memory", DEFAULT_MEMORY)
    if text == "none":
        return 0
    found = _SIZE.fullmatch(text)
    size = int(found[1]) * _UNITS[found[2]] if found else 0
    if size < _LEAST_MEMORY:
        raise ConfigError(
            section.key("memory"),
            f"'{text}' is no limit for a program; it must be a size like '512MiB' or"
            " '2GiB', 16MiB at the least, or 'none'",
        )
    return size


def _command(section: Section) -> tuple[str, ...] | None:
    given = section.text_or_list("command")
    if given is None:
        return None
    try:
        words = shlex.split(given) if isinstance(given, str) else given
    except ValueError as error:
        raise ConfigError(section.key("command"), f"{given!r}: {error}") from error
    if not words or not words[0] or any("\0" in word for word in words):
        raise ConfigError(
            section.key("command"),
            f"{given!r} starts nothing; it must name a program and its arguments",
            "leave the key out for an entrant that joins from elsewhere",
        )
    return tuple(words)


def read_entrant_name(key: str, name: str) -> str:
    """Returns the name if an entrant may have it.

    Raises:
        ConfigError: It may not; the error names `key`.
    """
    read_name(key, name, longest=40)
    if name.startswith(HOUSE_PREFIX):
        raise ConfigError(
            key, f"'{name}' is reserved; names in {HOUSE_PREFIX}… are for fill-ins"
        )
    return name
