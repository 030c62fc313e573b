"""What a seat had before it when it lost a deal, worked out from the deal's record."""

from dataclasses import dataclass

from arena.game.cards import Cards, parse_action
from arena.game.record import SUBSTITUTE, DealRecord, deal_of


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat was to decide on."""

    hand: Cards
    """The seat's cards."""
    table: Cards
    """The combination to beat; empty where the seat was to lead."""


def forfeit_positions(record: DealRecord) -> dict[int, Position]:
    """Gives for each seat that forfeited what it had before it then.

    Raises:
        RecordError: The record's hands or rules are none.
        ArenaError: The rules do not bear its actions out.
    """
    deal = deal_of(record)
    found: dict[int, Position] = {}
    for seat, action, flags in record.actions:
        if SUBSTITUTE in flags and seat not in found:
            # It is played for from the turn on at which it forfeited.
            table = b"" if deal.table is None else deal.table.cards
            found[seat] = Position(deal.hands[seat], table)
        deal.play(seat, parse_action(action))
    return found
