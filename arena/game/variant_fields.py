"""Reading the fields of a variant from plain values, with errors that help.

Every refusal names the field, the value and what is allowed. Which fields there
are is said by `variant.Variant`; this module says what may stand in each.
"""

import re
from collections.abc import Callable
from enum import Enum

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
from arena.game.shapes import parse_exception

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+-]{0,63}")


def read_field(key: str, value: object) -> object:
    """Reads the value of a field that exists.

    Raises:
        VariantError: The value is not allowed.
    """
    return _READERS[key](key, value)


def _flag(key: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _not_allowed(key, value, "true, false")


def _choice(options: type[Enum]) -> Callable[[str, object], object]:
    words = {str(option.value): option for option in options}

    def read(key: str, value: object) -> object:
        if isinstance(value, options):
            return value
        if isinstance(value, str) and value in words:
            return words[value]
        raise _not_allowed(key, value, ", ".join(words), words)

    return read


def _number(low: int, high: int, *words: str) -> Callable[[str, object], object]:
    allowed = ", ".join((f"{low} to {high}", *words))

    def read(key: str, value: object) -> object:
        if isinstance(value, str):
            fits = value in words
        else:
            whole = isinstance(value, int) and not isinstance(value, bool)
            fits = whole and value in range(low, high + 1)
        if not fits:
            raise _not_allowed(key, value, allowed, words)
        return value

    return read


def _exceptions(key: str, value: object) -> object:
    if not isinstance(value, list | tuple):
        raise _not_allowed(key, value, "a list of 'BEATER > BEATEN'")
    read = []
    for item in value:
        if not isinstance(item, str):
            raise _not_allowed(key, item, "a list of 'BEATER > BEATEN'")
        try:
            read.append(parse_exception(item))
        except InvalidNotationError as error:
            raise _not_allowed(key, item, error.expected) from error
    return tuple(dict.fromkeys(read))


def _name(key: str, value: object) -> str:
    if isinstance(value, str) and _NAME.fullmatch(value):
        return value
    raise _not_allowed(
        key, value, "up to 64 letters, digits, spaces and . _ + -, first no sign"
    )


def _not_allowed(
    key: str,
    value: object,
    allowed: str,
    words: "dict[str, Enum] | tuple[str, ...]" = (),
) -> VariantError:
    near = did_you_mean(value, words) if isinstance(value, str) else ""
    return VariantError(key, f"{value!r} is not allowed{near}", f"allowed: {allowed}")


_READERS: dict[str, Callable[[str, object], object]] = {
    "name": _name,
    "seats": _number(2, 8, "any"),
    "packs": _number(1, 2, "auto"),
    "hand": _number(1, PACK_SIZE, "equal"),
    "hand_at_three": _number(1, PACK_SIZE, "equal", "hand"),
    "leftover": _choice(Leftover),
    "twos_in_runs": _flag,
    "pairs_beat": _choice(PairsBeat),
    "equal_cards": _choice(EqualCards),
    "exceptions": _exceptions,
    "opening": _choice(Opening),
    "lead_later": _choice(LeadLater),
    "instant_win": _choice(InstantWin),
    "solo_run": _flag,
    "out_of_turn": _flag,
    "open_hands": _choice(OpenHands),
    "ends": _choice(Ends),
    "payoff": _choice(Payoff),
}
