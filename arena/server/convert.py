"""The domain in the words of `arena.v1`, and back.

Prompts, of which there is one for every decision, are put together in `prompts`.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from arena.game.combinations import Kind
from arena.game.deal import Situation
from arena.game.refusal import Refusal
from arena.game.scoring import Finish
from arena.game.variant import Variant, to_toml
from arena.match.clock import TimeControl
from arena.match.result import Action, Forfeit
from arena.match.termination import Termination
from arena.v1 import cards_pb2 as cards_pb
from arena.v1 import play_service_pb2 as pb

SITUATIONS = {
    Situation.LEAD: cards_pb.SITUATION_LEAD,
    Situation.OPEN: cards_pb.SITUATION_OPEN,
    Situation.FOLLOW: cards_pb.SITUATION_FOLLOW,
    Situation.SOLO_RUN: cards_pb.SITUATION_SOLO_RUN,
}

KINDS = {
    Kind.SINGLE: cards_pb.COMBINATION_KIND_SINGLE,
    Kind.PAIR: cards_pb.COMBINATION_KIND_PAIR,
    Kind.TRIPLE: cards_pb.COMBINATION_KIND_TRIPLE,
    Kind.QUAD: cards_pb.COMBINATION_KIND_QUAD,
    Kind.RUN: cards_pb.COMBINATION_KIND_RUN,
    Kind.PAIR_RUN: cards_pb.COMBINATION_KIND_PAIR_RUN,
    Kind.QUAD_RUN: cards_pb.COMBINATION_KIND_QUAD_RUN,
}

_TERMINATIONS = {
    Termination.NORMAL: cards_pb.TERMINATION_NORMAL,
    Termination.ILLEGAL_ANSWER: cards_pb.TERMINATION_ILLEGAL_ANSWER,
    Termination.FLAG_FALL: cards_pb.TERMINATION_FLAG_FALL,
    Termination.LOST_CONNECTION: cards_pb.TERMINATION_LOST_CONNECTION,
    Termination.WITHDRAWN: cards_pb.TERMINATION_WITHDRAWN,
}

_REFUSALS = {
    Refusal.DEAL_OVER: cards_pb.REFUSAL_DEAL_OVER,
    Refusal.NOT_YOUR_TURN: cards_pb.REFUSAL_NOT_YOUR_TURN,
    Refusal.LEADER_MAY_NOT_PASS: cards_pb.REFUSAL_LEADER_MAY_NOT_PASS,
    Refusal.NOT_HELD: cards_pb.REFUSAL_NOT_HELD,
    Refusal.NOT_A_COMBINATION: cards_pb.REFUSAL_NOT_A_COMBINATION,
    Refusal.MUST_INCLUDE_LOWEST: cards_pb.REFUSAL_MUST_INCLUDE_LOWEST,
    Refusal.MAY_NOT_LEAD: cards_pb.REFUSAL_MAY_NOT_LEAD,
    Refusal.DOES_NOT_BEAT: cards_pb.REFUSAL_DOES_NOT_BEAT,
}

MOST_UINT32: Final = 2**32 - 1
"""The highest number in a uint32 field; protobuf refuses a higher one."""


def termination_of(termination: Termination) -> cards_pb.Termination.ValueType:
    """Gives a termination as the wire has it."""
    return _TERMINATIONS[termination]


def refusal_of(code: str | None) -> cards_pb.Refusal.ValueType:
    """Gives the refusal of that code as the wire has it; unspecified for none."""
    if code is None:
        return cards_pb.REFUSAL_UNSPECIFIED
    return _REFUSALS[Refusal(code)]


@lru_cache(maxsize=4096)
def event_of(action: Action) -> cards_pb.Event:
    """Gives the message of one action, the same for every seat. To be read only."""
    return cards_pb.Event(
        seat=action.seat,
        cards=action.cards,
        forced=action.forced,
        substitute=action.substitute,
        ends_trick=action.ends_trick,
    )


def start_of(
    rules: Variant, time_control: TimeControl, *, deal: int, seats: int, dealer: int
) -> pb.DealStart:
    """Gives how a deal begins, but for what differs from table to table."""
    start = pb.DealStart(
        deal=deal,
        seats=seats,
        dealer=dealer,
        variant=rules.name,
        rules=to_toml(rules),
    )
    if time_control.bank is not None:
        start.clock.FromMilliseconds(_milliseconds(time_control.bank))
        start.increment.FromMilliseconds(_milliseconds(time_control.increment))
    if time_control.answer_time is not None:
        start.answer_time.FromMilliseconds(_milliseconds(time_control.answer_time))
    return start


def fill_ruling(ruling: pb.Ruling, forfeit: Forfeit, *, table_id: int) -> None:
    """Fills an empty `ruling` with why a seat has forfeited, and the evidence."""
    ruling.table_id = table_id
    ruling.turn = forfeit.turn
    ruling.termination = _TERMINATIONS[forfeit.termination]
    if forfeit.refusal is not None:
        ruling.refusal = _REFUSALS[forfeit.refusal]
    if forfeit.cards is not None:
        ruling.cards = forfeit.cards
    if forfeit.measured is not None:
        ruling.measured_ms = nearest_ms(forfeit.measured)
    if forfeit.allowed is not None:
        ruling.allowed_ms = nearest_ms(forfeit.allowed)
    ruling.message = forfeit.message


def result_of(
    *,
    deal: int,
    finish: Finish,
    payoff: Sequence[int],
    terminations: Sequence[Termination],
    last: bool,
) -> pb.DealResult:
    """Gives how a deal ended, but for what differs from table to table."""
    return pb.DealResult(
        deal=deal,
        finish=[cards_pb.FinishGroup(seats=group) for group in finish],
        payoff=payoff,
        terminations=[_TERMINATIONS[t] for t in terminations],
        last=last,
    )


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1000)


def nearest_ms(seconds: float) -> int:
    """Gives seconds in milliseconds as evidence has them: rounded, and bounded."""
    return bounded(round(seconds * 1000))


def bounded(number: float) -> int:
    """Gives the whole number that a uint32 field can hold: the nearest bound if need be.

    Organisers may give a seat weeks, and a bot may take as long to answer a ping.
    """
    return min(max(int(number), 0), MOST_UINT32)
