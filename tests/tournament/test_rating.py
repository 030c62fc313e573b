import random
from math import log10

import pytest

from arena.tournament.rating import Ratings, fit
from arena.tournament.result import DealOutcome
from tests.support.outcomes import outcome


def duel(
    one: str, other: str, won: int, lost: int, first: int = 1
) -> list[DealOutcome]:
    """Gives so many deals, each on a board of its own, counted from `first`."""
    orders = [f"{one} {other}"] * won + [f"{other} {one}"] * lost
    return [outcome(order, board=first + n) for n, order in enumerate(orders)]


def elo(ratings: Ratings, name: str) -> float:
    rating = ratings[name].rating
    assert rating is not None
    return rating


def test_ten_to_one_are_400_points() -> None:
    ratings = fit(duel("a", "b", 10_000, 1_000))
    assert elo(ratings, "a") - elo(ratings, "b") == pytest.approx(400, abs=1)


def test_the_mean_of_the_entrants_is_zero() -> None:
    ratings = fit(duel("a", "b", 30, 10) + duel("b", "c", 30, 10, first=41))
    assert sum(elo(ratings, name) for name in "abc") == pytest.approx(0)


def test_fill_ins_are_rated_but_do_not_move_the_zero() -> None:
    deals = duel("a", "b", 30, 10) + duel("a", "house-1", 39, 1, first=41)
    ratings = fit(deals)
    assert elo(ratings, "a") + elo(ratings, "b") == pytest.approx(0)
    assert elo(ratings, "house-1") < elo(ratings, "a")


def test_the_anchor_is_zero_and_exact() -> None:
    ratings = fit(duel("a", "b", 30, 10), anchor="b")
    assert (ratings["b"].rating, ratings["b"].low, ratings["b"].high) == (0, 0, 0)
    assert elo(ratings, "a") == pytest.approx(400 * log10(3), abs=5)


def test_what_is_between_two_does_not_depend_on_the_anchor() -> None:
    deals = duel("a", "b", 30, 10) + duel("b", "c", 20, 20, first=41)
    free, anchored = fit(deals), fit(deals, anchor="c")
    assert elo(free, "a") - elo(free, "b") == pytest.approx(
        elo(anchored, "a") - elo(anchored, "b")
    )
    assert free.los("a", "b") == anchored.los("a", "b")


def test_superiority_is_half_between_equals_and_near_one_for_the_better() -> None:
    ratings = fit(duel("a", "b", 20, 20) + duel("a", "c", 35, 5, first=41))
    assert ratings.los("a", "b") == pytest.approx(0.5, abs=0.02)
    likelihood = ratings.los("a", "c")
    assert likelihood is not None
    assert 0.99 < likelihood < 1
    assert ratings.los("c", "a") == pytest.approx(1 - likelihood)
    assert ratings.los("a", "a") is None


def test_fewer_than_twelve_boards_are_provisional() -> None:
    assert fit(duel("a", "b", 6, 5))["a"].provisional
    assert not fit(duel("a", "b", 6, 6))["a"].provisional


def test_undetermined_is_shown_as_undetermined() -> None:
    ratings = fit([outcome("a b c"), outcome("a c b", board=2)], ["a", "b", "c", "d"])
    assert (ratings["a"].rating, ratings["a"].low, ratings["a"].high) == (None,) * 3
    assert ratings["b"].rating is not None
    assert ratings["d"].group is None
    assert ratings.los("a", "b") is None


def test_one_board_gives_a_rating_but_no_interval() -> None:
    deals = [outcome("a b", rotation=1), outcome("b a", rotation=2)]
    rating = fit(deals)["a"]
    assert rating.rating == pytest.approx(0)
    assert rating.low is rating.high is None


def test_groups_that_never_met_have_zeros_of_their_own() -> None:
    deals = duel("a", "b", 30, 10) + duel("c", "d", 20, 20, first=41)
    ratings = fit(deals, anchor="d")
    assert ratings["a"].group != ratings["c"].group
    assert elo(ratings, "a") + elo(ratings, "b") == pytest.approx(0)
    assert ratings["d"].rating == 0
    assert ratings.los("a", "c") is None


def test_replaying_a_board_counts_less_than_another_board() -> None:
    orders = ["a b", "a b", "b a"]
    boards = [outcome(order, board=n) for n, order in enumerate(orders * 20)]
    # The same results, but that all rotations of one board went one way.
    replays = [
        outcome(order, board=n, rotation=rotation)
        for n, order in enumerate(orders * 5)
        for rotation in range(1, 5)
    ]
    free, clustered = fit(boards)["a"], fit(replays)["a"]
    assert free.rating == pytest.approx(clustered.rating)
    assert free.high is not None
    assert clustered.high is not None
    assert clustered.high - elo(fit(replays), "a") > 1.5 * (
        free.high - elo(fit(boards), "a")
    )


def test_luck_that_cancels_within_the_board_narrows_the_interval() -> None:
    boards = [outcome("a b" if n % 2 else "b a", board=n) for n in range(40)]
    cancelled = [
        outcome("a b" if rotation == 1 else "b a", board=n, rotation=rotation)
        for n in range(20)
        for rotation in (1, 2)
    ]
    wide, narrow = fit(boards)["a"], fit(cancelled)["a"]
    assert wide.high is not None
    assert narrow.high is not None
    assert narrow.high < wide.high / 2


def test_the_order_of_deals_and_the_start_change_nothing() -> None:
    rng = random.Random(4)
    deals = [
        outcome(" ".join(rng.sample("abcdef", 4)), board=board)
        for board in range(1, 60)
    ]
    ratings = fit(deals)
    shuffled = deals[:]
    rng.shuffle(shuffled)
    again, warm = fit(shuffled), fit(deals, start=fit(deals[:30]))
    for name in "abcdef":
        assert elo(again, name) == pytest.approx(elo(ratings, name), abs=1e-6)
        assert elo(warm, name) == pytest.approx(elo(ratings, name), abs=1e-6)


def test_entrants_come_in_their_own_order_and_fill_ins_last() -> None:
    ratings = fit([outcome("house-1 b a")], ["b", "c", "a"])
    assert list(ratings.by_name) == ["b", "c", "a", "house-1"]


@pytest.mark.parametrize("names", [("a",), ("a", "b")])
def test_before_the_first_deal_nobody_has_a_rating(names: tuple[str, ...]) -> None:
    ratings = fit([], names, anchor="a")
    assert all(ratings[name].rating is None for name in names)
