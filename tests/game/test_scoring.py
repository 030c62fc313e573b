from fractions import Fraction

import pytest

from arena.game.scoring import Finish, payoff, place_points, places, with_forfeits
from arena.game.variant import variant, with_rules

THIRTEEN = variant("thirteen")
LU = variant("kenneth-lu")
ORDER: Finish = ((2,), (0,), (3,), (1,))
LU_ORDER: Finish = ((2,), (0, 1, 3))


def exactly(*numbers: float) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, numbers))


def test_the_loser_pays_each() -> None:
    assert payoff(THIRTEEN, ORDER, 4) == (1, -3, 1, 1)


def test_the_winner_takes_from_each() -> None:
    assert payoff(LU, LU_ORDER, 4) == (-1, -1, 3, -1)


def test_an_instant_win_always_takes_from_each() -> None:
    assert payoff(THIRTEEN, LU_ORDER, 4, instant_win=True) == (-1, -1, 3, -1)


def test_losers_that_tie_each_pay_those_who_did_not_lose() -> None:
    house = with_rules(LU, {"payoff": "loser_pays"})
    assert payoff(house, LU_ORDER, 4) == (-1, -1, 3, -1)


@pytest.mark.parametrize(
    ("finish", "forfeiters", "adjudicated"),
    [
        (ORDER, (), ORDER),
        (ORDER, (2,), ((0,), (3,), (1,), (2,))),
        (ORDER, (2, 0), ((3,), (1,), (0,), (2,))),
        (ORDER, (0, 2), ((3,), (1,), (2,), (0,))),
        (LU_ORDER, (0,), ((2,), (1, 3), (0,))),
        (LU_ORDER, (2,), ((0, 1, 3), (2,))),
        (ORDER, (0, 1, 2, 3), ((3,), (2,), (1,), (0,))),
    ],
)
def test_forfeiters_rank_below_all_others_and_the_earliest_lowest(
    finish: Finish, forfeiters: tuple[int, ...], adjudicated: Finish
) -> None:
    assert with_forfeits(finish, forfeiters) == adjudicated


def test_a_forfeiter_is_the_one_that_pays() -> None:
    finish = with_forfeits(ORDER, (2, 0))
    assert payoff(THIRTEEN, finish, 4, forfeiters=(2, 0)) == (1, 1, -3, 1)


def test_the_winner_still_takes_when_another_has_forfeited() -> None:
    finish = with_forfeits(LU_ORDER, (0,))
    assert payoff(LU, finish, 4, forfeiters=(0,)) == (-1, -1, 3, -1)


def test_the_earliest_forfeiter_pays_when_nobody_has_won() -> None:
    finish = with_forfeits(LU_ORDER, (0, 2))
    assert finish == ((1, 3), (2,), (0,))
    assert payoff(LU, finish, 4, forfeiters=(0, 2)) == (-3, 1, 1, 1)


def test_the_last_left_has_won_when_all_others_have_forfeited() -> None:
    finish = with_forfeits(((0,), (1,)), (0,))
    assert payoff(LU, finish, 2, forfeiters=(0,)) == (-1, 1)


def test_places_and_points_of_seats_that_tie_are_the_mean() -> None:
    assert places(ORDER, 4) == exactly(2, 4, 1, 3)
    assert places(LU_ORDER, 4) == exactly(3, 3, 1, 3)
    assert place_points(ORDER, 4) == exactly(2, 0, 3, 1)
    assert place_points(((0, 1), (2,)), 3) == exactly(1.5, 1.5, 0)
    assert sum(place_points(LU_ORDER, 4)) == 6
