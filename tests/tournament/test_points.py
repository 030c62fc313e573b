from fractions import Fraction

import pytest

from arena.tournament.points import UNIT, DealPoints, tally
from tests.support.outcomes import outcome


def points(order: str, seats: int = 4) -> list[Fraction]:
    units = DealPoints("places", seats).units(outcome(order))
    return [Fraction(unit, UNIT) for unit in units]


def test_a_full_table_gives_three_points_down_to_none() -> None:
    assert points("a b c d") == [3, 2, 1, 0]


def test_those_who_tie_share_their_points() -> None:
    assert points("a b=c=d") == [3, 1, 1, 1]
    assert points("a b c=d") == [3, 2, Fraction(1, 2), Fraction(1, 2)]


def test_a_short_table_is_stretched_to_the_full_range() -> None:
    assert points("a b c") == [3, Fraction(3, 2), 0]
    assert points("a b") == [3, 0]


@pytest.mark.parametrize("full", range(2, 9))
def test_every_table_size_and_tie_comes_out_in_whole_units(full: int) -> None:
    for seats in range(2, full + 1):
        for tied in range(1, seats + 1):
            names = [f"e{n}" for n in range(seats)]
            order = " ".join([*names[: seats - tied], "=".join(names[seats - tied :])])
            shares = points(order, full)
            assert sum(shares) == Fraction(seats * (full - 1), 2)


def test_points_per_board_is_a_mean_of_means() -> None:
    outcomes = [
        outcome("a b c d", rotation=1),
        outcome("b a c d", rotation=2),
        outcome("d b c a", board=2),
    ]
    scores = tally(outcomes, "places", 4)
    assert scores["a"].points_per_board == (Fraction(5, 2) + 0) / 2
    assert scores["a"].boards == 2
    assert scores["a"].deals == 3
    assert scores["a"].average_place == Fraction(1 + 2 + 4, 3)


def test_boards_of_one_number_in_two_rounds_are_two_boards() -> None:
    scores = tally([outcome("a b"), outcome("a b", round=2)], "places", 2)
    assert scores["a"].boards == 2


def test_money_counts_the_payoff() -> None:
    scores = tally([outcome("a b c d"), outcome("a b c d", board=2)], "money", 4)
    assert [scores[name].points_per_board for name in "abcd"] == [1, 1, 1, -3]


def test_forfeits_are_counted_by_deal() -> None:
    outcomes = [outcome("a b c d", forfeited="d"), outcome("a b c d", rotation=2)]
    scores = tally(outcomes, "places", 4)
    assert (scores["d"].forfeits, scores["a"].forfeits) == (1, 0)
