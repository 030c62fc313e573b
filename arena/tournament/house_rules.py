"""The rules of a tournament: a variant by name or from a file, and what differs from it.

A file's rules are written into the configuration's text when it is read, so that the
tournament as it is stored, exported and verified needs no file but itself.
"""

from collections.abc import Mapping
from contextlib import suppress

from arena.errors import ConfigError, InvalidNotationError, VariantError
from arena.game.toml_text import parse_toml
from arena.game.variant import Variant, from_mapping, to_toml, variant, with_rules
from arena.tournament.section import Section

FILE_RULES = "variant_file"
"""The table that holds the rules of the file that `variant` names."""


def read_rules(section: Section) -> tuple[Variant, Mapping[str, object]]:
    """Gives the rules in force, and `rules` as written.

    Raises:
        ConfigError: The variant does not exist, its file's rules are not there, or
            a rule cannot be used.
    """
    name = section.text("variant", "thirteen")
    changes, file = section.table("rules"), section.table(FILE_RULES)
    try:
        base = from_mapping(file) if file else None
    except VariantError as error:
        key = f"{FILE_RULES}.{error.key}"
        raise ConfigError(key, error.problem, error.hint) from error
    if _is_path(name) != (base is not None):
        raise _unmatched(name)
    try:
        base = base or variant(name)
    except VariantError as error:
        hint = f"{error.hint}; or the path of a TOML file, such as './club.toml'"
        raise ConfigError("variant", error.problem, hint) from error
    try:
        return with_rules(base, changes), changes
    except VariantError as error:
        raise ConfigError(f"rules.{error.key}", error.problem, error.hint) from error


def named_file(text: str) -> str | None:
    """Gives the path of the file whose rules a configuration's text still lacks."""
    with suppress(InvalidNotationError):
        values = parse_toml(text)
        name = values.get("variant")
        if isinstance(name, str) and _is_path(name) and FILE_RULES not in values:
            return name
    return None


def with_file_rules(text: str, rules: Variant) -> str:
    """Gives a configuration's text with all the rules of the file it names."""
    return f"{text.rstrip()}\n\n[{FILE_RULES}]\n{to_toml(rules)}"


def _is_path(name: str) -> bool:
    return name.endswith(".toml") or "/" in name


def _unmatched(name: str) -> ConfigError:
    if _is_path(name):
        return ConfigError(
            "variant",
            f"'{name}' is a file, and the table [{FILE_RULES}] that holds what it says"
            " is missing",
            "the commands add it when they read the configuration from its own file",
        )
    return ConfigError(
        FILE_RULES,
        f"goes with a variant that is the path of a file, and it is '{name}'",
        "to change rules of a variant by name, use [rules]",
    )
