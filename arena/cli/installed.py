"""What is installed: which version, and whether its hot path is compiled."""

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec


def installed() -> str:
    """Gives the version, and says whether it is compiled: `0.1.0, compiled`."""
    try:
        number = version("tienlen-arena")
    except PackageNotFoundError:
        number = "unknown: run from a folder, not installed"
    return f"{number}, compiled" if is_compiled() else number


def is_compiled() -> bool:
    """Says whether Python takes the hot path from compiled modules.

    Its modules are compiled together, so one of them tells.
    """
    found = find_spec("arena.game.deal")
    if found is None or found.origin is None:
        return False
    return found.origin.endswith(tuple(EXTENSION_SUFFIXES))
