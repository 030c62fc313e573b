"""Messages put together from fields that were encoded before.

To protobuf a message is its fields one after another, in any order: encoded fields
joined are an encoded message, and encoded messages joined are one with all their fields.
What is sent often says much that has been said before, and joining it is far cheaper
than to fill a message and have it encoded.

Wire format: a field is its number and type, then a number, or a size and so many bytes.
"""

from typing import Final

from google.protobuf.message import Message

from arena.game.variant import MOST_SEATS
from arena.match.result import Action
from arena.server.convert import event_of
from arena.v1 import cards_pb2 as cards_pb

_BYTES: Final = tuple(bytes((number,)) for number in range(256))
_VARINT: Final = 0
_LENGTH_DELIMITED: Final = 2


def add_number(parts: list[bytes], number: int) -> None:
    """Adds a number, 0 or more, to what will be joined: 7 bits a byte, low ones first."""
    while number > 0x7F:
        parts.append(_BYTES[number & 0x7F | 0x80])
        number >>= 7
    parts.append(_BYTES[number])


def heading(message: type[Message], name: str, size: int) -> bytes:
    """Gives what stands before so many bytes in a field: which it is, and the size."""
    field = message.DESCRIPTOR.fields_by_name[name].number
    parts: list[bytes] = []
    add_number(parts, field << 3 | _LENGTH_DELIMITED)
    add_number(parts, size)
    return b"".join(parts)


def number_heading(message: type[Message], name: str) -> bytes:
    """Gives what stands before the number in a field: which it is."""
    parts: list[bytes] = []
    add_number(parts, message.DESCRIPTOR.fields_by_name[name].number << 3 | _VARINT)
    return b"".join(parts)


class Field:
    """A field of some message that holds bytes, or a message that is encoded."""

    def __init__(self, message: type[Message], name: str) -> None:
        """Prepares the field `name` of `message`."""
        self._begin: Final = heading(message, name, 0)[:-1]

    def encode(self, content: bytes) -> bytes:
        """Gives the field with that in it."""
        parts = [self._begin]
        add_number(parts, len(content))
        parts.append(content)
        return b"".join(parts)


class Place:
    """The fields `table_id` and `seat` of some message."""

    def __init__(self, message: type[Message]) -> None:
        """Prepares the fields of `message`."""
        self._table_id: Final = number_heading(message, "table_id")
        seat_heading = number_heading(message, "seat")
        # A number is not written where it is 0.
        self._seats: Final = [
            seat_heading + _BYTES[seat] if seat else b"" for seat in range(MOST_SEATS)
        ]

    def encode(self, table_id: int, seat: int) -> bytes:
        """Gives the fields for a seat at a table."""
        parts = [self._table_id]
        add_number(parts, table_id)
        parts.append(self._seats[seat])
        return b"".join(parts)


class Events:
    """Encodes actions as `arena.v1.Event`s in a repeated field of some message."""

    def __init__(self, message: type[Message], name: str) -> None:
        """Begins with nothing known; `name` is the field of `message`."""
        self._message = message
        self._name = name
        self._headings: dict[int, bytes] = {}

    def encode(self, action: Action) -> bytes:
        """Gives the field with one event, which is the same for every seat."""
        cards = action.cards
        marks = action.forced << 2 | action.substitute << 1 | action.ends_trick
        key = (len(cards) * MOST_SEATS + action.seat) << 3 | marks
        known = self._headings.get(key)
        if known is None:
            known = self._headings[key] = self._heading(action)
        return known + cards

    def _heading(self, action: Action) -> bytes:
        """Gives all that stands before the cards, whichever they are."""
        size = len(action.cards)
        event = event_of(
            Action(
                action.seat, b"", action.forced, action.substitute, action.ends_trick
            )
        ).SerializeToString()
        if size:
            event += heading(cards_pb.Event, "cards", size)
        return heading(self._message, self._name, len(event) + size) + event
