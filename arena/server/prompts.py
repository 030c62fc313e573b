"""Prompts as bytes of `arena.v1.Prompt`, put together from fields encoded before.

A prompt is made for every decision. To fill a message field by field and have it encoded
is most of what that costs, and nearly all of it says what has been said before: the same
hand, the same plays, the same seats. To protobuf a message is its fields one after
another, in any order, so each is looked up among those that the library has encoded
already, and the prompt is all of them joined. The library's own encoding is what tests
compare with.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from arena.game.cards import PACK_SIZE, Cards
from arena.game.combinations import Kind
from arena.game.deal import Situation
from arena.game.variant import MOST_SEATS
from arena.game.view import View
from arena.match.result import Action
from arena.server.convert import KINDS, SITUATIONS, bounded, event_of
from arena.v1 import cards_pb2 as cards_pb
from arena.v1 import play_service_pb2 as pb

MOST_CARDS = 2 * PACK_SIZE
"""The most cards that a hand can have: no table plays with more than two packs."""


def _field(**value: Any) -> bytes:  # noqa: ANN401 - whatever the field holds
    return pb.Prompt(**value).SerializeToString()


_SEATS = tuple(_field(seat=seat) for seat in range(MOST_SEATS))
_OWNERS = tuple(_field(owner=seat) for seat in range(MOST_SEATS))
_LOCKED = tuple(_field(locked=seats) for seats in range(1 << MOST_SEATS))
_MUST_INCLUDE = tuple(_field(must_include=bytes((c,))) for c in range(PACK_SIZE))
_MAY_PASS = (b"", _field(may_pass=True))
_SITUATIONS: dict[Situation | None, bytes] = {None: b""}
_SITUATIONS |= {each: _field(situation=wire) for each, wire in SITUATIONS.items()}
_KINDS: dict[Kind, bytes] = {k: _field(table_kind=wire) for k, wire in KINDS.items()}


def _headings(field: str, most: int, *, repeated: bool = False) -> Sequence[bytes]:
    """Gives what stands before so many bytes, from none to `most`, in a field."""
    encoded = []
    for size in range(most + 1):
        held = bytes(size)
        encoded.append(_field(**{field: [held] if repeated else held}))
    return [each[: len(each) - size] for size, each in enumerate(encoded)]


_HAND = _headings("hand", MOST_CARDS)
_TABLE = _headings("table", MOST_CARDS)
_HAND_COUNTS = _headings("hand_counts", MOST_SEATS)
_LEGAL_PLAY = _headings("legal_plays", MOST_CARDS, repeated=True)


@lru_cache(maxsize=4096)
def _table_id(table_id: int) -> bytes:
    return _field(table_id=table_id)


@lru_cache(maxsize=4096)
def _turn(turn: int) -> bytes:
    return _field(turn=turn)


@lru_cache(maxsize=4096)
def _round_trip(seconds: float | None) -> bytes:
    return b"" if seconds is None else _field(round_trip_us=bounded(seconds * 1e6))


@lru_cache(maxsize=65536)
def encode_event(action: Action) -> bytes:
    """Gives an action as one of a prompt's `events`, the same for every seat."""
    return _field(events=[event_of(action)])


def encode_prompt(
    view: View,
    events: Iterable[bytes],
    plays: Iterable[Cards],
    *,
    table_id: int,
    turn: int,
    clock_left: float | None,
    round_trip: float | None,
) -> bytes:
    """Gives the prompt for what the seat of `view` may see and must know.

    Args:
        view: The deal as the seat sees it.
        events: What is news to the seat, each from `encode_event`.
        plays: The legal plays to list.
        table_id: The table's number on the wire.
        turn: The turn to answer with.
        clock_left: Seconds left on the seat's clock; `None`: unlimited.
        round_trip: Seconds to the bot and back; `None`: unknown.
    """
    hand, counts, table = view.hand, view.hand_counts, view.table
    parts = [
        _table_id(table_id),
        _turn(turn),
        _SEATS[view.seat],
        _SITUATIONS[view.situation],
        _HAND[len(hand)],
        hand,
        _LOCKED[view.locked],
        _HAND_COUNTS[len(counts)],
        counts,
        _MAY_PASS[view.may_pass],
        _round_trip(round_trip),
        *events,
    ]
    if table is not None:
        parts += (_TABLE[len(table.cards)], table.cards, _KINDS[table.kind])
        parts.append(_OWNERS[view.owner or 0])
    if view.must_include is not None:
        parts.append(_MUST_INCLUDE[view.must_include])
    for play in plays:
        parts += (_LEGAL_PLAY[len(play)], play)
    if clock_left is not None:
        rest = pb.Prompt(clock_left_ms=bounded(clock_left * 1000))
        parts.append(rest.SerializeToString())
    if view.open_hands:
        parts.append(_open_hands(view.open_hands))
    return b"".join(parts)


def _open_hands(hands: Iterable[tuple[int, Cards]]) -> bytes:
    shown = [cards_pb.OpenHand(seat=seat, cards=hand) for seat, hand in hands]
    return _field(open_hands=shown)


def in_response(prompt: bytes) -> bytes:
    """Gives an encoded prompt as one of the `prompts` of `arena.v1.PlayResponse`."""
    return _heading(len(prompt)) + prompt


_FIELD = pb.PlayResponse.DESCRIPTOR.fields_by_name["prompts"].number
_LENGTH_DELIMITED = 2


@lru_cache(maxsize=4096)
def _heading(size: int) -> bytes:
    """Gives what stands before a prompt of so many bytes: the field and the size."""
    return _varint(_FIELD << 3 | _LENGTH_DELIMITED) + _varint(size)


def _varint(number: int) -> bytes:
    """Encodes a number as protobuf does: 7 bits a byte, low ones first."""
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)
