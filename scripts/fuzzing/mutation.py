"""Makes hostile input of sound input.

Bytes changed at random seldom get past a parser. So JSON and TOML are also changed
where they have a structure: values are replaced by odd ones, moved, doubled or left
out, and words in texts are treated likewise.
"""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

Mutation: TypeAlias = Callable[[bytes, Random], bytes]

_ODD_NUMBERS = (0, 1, -1, 2, 3, 4, 7, 8, 9, 52, 255, 2**31, 2**63, 2**64, 10**30, 1e400)
_ODD_TEXTS = (
    *("", " ", "pass", "3S", "2H 2H 2H", "10", "🂡", "\x00", "\ud800", "é" * 41),
    *("house-1", "forced", "substitute", "normal", "flag_fall", "thirteen", "equal"),
    *("quad > single 2", "pair run of 4 > pair of 2s", "any", "auto", "none", "1e9+1"),
    "2026-03-01T12:00:00Z",
)
_ODD_VALUES: tuple[object, ...] = (
    *_ODD_NUMBERS,
    *_ODD_TEXTS,
    *(None, True, False, 0.5, [], [[]], {}, {"": None}, {"name": "x"}),
)
_ODD_TOML = (
    *("1", "0", "-1", "true", '""', '"x"', "[]", "{}", "1.5", "nan", "-inf", "0x1F"),
    *("[[1]]", "{ x = 1 }", "1979-05-27", "07:32:00", "9" * 30, "0x" + "f" * 5000),
    *("1e400", "[" * 2000, '"""\n"""', "9" * 5000),
)
_ODD_BYTES = (b"\x00", b"\xff", b'"', b"\n", b"[", b"{", b"\xed\xa0\x80", b"9" * 20)


def mutate_text(data: bytes, chance: Random) -> bytes:
    """Changes bytes, or words that blanks part."""
    if chance.random() < 0.5:
        words = data.split(b" ")
        _shuffle_items(words, chance, [word.encode() for word in _CARDS])
        return b" ".join(words)
    return _mutate_bytes(data, chance)


def mutate_json(data: bytes, chance: Random) -> bytes:
    """Changes one or more values of a JSON document."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return _mutate_bytes(data, chance)
    if chance.random() < 0.05:
        return _mutate_bytes(data, chance)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        document = _mutate_value(document, chance)
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def mutate_lines(data: bytes, chance: Random) -> bytes:
    """Changes a file of JSON documents, one a line."""
    lines = data.split(b"\n")
    if chance.random() < 0.4:
        _shuffle_items(lines, chance, [b"", b"{}"])
    else:
        number = chance.randrange(len(lines))
        lines[number] = mutate_json(lines[number], chance)
    return b"\n".join(lines)


def mutate_toml(data: bytes, chance: Random) -> bytes:
    """Changes a TOML document by lines and by the values in them."""
    lines = data.decode("utf-8", "replace").split("\n")
    choice = chance.random()
    if choice < 0.2:
        return _mutate_bytes(data, chance)
    if choice < 0.5:
        _shuffle_items(lines, chance, ["", "[rules]", "[[entrants]]", 'name = "x"'])
    else:
        number = chance.randrange(len(lines))
        key, equals, value = lines[number].partition(" = ")
        if equals:
            odd = _ODD_TOML + tuple(json.dumps(text) for text in _ODD_TEXTS)
            changed = chance.choice((*odd, value, value[:-1]))
            lines[number] = f"{key} = {changed}"
        else:
            lines[number] = chance.choice(("[rules]", "[[entrants]]", "", "x"))
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _mutate_value(value: Any, chance: Random) -> Any:
    """Changes a value, more often one within it than the whole."""
    if isinstance(value, dict) and value and chance.random() < 0.95:
        key = chance.choice(list(value))
        choice = chance.random()
        if choice < 0.05:
            del value[key]
        elif choice < 0.08:
            value[chance.choice(_ODD_TEXTS)] = value[key]
        elif choice < 0.15:
            value[key] = value[chance.choice(list(value))]
        else:
            value[key] = _mutate_value(value[key], chance)
        return value
    if isinstance(value, list) and value and chance.random() < 0.9:
        if chance.random() < 0.4:
            _shuffle_items(value, chance, _ODD_VALUES)
        else:
            number = chance.randrange(len(value))
            value[number] = _mutate_value(value[number], chance)
        return value
    return _mutate_leaf(value, chance)


def _mutate_leaf(value: Any, chance: Random) -> Any:
    if isinstance(value, int) and not isinstance(value, bool) and chance.random() < 0.8:
        return chance.choice((value + 1, value - 1, -value, *_ODD_NUMBERS))
    if isinstance(value, str) and chance.random() < 0.8:
        words = value.split(" ")
        _shuffle_items(words, chance, _CARDS)
        return " ".join(words)
    return chance.choice(_ODD_VALUES)


def _shuffle_items(items: list[Any], chance: Random, others: Sequence[Any]) -> None:
    """Leaves out, doubles, exchanges, replaces or adds one of some items."""
    here = chance.randrange(len(items)) if items else 0
    match chance.randrange(5) if items else 4:
        case 0:
            del items[here]
        case 1:
            items.insert(chance.randrange(len(items) + 1), items[here])
        case 2:
            there = chance.randrange(len(items))
            items[here], items[there] = items[there], items[here]
        case 3:
            items[here] = chance.choice(others)
        case _:
            items.insert(here, chance.choice(others))


def _mutate_bytes(data: bytes, chance: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8))):
        here = chance.randrange(len(changed) + 1)
        match chance.randrange(4):
            case 0:
                changed[here : here + 1] = bytes([chance.randrange(256)])
            case 1:
                changed[here:here] = chance.choice(_ODD_BYTES)
            case 2:
                del changed[here : here + chance.choice((1, 2, 50))]
            case _:
                there = chance.randrange(len(changed) + 1)
                changed[here:here] = changed[there : there + chance.choice((1, 20))]
    return bytes(changed)


_CARDS = tuple(
    rank + suit
    for rank in ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
    for suit in "SCDH"
)
