"""From a played deal to its record: the match's values in the record's words."""

from collections.abc import Sequence

from arena.game.cards import format_action, format_cards
from arena.game.record import FORCED, SUBSTITUTE, DealRecord, RecordedAction
from arena.game.variant import Variant, overrides
from arena.match.result import Action, PlayedDeal


def to_record(
    played: PlayedDeal,
    *,
    tournament: str,
    round: int,  # noqa: A002 - the record's own word
    table: int,
    board: int,
    rotation: int,
    variant: Variant,
    entrants: Sequence[str],
    started_time: str | None,
) -> DealRecord:
    """Writes a deal down as `arena export` gives it.

    Args:
        played: The deal.
        tournament: The tournament's name.
        round: The round, from 1.
        table: The table within the round, from 1.
        board: The board within the round, from 1.
        rotation: The rotation of the board, from 1.
        variant: The rules it was played by.
        entrants: Who sat at each seat.
        started_time: When the rotation began, RFC 3339 in UTC; `None` leaves it out.
    """
    name, rules = overrides(variant)
    return DealRecord(
        tournament=tournament,
        round=round,
        table=table,
        board=board,
        rotation=rotation,
        deal=played.deal,
        variant=name,
        rules=rules,
        entrants=tuple(entrants),
        hands=tuple(map(format_cards, played.dealt.hands)),
        dealer=played.dealer,
        leader=played.leader,
        leftover=format_cards(played.dealt.leftover),
        actions=tuple(map(_recorded, played.actions)),
        finish=played.finish,
        payoff=played.payoff,
        terminations=tuple(ending.value for ending in played.terminations),
        think_ms=tuple(map(_milliseconds, played.think)),
        started_time=started_time,
    )


def _recorded(action: Action) -> RecordedAction:
    flags: tuple[str, ...] = ()
    if action.forced:
        flags = (FORCED,)
    elif action.substitute:
        flags = (SUBSTITUTE,)
    return RecordedAction(action.seat, format_action(action.cards), flags)


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
