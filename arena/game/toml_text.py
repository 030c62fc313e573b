"""Reading TOML that nobody vouches for.

`tomllib` lets pass, or fails on with errors of other kinds, what no setting needs:
numbers of thousands of digits and tables nested by the thousand.
"""

import tomllib

from arena.errors import InvalidNotationError

_LARGEST = 2**63 - 1
"""The largest integer that TOML promises to every reader."""


def parse_toml(text: str) -> dict[str, object]:
    """Reads a TOML document.

    Raises:
        InvalidNotationError: The text is none, it is nested too deep, or a number
            in it is too large.
    """
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise _unreadable("nested too deep") from None
    except ValueError as error:
        # Of numbers with too many digits Python says more than a line of TOML.
        described = isinstance(error, tomllib.TOMLDecodeError)
        raise _unreadable(str(error) if described else "a number too large") from error
    if _has_too_large_a_number(document):
        raise _unreadable(f"a number above {_LARGEST}")
    return document


def _unreadable(problem: str) -> InvalidNotationError:
    return InvalidNotationError("TOML", problem, "a document that TOML 1.0 allows")


def _has_too_large_a_number(document: dict[str, object]) -> bool:
    left: list[object] = [document]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list):
            left += value
        elif isinstance(value, int) and abs(value) > _LARGEST:
            return True
    return False
