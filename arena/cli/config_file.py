"""Reading what an organiser decides: the configuration file and the seed."""

from pathlib import Path

from arena.cli.files import read_text
from arena.cli.misuse import MisuseError
from arena.dealing import SEED_BYTES
from arena.errors import ConfigError
from arena.tournament.config import TournamentConfig, parse_config, parse_seed


def read_config(path: Path) -> tuple[TournamentConfig, str]:
    """Gives what a configuration file says, and its text.

    Raises:
        ConfigError: It cannot be read or used; the error names the file.
    """
    text = read_text(path)
    try:
        return parse_config(text), text
    except ConfigError as error:
        where = f"{path}: {error.key}"
        raise ConfigError(where, error.problem, error.hint) from error


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
