"""What a seat had before it when it lost its deal, from the record."""

import pytest
from msgspec.structs import replace

from arena.errors import ArenaError
from arena.game.cards import format_cards
from arena.game.forfeited import Position, forfeit_positions
from arena.game.record import DealRecord
from arena.game.variant import variant
from tests.support.matches import Table, dealt, record_of

HANDS = dealt("3S 7S", "4S 8S 2H", "5S 6S 6C")


def record_at(table: Table) -> DealRecord:
    """The record of the deal that has been played at a table."""
    (played,) = table.match.played
    return record_of(played, variant("thirteen"), ("a", "b", "c"))


def texts(position: Position) -> tuple[str, str]:
    """Hand and table as text."""
    return format_cards(position.hand), format_cards(position.table)


def test_it_is_the_hand_and_the_table_at_the_first_turn_that_was_played_for_it() -> (
    None
):
    table = Table(HANDS)
    table.play("3S", "3S", "5S", "7S", "6S", "6C")
    found = forfeit_positions(record_at(table))
    assert {seat: texts(one) for seat, one in found.items()} == {1: ("4S 8S 2H", "3S")}


def test_the_table_is_empty_where_a_lead_was_due() -> None:
    table = Table(HANDS)
    table.play("pass", "4S", "5S", "8S")
    while not table.match.over:
        table.play("pass")
    found = forfeit_positions(record_at(table))
    assert texts(found[0]) == ("3S 7S", "")


def test_who_plays_to_the_end_has_none_and_a_record_that_is_none_is_said() -> None:
    table = Table(HANDS)
    table.play("3S", "3S", "5S", "7S", "6S", "6C")
    record = record_at(table)
    assert set(forfeit_positions(record)) == {1}
    wrong = replace(record, actions=record.actions[:1] * 2)
    with pytest.raises(ArenaError):
        forfeit_positions(wrong)
