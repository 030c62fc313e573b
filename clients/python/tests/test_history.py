"""What a bot is told of itself, as lines."""

import pytest
from arena_client.cards import parse_cards
from arena_client.history import forfeit_line
from arena_client.v1.bot_service_pb2 import Forfeit
from arena_client.v1.cards_pb2 import TERMINATION_ILLEGAL_ANSWER


@pytest.mark.parametrize(("table", "told"), [("5D", "5D"), ("", "empty")])
def test_a_forfeit_is_told_with_what_the_bot_had_before_it(
    table: str, told: str
) -> None:
    forfeit = Forfeit(
        tournament="cup",
        round=2,
        deal=1,
        termination=TERMINATION_ILLEGAL_ANSWER,
        cards=parse_cards("4S"),
        hand=parse_cards("4S 9C KH"),
        table_cards=parse_cards(table),
        message="Seat 1 forfeits.",
    )
    line = forfeit_line(forfeit)
    assert f"; answered 4S; hand 4S 9C KH, table {told}; Seat 1 forfeits." in line


def test_a_forfeit_says_where_it_was_once_the_round_is_complete() -> None:
    forfeit = Forfeit(tournament="cup", round=2, message="Seat 1.")
    assert forfeit_line(forfeit) == (
        "forfeit in cup, round 2 deal 0 (table and board are told when the round is"
        " complete): unspecified; Seat 1."
    )
    forfeit.table, forfeit.board, forfeit.rotation = 3, 1, 4
    place = "round 2 table 3 board 1 rotation 4 deal 0"
    assert forfeit_line(forfeit) == f"forfeit in cup, {place}: unspecified; Seat 1."
