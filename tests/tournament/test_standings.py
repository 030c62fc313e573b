from arena.tournament.rating import fit
from arena.tournament.standings import standings
from tests.support.outcomes import outcome, tournament


def test_a_line_holds_what_the_deals_say() -> None:
    config = tournament("a b c d")
    outcomes = [
        outcome("a b c d", rotation=1),
        outcome("b a c d", rotation=2, forfeited="d"),
        outcome("d b c a", board=2),
    ]
    first, *_, last = standings(outcomes, "abcd", config)
    assert (first.rank, first.entrant) == (1, "b")
    assert first.points_per_board == (2.5 + 2) / 2
    assert first.average_place == 5 / 3
    assert (first.boards, first.deals, first.forfeits) == (2, 3, 0)
    assert first.provisional
    assert first.withdrawn is None
    assert (last.entrant, last.forfeits) == ("c", 0)


def test_equal_entrants_share_a_rank_and_the_next_is_left_out() -> None:
    config = tournament("a b c d", seats=2)
    outcomes = [
        outcome("a b", rotation=1),
        outcome("b a", rotation=2),
        outcome("c d", table=2),
    ]
    lines = standings(outcomes, "dbac", config)
    assert [(line.rank, line.entrant) for line in lines] == [
        (1, "c"),
        (2, "b"),
        (2, "a"),
        (4, "d"),
    ]


def test_fill_ins_count_as_opponents_but_have_no_line() -> None:
    config = tournament("a b c")
    lines = standings([outcome("a house-1 b c")], "abc", config)
    assert [line.entrant for line in lines] == ["a", "b", "c"]
    assert [line.points_per_board for line in lines] == [3.0, 1.0, 0.0]


def test_who_has_not_played_is_listed_last_and_undefined() -> None:
    config = tournament("a b c", seats=2)
    line = standings([outcome("a b")], "cab", config)[-1]
    assert (line.rank, line.entrant, line.boards) == (3, "c", 0)
    assert line.rating is line.low is line.high is line.group is None
    assert line.points_per_board is line.average_place is None


def test_the_withdrawn_stand_last_with_the_reason() -> None:
    config = tournament("a b c d")
    lines = standings([outcome("a b c d")], "abcd", config, {"a": "10 forfeits"})
    assert [line.entrant for line in lines] == ["b", "c", "d", "a"]
    assert lines[-1].withdrawn == "10 forfeits"


def test_before_the_first_deal_everybody_shares_the_first_rank() -> None:
    lines = standings([], "ab", tournament("a b"))
    assert [line.rank for line in lines] == [1, 1]


def test_the_anchor_stands_at_zero() -> None:
    config = tournament("a b", seats=2, anchor="b")
    outcomes = [
        outcome("a b", board=board) if board % 3 else outcome("b a", board=board)
        for board in range(1, 16)
    ]
    above, zero = standings(outcomes, "ab", config)
    assert (zero.entrant, zero.rating, zero.low, zero.high) == ("b", 0.0, 0.0, 0.0)
    assert above.rating is not None
    assert above.rating > 0
    assert not above.provisional


def test_a_fit_made_before_is_used_as_it_is() -> None:
    config = tournament("a b", seats=2)
    outcomes = [outcome("a b", board=1), outcome("b a", board=2)]
    made = fit(outcomes, "ab")
    lines = standings(outcomes, "ab", config, ratings=made)
    assert lines == standings(outcomes, "ab", config)
