"""Who sits where when a board is replayed.

A board is played several times with the same cards, the members of the table
changing seats, so that luck in the deal cancels out. Two things are to be even:
how often a member sits at each seat, and how often each member has each other one
as the next clockwise, the one who answers his plays. Turning the table round gives
the first, but never changes a neighbour. So each board has a Latin square of its
own, and the squares of seats − 1 boards in a row give every ordered pair of
neighbours exactly as many times as there are seats.
"""

from typing import TypeAlias

from arena.errors import LocalProtocolError

Row: TypeAlias = tuple[int, ...]
"""One rotation: at index `s` the table member, from 0, who sits at seat `s`."""

Square: TypeAlias = tuple[Row, ...]
"""As many rows as seats, in which every member sits at every seat once."""

_FOUR: tuple[Square, ...] = (
    ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)),
    ((0, 1, 3, 2), (1, 0, 2, 3), (2, 3, 1, 0), (3, 2, 0, 1)),
    ((0, 2, 1, 3), (1, 3, 0, 2), (2, 0, 3, 1), (3, 1, 2, 0)),
)


def rotations(seats: int, board: int, count: int | None = None) -> tuple[Row, ...]:
    """Gives the seating of each rotation of a board.

    Args:
        seats: How many sit at the table, 2 to 8.
        board: The number of the board, from 1; it chooses the square.
        count: How many rotations; `None` for one square, that is `seats` of them.
            More than that goes on into the squares of the following boards.

    Raises:
        LocalProtocolError: There is no such table, board or number of rotations.
    """
    if not 2 <= seats <= 8 or board < 1 or (count is not None and count < 1):
        raise LocalProtocolError(
            f"no rotations for {seats} seats, board {board}, count {count}"
        )
    rows: list[Row] = []
    wanted = seats if count is None else count
    while len(rows) < wanted:
        rows += _square(seats, board - 1)
        board += 1
    return tuple(rows[:wanted])


def _square(seats: int, number: int) -> Square:
    number %= seats - 1
    if seats == 4:
        return _FOUR[number]
    if seats % 2:
        return _striding_square(seats, number + 1)
    return _williams_square(seats, number)


def _striding_square(seats: int, stride: int) -> Square:
    """Turns one order round in which neighbours are `stride` members apart.

    3, 5 and 7 are prime, so that every stride from 1 to seats − 1 visits all, and
    taking them in turn makes every member every other one's neighbour.
    """
    return tuple(
        tuple((first + stride * seat) % seats for seat in range(seats))
        for first in range(seats)
    )


def _williams_square(seats: int, number: int) -> Square:
    """Gives a Williams square, its members renamed by the number of the board.

    In a Williams square (0, n−1, 1, n−2, … and each row one more than the one
    above) every ordered pair stands side by side in exactly one row. Round a table
    the last also sits next to the first, and those two are always n/2 apart: a
    pairing of all members that occurs twice. Renaming by the rounds of a
    round-robin schedule makes it another pairing on each of n − 1 boards, and
    after them every pair has been such a pair once.
    """
    zigzag = [step // 2 if step % 2 == 0 else -(step + 1) // 2 for step in range(seats)]
    half, others = seats // 2, seats - 1
    names = {0: others, half: number}
    for step in range(1, half):
        names[step] = (number + step) % others
        names[step + half] = (number - step) % others
    return tuple(
        tuple(names[(first + offset) % seats] for offset in zigzag)
        for first in range(seats)
    )
