from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.columns import Ints
from arena.tournament.pairing import seat, table_sizes

PRICE = 9_000_000


def nobody_met(players: int) -> Ints:
    return np.zeros((players, players), dtype=np.int64)


def cost(scores: list[int], met: Ints, tables: list[list[int]]) -> int:
    return sum(
        (scores[one] - scores[other]) ** 2 + int(met[one, other]) * PRICE
        for table in tables
        for one, other in combinations(table, 2)
    )


@pytest.mark.parametrize(
    ("entrants", "seats", "sizes"),
    [
        (8, 4, (4, 4)),
        (9, 4, (3, 3, 3)),
        (10, 4, (4, 3, 3)),
        (11, 4, (4, 4, 3)),
        (5, 4, (3, 2)),
        (3, 4, (3,)),
        (5, 3, (3, 2)),
        (0, 4, ()),
    ],
)
def test_short_tables_are_few_and_even(
    entrants: int, seats: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(entrants, seats) == sizes


def test_equals_meet_where_nobody_has_met() -> None:
    scores = [100, 3000, 200, 2900, 2800, 0, 300, 2700]
    tables = seat(scores, nobody_met(8), PRICE, (4, 4))
    assert tables == [[1, 3, 4, 7], [6, 2, 0, 5]]


def test_those_who_have_met_part() -> None:
    met = nobody_met(8)
    for one, other in [(0, 1), (2, 3), (4, 5), (6, 7)]:
        met[one, other] = met[other, one] = 1
    tables = seat([1000] * 8, met, PRICE, (4, 4))
    assert cost([1000] * 8, met, tables) == 0


def test_a_small_round_is_seated_as_cheaply_as_can_be() -> None:
    scores = [2700, 2500, 2400, 1500, 1400, 900]
    met = nobody_met(6)
    for one, other in [(0, 1), (0, 2), (1, 2), (3, 4)]:
        met[one, other] = met[other, one] = 1
    tables = seat(scores, met, PRICE, (3, 3))

    least = min(
        cost(scores, met, [list(order[:3]), list(order[3:])])
        for order in permutations(range(6))
    )
    assert cost(scores, met, tables) == least


@given(
    st.lists(st.integers(-7000, 7000), min_size=2, max_size=24),
    st.integers(2, 8),
    st.integers(0, 2**32 - 1),
)
def test_everyone_gets_one_seat_and_no_swap_would_help(
    scores: list[int], seats: int, seed: int
) -> None:
    players = len(scores)
    met = np.random.default_rng(seed).integers(0, 3, (players, players))
    met = np.triu(met, 1) + np.triu(met, 1).T
    sizes = table_sizes(players, seats)
    tables = seat(scores, met, PRICE, sizes)
    assert sorted(map(len, tables)) == sorted(sizes)
    assert sorted(player for table in tables for player in table) == list(
        range(players)
    )
    reached = cost(scores, met, tables)
    for here, there in combinations(range(len(tables)), 2):
        for i in range(len(tables[here])):
            for j in range(len(tables[there])):
                swapped = [list(table) for table in tables]
                swapped[here][i], swapped[there][j] = tables[there][j], tables[here][i]
                assert cost(scores, met, swapped) >= reached


@pytest.mark.parametrize("players", [260, 1000])
def test_a_large_field_is_seated_in_windows(players: int) -> None:
    rng = np.random.default_rng(5)
    scores = [int(score) for score in rng.integers(0, 3000, players)]
    met = nobody_met(players)
    ranked = sorted(range(players), key=lambda player: -scores[player])
    for place in range(0, players, 4):
        for one, other in permutations(ranked[place : place + 4], 2):
            met[one, other] = 1
    tables = seat(scores, met, PRICE, (4,) * (players // 4))
    assert sorted(player for table in tables for player in table) == list(
        range(players)
    )
    assert all(met[np.ix_(table, table)].sum() == 0 for table in tables)


def test_the_seating_never_changes() -> None:
    # Whole numbers only: should this ever differ, it is the algorithm that changed.
    scores = [(number * 7919) % 3001 for number in range(24)]
    tables = seat(scores, nobody_met(24), PRICE, (4,) * 6)
    assert tables == [
        [14, 3, 17, 6],
        [20, 9, 23, 12],
        [1, 15, 4, 18],
        [7, 21, 10, 13],
        [2, 16, 5, 19],
        [8, 22, 11, 0],
    ]
