"""Why the arena would refuse a play, for bots that are tried without one.

The codes are the arena's own and are checked in its order, so that what is said here is
what a ruling would say.
"""

from collections import Counter
from typing import NamedTuple

from arena_client.cards import format_card, format_received
from arena_client.plays import beats, classify
from arena_client.rules import QUAD, Shape
from arena_client.v1.cards_pb2 import SITUATION_SOLO_RUN
from arena_client.view import View


class Refusal(NamedTuple):
    """Why a play is illegal."""

    code: str
    """The rules' name for it, `does_not_beat` for one."""

    why: str
    """The same for people, with the cards it is about."""


def refusal(view: View, play: bytes) -> Refusal | None:
    """Says why the seat of `view` may not play `play`, or `None` when it is legal.

    Args:
        view: The position.
        play: Card codes, ascending; none are a pass. Need not be cards at all.
    """
    if not play:
        return None if view.may_pass else _pass_refusal(view)
    missing = Counter(play) - Counter(view.hand)
    if missing:
        lacks = format_received(bytes(sorted(missing.elements())))
        return Refusal("not_held", f"the hand {view.hand} lacks {lacks}")
    combination = classify(view.rules, play)
    if combination is None:
        return Refusal("not_a_combination", "the cards form nothing by these rules")
    if view.leads:
        return _lead_refusal(view, play, combination.shape)
    solo = view.prompt.situation == SITUATION_SOLO_RUN
    if beats(view.rules, play, view.table, same_kind=solo):
        return None
    return Refusal("does_not_beat", f"it does not beat {view.table}")


def _lead_refusal(view: View, play: bytes, shape: Shape) -> Refusal | None:
    if view.must_include is not None and view.must_include not in play:
        card = format_card(view.must_include)
        return Refusal("must_include_lowest", f"the opening must include {card}")
    if shape.size == QUAD.size and shape.length > 1:
        return Refusal("may_not_lead", "a quad run only answers")
    return None


def _pass_refusal(view: View) -> Refusal:
    if view.table:
        # Only an offer to play out of turn is like this.
        return Refusal("not_your_turn", "nobody passes out of turn")
    return Refusal("leader_may_not_pass", "nothing lies on the table to pass on")
