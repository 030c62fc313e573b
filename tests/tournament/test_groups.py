from arena.tournament.comparisons import compare
from arena.tournament.groups import Groups, group
from arena.tournament.result import DealOutcome
from tests.support.outcomes import outcome


def grouped(names: str, *outcomes: DealOutcome) -> Groups:
    return group(compare(outcomes, {name: at for at, name in enumerate(names)}))


def test_both_ways_is_determined() -> None:
    found = grouped("ab", outcome("a b"), outcome("b a", board=2))
    assert found.of.tolist() == [1, 1]
    assert found.determined.tolist() == [True, True]


def test_one_way_is_not() -> None:
    found = grouped("ab", outcome("a b"), outcome("a b", board=2))
    assert found.of.tolist() == [1, 1]
    assert found.determined.tolist() == [False, False]


def test_a_circle_of_victories_links_everyone_both_ways() -> None:
    found = grouped(
        "abc", outcome("a b"), outcome("b c", board=2), outcome("c a", board=3)
    )
    assert found.determined.all()


def test_who_beat_all_is_undetermined_among_the_determined() -> None:
    found = grouped("abc", outcome("a b c"), outcome("a c b", rotation=2))
    assert found.determined.tolist() == [False, True, True]


def test_tables_that_never_met_are_groups_the_larger_first() -> None:
    found = grouped("abcdef", outcome("a b"), outcome("c d e", table=2))
    assert found.of.tolist() == [2, 2, 1, 1, 1, 0]


def test_a_shared_opponent_joins_groups() -> None:
    found = grouped("abc", outcome("a b"), outcome("b c", round=2))
    assert found.of.tolist() == [1, 1, 1]


def test_of_two_equal_parts_the_earlier_is_determined() -> None:
    found = grouped(
        "abcd",
        outcome("a b c d"),
        outcome("b a d c", rotation=2),
    )
    assert found.determined.tolist() == [True, True, False, False]


def test_nobody_makes_no_group() -> None:
    assert grouped("").of.tolist() == []
    assert grouped("ab").of.tolist() == [0, 0]
