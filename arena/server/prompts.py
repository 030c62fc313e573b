"""Prompts as bytes of `arena.v1.Prompt`, put together from fields encoded before.

A prompt is made for every decision. To fill a message field by field and have it encoded
is most of what that costs, and nearly all of it says what has been said before: the same
hand, the same plays, the same seats. To protobuf a message is its fields one after
another, in any order, so each is looked up among those that the library has encoded
already, and the prompt is all of them joined. The library's own encoding is what tests
compare with.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from google.protobuf.message import Message

from arena.game.cards import PACK_SIZE, Cards
from arena.game.variant import MOST_SEATS
from arena.game.view import View
from arena.match.result import Action
from arena.server.convert import KINDS, SITUATIONS, bounded
from arena.v1 import cards_pb2 as cards_pb
from arena.v1 import play_service_pb2 as pb

MOST_CARDS: Final = 2 * PACK_SIZE
"""The most cards that a hand can have: no table plays with more than two packs."""

_BYTES: Final = tuple(bytes((number,)) for number in range(256))
_LENGTH_DELIMITED: Final = 2


def _add_number(parts: list[bytes], number: int) -> None:
    """Adds a number, encoded as protobuf does: 7 bits a byte, low ones first."""
    while number > 0x7F:
        parts.append(_BYTES[number & 0x7F | 0x80])
        number >>= 7
    parts.append(_BYTES[number])


def _heading(message: type[Message], name: str, size: int) -> bytes:
    """Gives what stands before so many bytes in a field: which it is, and the size."""
    field = message.DESCRIPTOR.fields_by_name[name].number
    parts: list[bytes] = []
    _add_number(parts, field << 3 | _LENGTH_DELIMITED)
    _add_number(parts, size)
    return b"".join(parts)


def _headings(name: str, most: int) -> tuple[bytes, ...]:
    """Gives what stands before the bytes of a prompt's field, from none to `most`."""
    return tuple(_heading(pb.Prompt, name, size) for size in range(most + 1))


def _field(**value: Any) -> bytes:  # noqa: ANN401 - whatever the field holds
    return pb.Prompt(**value).SerializeToString()


def _number_heading(name: str) -> bytes:
    """Gives what stands before the number in a prompt's field."""
    return _field(**{name: 1})[:-1]


_OWNERS: Final = tuple(_field(owner=seat) for seat in range(MOST_SEATS))
_LOCKED: Final = tuple(_field(locked=seats) for seats in range(1 << MOST_SEATS))
_MUST_INCLUDE: Final = tuple(_field(must_include=card) for card in _BYTES[:PACK_SIZE])
_MAY_PASS: Final = _field(may_pass=True)
_SITUATIONS: Final = {each: _field(situation=wire) for each, wire in SITUATIONS.items()}
_KINDS: Final = {kind: _field(table_kind=wire) for kind, wire in KINDS.items()}
_HAND: Final = _headings("hand", MOST_CARDS)
_TABLE: Final = _headings("table", MOST_CARDS)
_HAND_COUNTS: Final = _headings("hand_counts", MOST_SEATS)
_LEGAL_PLAY: Final = _headings("legal_plays", MOST_CARDS)
_TURN: Final = _number_heading("turn")
_CLOCK_LEFT: Final = _number_heading("clock_left_ms")
_ROUND_TRIP: Final = _number_heading("round_trip_us")


_event_headings: Final[dict[int, bytes]] = {}
"""What stands before the cards of an event, by all that it depends on."""


def encode_event(action: Action) -> bytes:
    """Gives an action as one of a prompt's `events`, the same for every seat."""
    cards = action.cards
    marks = action.forced << 2 | action.substitute << 1 | action.ends_trick
    key = (len(cards) * MOST_SEATS + action.seat) << 3 | marks
    heading = _event_headings.get(key)
    if heading is None:
        heading = _event_headings[key] = _event_heading(action)
    return heading + cards


def _event_heading(action: Action) -> bytes:
    size = len(action.cards)
    event = cards_pb.Event(
        seat=action.seat,
        forced=action.forced,
        substitute=action.substitute,
        ends_trick=action.ends_trick,
    ).SerializeToString()
    if size:
        event += _heading(cards_pb.Event, "cards", size)
    return _heading(pb.Prompt, "events", len(event) + size) + event


def encode_place(table_id: int, seat: int) -> bytes:
    """Gives what is the same in all prompts to a seat: the table's number, and its own."""
    return _field(table_id=table_id, seat=seat)


def encode_prompt(
    view: View,
    events: Iterable[bytes],
    plays: Iterable[Cards],
    *,
    place: bytes,
    turn: int,
    clock_left: float | None,
    round_trip: float | None,
) -> bytes:
    """Gives the prompt for what the seat of `view` may see and must know.

    Args:
        view: The deal as the seat sees it.
        events: What is news to the seat, each from `encode_event`.
        plays: The legal plays to list.
        place: Table and seat, from `encode_place`.
        turn: The turn to answer with.
        clock_left: Seconds left on the seat's clock; `None`: unlimited.
        round_trip: Seconds to the bot and back; `None`: unknown.
    """
    hand, counts, table = view.hand, view.hand_counts, view.table
    parts = [
        place,
        _HAND[len(hand)],
        hand,
        _LOCKED[view.locked],
        _HAND_COUNTS[len(counts)],
        counts,
        *events,
        _TURN,
    ]
    _add_number(parts, turn)
    if view.situation is not None:
        parts.append(_SITUATIONS[view.situation])
    if view.may_pass:
        parts.append(_MAY_PASS)
    if table is not None:
        parts.append(_TABLE[len(table.cards)])
        parts.append(table.cards)
        parts.append(_KINDS[table.kind])
        parts.append(_OWNERS[view.owner or 0])
    if view.must_include is not None:
        parts.append(_MUST_INCLUDE[view.must_include])
    for play in plays:
        parts.append(_LEGAL_PLAY[len(play)])
        parts.append(play)
    if clock_left is not None:
        parts.append(_CLOCK_LEFT)
        _add_number(parts, bounded(clock_left * 1000))
    if round_trip is not None:
        parts.append(_ROUND_TRIP)
        _add_number(parts, bounded(round_trip * 1e6))
    if view.open_hands:
        parts.append(_open_hands(view.open_hands))
    return b"".join(parts)


def _open_hands(hands: Iterable[tuple[int, Cards]]) -> bytes:
    shown = [cards_pb.OpenHand(seat=seat, cards=hand) for seat, hand in hands]
    return _field(open_hands=shown)


def in_response(prompt: bytes) -> bytes:
    """Gives an encoded prompt as one of the `prompts` of `arena.v1.PlayResponse`."""
    return _prompt_heading(len(prompt)) + prompt


@lru_cache(maxsize=4096)
def _prompt_heading(size: int) -> bytes:
    return _heading(pb.PlayResponse, "prompts", size)
