"""Whether intervals mean what they say, by simulation with known strengths."""

import numpy as np
import pytest

from arena.tournament.comparisons import compare
from arena.tournament.intervals import covariance, half_width, superiority
from arena.tournament.likelihood import PRIOR_PRECISION, most_likely
from tests.support.outcomes import outcome
from tests.support.simulated import Setting, coverage, simulate


def test_the_sandwich_is_the_jackknife_worked_out_by_hand() -> None:
    # Two players, four boards of one deal each, three won by the first. With the
    # difference d as the only free number, everything is a scalar.
    deals = [outcome("a b", board=n) for n in (1, 2, 3)] + [outcome("b a", board=4)]
    comparisons = compare(deals, {"a": 0, "b": 1})
    strength, information = most_likely(comparisons)
    spread = covariance(comparisons, strength, information)
    found = spread[0, 0] + spread[1, 1] - 2 * spread[0, 1]

    win = 1 / (1 + np.exp(strength[1] - strength[0]))
    curvature = win * (1 - win)
    bread = 1 / (4 * curvature + PRIOR_PRECISION / 2)
    slopes = np.array([1 - win] * 3 + [-win]) / (1 - curvature * bread)
    filling = (slopes**2).sum() + PRIOR_PRECISION / 2
    assert found == pytest.approx(bread**2 * filling)


def test_more_than_can_be_told_apart_at_one_table_are_refused_by_number() -> None:
    names = [f"bot-{number}" for number in range(44)]
    fours = [" ".join(names[first : first + 4]) for first in range(0, 44, 4)]
    index = {name: number for number, name in enumerate(names)}
    compare([outcome(four, rotation=n) for n, four in enumerate(fours[:10], 1)], index)
    with pytest.raises(AssertionError, match=r"^44 played .*, 40 can be told apart$"):
        compare([outcome(four, rotation=n) for n, four in enumerate(fours, 1)], index)


def test_quantiles_are_students_with_a_board_less() -> None:
    assert half_width(1.0, 13, 0.95) == pytest.approx(2.1788, abs=1e-4)
    assert half_width(4.0, 2, 0.95) == pytest.approx(2 * 12.7062, abs=1e-3)
    assert half_width(1.0, 1, 0.95) is None
    assert superiority(2.1788, 1.0, 13) == pytest.approx(0.975, abs=1e-5)
    assert superiority(1.0, 1.0, 1) is None


def test_a_simulated_tournament_is_the_same_for_the_same_seed() -> None:
    setting = Setting(entrants=8, rounds=2)
    one, other = (simulate(setting, np.random.default_rng(3)) for _ in range(2))
    assert one.ratings.by_name == other.ratings.by_name


@pytest.mark.slow
@pytest.mark.parametrize(
    "setting",
    [
        Setting(entrants=8, rounds=5, luck=0.8),
        Setting(entrants=12, rounds=5),
        Setting(entrants=12, rounds=4, rotations=1),
        Setting(entrants=16, rounds=5, luck=0.0),
        Setting(entrants=40, rounds=6),
    ],
    ids=str,
)
def test_intervals_hold_the_truth_as_often_as_they_promise(setting: Setting) -> None:
    # Some 1,600 intervals: half a per cent of standard error, or a little more.
    share, _ = coverage(setting, tournaments=1600 // setting.entrants, seed=20)
    assert 0.93 <= share <= 0.97
