from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from arena.tournament.comparisons import Comparisons, compare
from arena.tournament.likelihood import (
    PRIOR_PRECISION,
    Floats,
    most_likely,
    probabilities,
)
from arena.tournament.result import DealOutcome
from tests.support.outcomes import outcome


def seen(*outcomes: DealOutcome, names: str = "abcd") -> Comparisons:
    return compare(outcomes, {name: number for number, name in enumerate(names)})


def log_likelihood(comparisons: Comparisons, strength: Floats) -> float:
    return sum(probabilities(strength, stages)[1] for stages in comparisons.stages)


def chance(order: str, **worth: float) -> float:
    """Gives a finishing order's probability where strengths are logs of `worth`."""
    names = "".join(sorted(worth))
    strength = np.log([worth[name] for name in names])
    return exp(log_likelihood(seen(outcome(order), names=names), strength))


def test_an_order_is_as_likely_as_its_choices_one_by_one() -> None:
    assert chance("a b c", a=3, b=2, c=1) == pytest.approx(3 / 6 * 2 / 3)
    assert chance("c b a", a=3, b=2, c=1) == pytest.approx(1 / 6 * 2 / 5)
    assert chance("b d a c", a=3, b=2, c=1, d=4) == pytest.approx(
        2 / 10 * 4 / 8 * 3 / 4
    )


def test_the_mutual_order_of_those_who_tie_last_is_left_out() -> None:
    assert chance("a b=c=d", a=3, b=2, c=1, d=4) == pytest.approx(3 / 10)
    assert chance("a b c=d", a=3, b=2, c=1, d=4) == pytest.approx(3 / 10 * 2 / 7)
    assert chance("a=b=c=d", a=3, b=2, c=1, d=4) == 1


def test_those_who_tie_above_a_forfeiter_are_each_compared_with_him_alone() -> None:
    assert chance("a b=c d", a=3, b=2, c=1, d=4) == pytest.approx(
        3 / 10 * 2 / 6 * 1 / 5
    )


def test_a_cluster_is_one_tables_playing_of_one_board() -> None:
    comparisons = seen(
        outcome("a b", rotation=1),
        outcome("b a", rotation=2),
        outcome("a b", rotation=2, deal=1),
        outcome("a c", board=2),
        outcome("a c", round=2),
        outcome("c d", table=2),
    )
    assert comparisons.members.tolist() == [[0, 1], [0, 2], [2, 3], [0, 2]]


def test_two_players_split_the_slope_with_the_prior() -> None:
    # At the top, 3 wins less 4 expected ones equal the pull on each strength.
    wins = [outcome("a b", board=board) for board in (1, 2, 3)]
    strength, _ = most_likely(seen(*wins, outcome("b a", board=4), names="ab"))
    apart = strength[0] - strength[1]
    assert 3 - 4 / (1 + exp(-apart)) == pytest.approx(PRIOR_PRECISION * apart / 2)
    assert strength.sum() == pytest.approx(0)


def test_many_deals_drown_the_prior() -> None:
    deals = [outcome("a b", board=n) for n in range(3000)]
    deals += [outcome("b a", board=n) for n in range(3000, 4000)]
    strength, _ = most_likely(seen(*deals, names="ab"))
    assert strength[0] - strength[1] == pytest.approx(log(3), rel=1e-3)


def test_who_always_wins_stays_finite() -> None:
    deals = [outcome("a b c d", board=n) for n in range(500)]
    strength, _ = most_likely(seen(*deals))
    assert np.isfinite(strength).all()
    assert list(np.argsort(-strength)) == [0, 1, 2, 3]


orders = st.permutations("abcde").flatmap(
    lambda order: st.integers(2, 5).map(lambda size: " ".join(order[:size]))
)


@settings(max_examples=25, deadline=None)
@given(st.lists(orders, max_size=12))
def test_newton_finds_what_a_general_optimiser_finds(finishes: list[str]) -> None:
    deals = [outcome(order, board=n) for n, order in enumerate(finishes)]
    comparisons = seen(*deals, names="abcde")

    def depth(strength: Floats) -> float:
        prior = PRIOR_PRECISION / 2 * float(strength @ strength)
        return prior - log_likelihood(comparisons, strength)

    strength, information = most_likely(comparisons)
    found = optimize.minimize(depth, np.zeros(5), tol=1e-10)
    assert strength == pytest.approx(found.x, abs=1e-4)
    assert depth(strength) <= found.fun + 1e-9
    step = 1e-4
    for one in range(5):
        nudge = np.eye(5)[one] * step
        bend = depth(strength + nudge) + depth(strength - nudge) - 2 * depth(strength)
        assert bend / step**2 == pytest.approx(information[one, one], rel=1e-3)


def test_a_warm_start_changes_nothing_but_the_time() -> None:
    deals = [outcome("a c b d"), outcome("b a d c", board=2)]
    cold, _ = most_likely(seen(*deals))
    warm, _ = most_likely(seen(*deals), np.array([2.0, -1.0, 0.5, -3.0]))
    assert warm == pytest.approx(cold, abs=1e-9)
