"""Prompts as bytes of `arena.v1.Prompt`, put together from fields encoded before.

A prompt is made for every decision. To fill a message field by field and have it encoded
would be most of what that costs. So it is joined from parts, of which only numbers,
cards and their sizes are new each time. The library's own encoding is what tests compare
with.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from arena.game.cards import PACK_SIZE, Cards
from arena.game.variant import MOST_SEATS
from arena.game.view import View
from arena.match.result import Action
from arena.server.convert import KINDS, SITUATIONS, bounded
from arena.server.encoding import Events, Place, add_number, heading, number_heading
from arena.v1 import cards_pb2 as cards_pb
from arena.v1 import play_service_pb2 as pb

MOST_CARDS: Final = 2 * PACK_SIZE
"""The most cards that a hand can have: no table plays with more than two packs."""


def _headings(name: str, most: int) -> tuple[bytes, ...]:
    """Gives what stands before the bytes of a prompt's field, from none to `most`."""
    return tuple(heading(pb.Prompt, name, size) for size in range(most + 1))


def _field(**value: Any) -> bytes:  # noqa: ANN401 - whatever the field holds
    return pb.Prompt(**value).SerializeToString()


_PLACE: Final = Place(pb.Prompt)
_MUST_INCLUDE: Final = tuple(_field(must_include=bytes((c,))) for c in range(PACK_SIZE))
_HAND: Final = _headings("hand", MOST_CARDS)
_TABLE: Final = _headings("table", MOST_CARDS)
_LEGAL_PLAY: Final = _headings("legal_plays", MOST_CARDS)
_LEGAL_SINGLES: Final = tuple(
    _field(legal_plays=[bytes((c,))]) for c in range(PACK_SIZE)
)
_TURN: Final = number_heading(pb.Prompt, "turn")
_CLOCK_LEFT: Final = number_heading(pb.Prompt, "clock_left_ms")
_ROUND_TRIP: Final = number_heading(pb.Prompt, "round_trip_us")

_SITUATIONS: Final = {
    each: tuple(_field(situation=wire, may_pass=pass_) for pass_ in (False, True))
    for each, wire in SITUATIONS.items()
}
"""By what the seat is to decide, and by whether it may pass."""

_KINDS: Final = {
    kind: tuple(_field(table_kind=wire, owner=seat) for seat in range(MOST_SEATS))
    for kind, wire in KINDS.items()
}
"""By the kind of what is on the table, and by its owner."""

_LOCKED: Final = tuple(
    tuple(_field(locked=locked) + counts for locked in range(1 << seats))
    for seats, counts in enumerate(_headings("hand_counts", MOST_SEATS))
)
"""By the number of seats, and by who has passed: that, and the heading of the counts."""


_EVENTS: Final = Events(pb.Prompt, "events")


def encode_event(action: Action) -> bytes:
    """Gives an action as one of a prompt's `events`, the same for every seat."""
    return _EVENTS.encode(action)


def encode_place(table_id: int, seat: int) -> bytes:
    """Gives what is the same in all prompts to a seat: the table's number, and its own."""
    return _PLACE.encode(table_id, seat)


def encode_prompt(
    view: View,
    events: list[bytes],
    plays: list[Cards],
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
        _LOCKED[len(counts)][view.locked],
        counts,
        *events,
        _TURN,
    ]
    add_number(parts, turn)
    if view.situation is not None:
        parts.append(_SITUATIONS[view.situation][view.may_pass])
    if table is not None:
        parts.append(_TABLE[len(table.cards)])
        parts.append(table.cards)
        parts.append(_KINDS[table.kind][view.owner or 0])
    if view.must_include is not None:
        parts.append(_MUST_INCLUDE[view.must_include])
    for play in plays:
        size = len(play)
        if size == 1:
            parts.append(_LEGAL_SINGLES[play[0]])
        else:
            parts.append(_LEGAL_PLAY[size])
            parts.append(play)
    if clock_left is not None:
        parts.append(_CLOCK_LEFT)
        add_number(parts, bounded(clock_left * 1000))
    if round_trip is not None:
        parts.append(_ROUND_TRIP)
        add_number(parts, bounded(round_trip * 1e6))
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
    return heading(pb.PlayResponse, "prompts", size)
