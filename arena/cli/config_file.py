"""Reading what an organiser decides: the configuration file and the seed."""

from pathlib import Path

from arena.cli.files import read_text
from arena.cli.misuse import MisuseError
from arena.dealing import SEED_BYTES
from arena.errors import ConfigError, VariantError
from arena.game.variant import from_toml
from arena.tournament.config import TournamentConfig, parse_config, parse_seed
from arena.tournament.house_rules import named_file, with_file_rules


def read_config(path: Path) -> tuple[TournamentConfig, str]:
    """Gives what a configuration file says, and its text to be stored.

    That is the file's own, and behind it the rules of a file that its variant names.

    Raises:
        ConfigError: It cannot be read or used; the error names the file.
    """
    text = _with_rules(path, read_text(path))
    try:
        return parse_config(text), text
    except ConfigError as error:
        where = f"{path}: {error.key}"
        raise ConfigError(where, error.problem, error.hint) from error


def _with_rules(path: Path, text: str) -> str:
    """Adds the rules of the file that the variant names, if it names one."""
    named = named_file(text)
    if named is None:
        return text
    file = path.parent / named
    try:
        return with_file_rules(text, from_toml(_read_rules(file)))
    except VariantError as error:
        where = f"{file}: {error.key}"
        raise ConfigError(where, error.problem, error.hint) from error
    except ConfigError as error:
        where = f"{path}: variant"
        raise ConfigError(where, f"'{named}' {error.problem}", error.hint) from error


def _read_rules(file: Path) -> str:
    if file.exists() and not (file.is_file() or file.is_dir()):
        # Whoever reads a pipe that nobody writes to waits for ever.
        raise ConfigError(str(file), "cannot be read: no file")
    return read_text(file)


def read_seed(text: str) -> bytes | None:
    """Gives the seed of an option `--seed`; `None` where it is empty.

    Raises:
        MisuseError: It is no seed.
    """
    if not text:
        return None
    try:
        return parse_seed(text.zfill(2 * SEED_BYTES), "--seed")
    except ConfigError:
        raise MisuseError(
            f"--seed: '{text}' is no seed",
            f"it has up to {2 * SEED_BYTES} hexadecimal digits",
        ) from None
