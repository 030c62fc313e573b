"""A prompt as protobuf's own library encodes it, to compare the arena's with."""

from collections.abc import Iterable

from arena.game.cards import Cards
from arena.game.view import View
from arena.match.result import Action
from arena.server.convert import KINDS, SITUATIONS
from arena.v1 import cards_pb2 as cards_pb
from arena.v1 import play_service_pb2 as pb

MOST_UINT32 = 2**32 - 1


def prompt_of(
    view: View,
    news: Iterable[Action],
    plays: Iterable[Cards],
    *,
    table_id: int,
    turn: int,
    clock_left: float | None,
    round_trip: float | None,
) -> pb.Prompt:
    """Fills a prompt field by field."""
    prompt = pb.Prompt(
        table_id=table_id,
        turn=turn,
        seat=view.seat,
        hand=view.hand,
        locked=view.locked,
        hand_counts=view.hand_counts,
        may_pass=view.may_pass,
        legal_plays=plays,
        events=[
            cards_pb.Event(
                seat=action.seat,
                cards=action.cards,
                forced=action.forced,
                substitute=action.substitute,
                ends_trick=action.ends_trick,
            )
            for action in news
        ],
        open_hands=[cards_pb.OpenHand(seat=s, cards=c) for s, c in view.open_hands],
    )
    if view.situation is not None:
        prompt.situation = SITUATIONS[view.situation]
    if view.table is not None and view.owner is not None:
        prompt.table = view.table.cards
        prompt.table_kind = KINDS[view.table.kind]
        prompt.owner = view.owner
    if view.must_include is not None:
        prompt.must_include = bytes([view.must_include])
    if clock_left is not None:
        prompt.clock_left_ms = _within_uint32(clock_left * 1000)
    if round_trip is not None:
        prompt.round_trip_us = _within_uint32(round_trip * 1e6)
    return prompt


def _within_uint32(number: float) -> int:
    return max(0, min(int(number), MOST_UINT32))
