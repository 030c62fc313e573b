"""The short texts in the light columns: readable by eye, quick to take apart.

`(3, 1, 2)` is `"3 1 2"`, a finishing order `((2,), (0,), (1, 3))` is `"2>0>1=3"`,
flags `(False, True)` are `"01"`. Each pair of functions is inverse.
"""

from collections.abc import Iterable


def write_numbers(numbers: Iterable[int]) -> str:
    """Writes whole numbers with a space between."""
    return " ".join(map(str, numbers))


def read_numbers(text: str) -> tuple[int, ...]:
    """Reads what `write_numbers` wrote."""
    return tuple(map(int, text.split()))


def write_finish(finish: Iterable[Iterable[int]]) -> str:
    """Writes seats in finishing order, those that tied joined by `=`."""
    return ">".join("=".join(map(str, group)) for group in finish)


def read_finish(text: str) -> tuple[tuple[int, ...], ...]:
    """Reads what `write_finish` wrote."""
    return tuple(tuple(map(int, group.split("="))) for group in text.split(">"))


def write_flags(flags: Iterable[bool]) -> str:
    """Writes one `0` or `1` a flag."""
    return "".join("1" if flag else "0" for flag in flags)


def read_flags(text: str) -> tuple[bool, ...]:
    """Reads what `write_flags` wrote."""
    return tuple(sign == "1" for sign in text)
