from collections import Counter
from itertools import pairwise

import pytest

from arena.errors import LocalProtocolError
from arena.match.board import rotations

TABLE_SIZES = range(2, 9)


def texts(rows: tuple[tuple[int, ...], ...]) -> list[str]:
    return ["".join(map(str, row)) for row in rows]


def test_four_seats_use_three_fixed_squares_in_turn() -> None:
    squares = [texts(rotations(4, board)) for board in (1, 2, 3, 4)]
    assert squares == [
        ["0123", "1032", "2301", "3210"],
        ["0132", "1023", "2310", "3201"],
        ["0213", "1302", "2031", "3120"],
        ["0123", "1032", "2301", "3210"],
    ]


@pytest.mark.parametrize("seats", TABLE_SIZES)
@pytest.mark.parametrize("board", [1, 2, 5, 8])
def test_every_member_sits_at_every_seat_once_a_board(seats: int, board: int) -> None:
    rows = rotations(seats, board)
    everyone = list(range(seats))
    assert all(sorted(row) == everyone for row in rows)
    assert all(sorted(column) == everyone for column in zip(*rows, strict=True))


@pytest.mark.parametrize("seats", TABLE_SIZES)
@pytest.mark.parametrize("first_board", [1, 4])
def test_neighbours_meet_equally_often_over_consecutive_boards(
    seats: int, first_board: int
) -> None:
    met: Counter[tuple[int, int]] = Counter()
    for board in range(first_board, first_board + seats - 1):
        for row in rotations(seats, board):
            met.update(pairwise((*row, row[0])))
    pairs = seats * (seats - 1)
    assert len(met) == pairs
    assert set(met.values()) == {seats}


def test_fewer_rotations_are_the_first_rows() -> None:
    assert rotations(4, 2, 2) == rotations(4, 2)[:2]


def test_more_rotations_go_on_into_the_next_boards_square() -> None:
    assert rotations(4, 3, 6) == rotations(4, 3) + rotations(4, 4)[:2]


@pytest.mark.parametrize(
    ("seats", "board", "count"), [(1, 1, 1), (9, 1, 1), (4, 0, 1), (4, 1, 0)]
)
def test_impossible_tables_are_our_own_fault(
    seats: int, board: int, count: int
) -> None:
    with pytest.raises(LocalProtocolError):
        rotations(seats, board, count)
