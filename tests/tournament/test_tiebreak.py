"""The tie-breaks, each worked by hand in a tournament of a few deals."""

from fractions import Fraction

from arena.tournament.points import tally
from arena.tournament.result import DealOutcome
from arena.tournament.tiebreak import (
    by_entrant,
    company_kept,
    head_to_head,
    opposition,
    ranking,
)
from tests.support.outcomes import outcome


def ranked(
    names: str, outcomes: list[DealOutcome], seats: int = 4, withdrawn: str = ""
) -> list[list[str]]:
    scores = tally(outcomes, "places", seats)
    return ranking(names.split(), scores, outcomes, withdrawn.split())


def mutual(names: list[str], outcomes: list[DealOutcome]) -> dict[str, Fraction]:
    return head_to_head(names, by_entrant(outcomes), company_kept(outcomes))


def test_points_come_first() -> None:
    assert ranked("d c b a", [outcome("a b c d")]) == [["a"], ["b"], ["c"], ["d"]]


def test_equal_points_go_to_who_met_the_stronger() -> None:
    # a beat b and e beat f. Then b won and f lost, so a's victory was the better one.
    outcomes = [
        outcome("a b", table=1),
        outcome("e f", table=2),
        outcome("b g", round=2, table=1),
        outcome("h f", round=2, table=2),
    ]
    scores = tally(outcomes, "places", 2)
    assert opposition(["a", "e"], scores, company_kept(outcomes)) == {
        "a": Fraction(1, 2),
        "e": 0,
    }
    assert ranked("e a", outcomes, seats=2) == [["a"], ["e"]]


def test_equal_company_goes_to_who_won_the_mutual_deals() -> None:
    # Each has 1½ points a board and met the same company; a finished above b in
    # two deals out of three.
    outcomes = [
        outcome("a c b d", rotation=1),
        outcome("d a b c", rotation=2),
        outcome("b d c a", rotation=3),
    ]
    scores = tally(outcomes, "places", 4)
    assert scores["a"].points_per_board == scores["b"].points_per_board
    assert mutual(["a", "b"], outcomes) == {
        "a": Fraction(2, 3),
        "b": Fraction(1, 3),
    }
    assert ranked("b a", outcomes) == [["a"], ["b"]]


def test_a_tie_in_a_mutual_deal_is_half_won() -> None:
    shares = mutual(["a", "b", "c"], [outcome("a b=c")])
    assert shares == {"a": 1, "b": Fraction(1, 4), "c": Fraction(1, 4)}


def test_mutual_deals_do_not_count_unless_all_have_met() -> None:
    outcomes = [outcome("a b c d"), outcome("e f g h", table=2)]
    assert mutual(["a", "b", "e"], outcomes) == {}


def test_fewer_forfeits_part_those_otherwise_equal() -> None:
    outcomes = [
        outcome("a b", rotation=1),
        outcome("b a", rotation=2, forfeited="a"),
    ]
    assert ranked("a b", outcomes, seats=2) == [["b"], ["a"]]


def test_who_is_equal_in_everything_shares_the_rank() -> None:
    outcomes = [outcome("a b", rotation=1), outcome("b a", rotation=2)]
    assert ranked("b a", outcomes, seats=2) == [["b", "a"]]


def test_withdrawn_entrants_stand_below_all_who_stayed() -> None:
    outcomes = [outcome("a b c d")]
    assert ranked("a b c d e", outcomes, withdrawn="a e") == [
        ["b"],
        ["c"],
        ["d"],
        ["a"],
        ["e"],
    ]
