from collections import Counter
from itertools import combinations

import pytest

from arena.tournament.config import TournamentConfig
from arena.tournament.result import DealOutcome, Round, is_house
from arena.tournament.swiss import Swiss
from tests.support.outcomes import outcome, tournament

SEED = bytes(range(32))


def by_name(played: Round) -> list[DealOutcome]:
    """Has every table finish in alphabetical order, fill-ins last."""
    return [
        outcome(
            " ".join(sorted(table, key=lambda name: (is_house(name), name))),
            round=played.number,
            table=number,
        )
        for number, table in enumerate(played.tables, 1)
    ]


def play(config: TournamentConfig, seed: bytes = SEED) -> list[Round]:
    swiss = Swiss(config, seed)
    rounds: list[Round] = []
    outcomes: list[DealOutcome] = []
    while (paired := swiss.next_round(outcomes)) is not None:
        rounds.append(paired)
        outcomes += by_name(paired)
    return rounds


def letters(count: int) -> str:
    return " ".join(f"e{number:02}" for number in range(count))


def test_it_ends_after_the_configured_rounds() -> None:
    rounds = play(tournament(letters(8), rounds=3))
    assert [paired.number for paired in rounds] == [1, 2, 3]


def test_the_seed_alone_decides_the_first_round() -> None:
    config = tournament(letters(16))
    first = Swiss(config, SEED).next_round([])
    assert first == Swiss(config, SEED).next_round([])
    assert first != Swiss(config, bytes(32)).next_round([])
    assert first is not None
    assert sorted(name for table in first.tables for name in table) == list(
        config.names
    )


def test_the_second_round_seats_winners_together() -> None:
    first, second = play(tournament(letters(16), rounds=2))
    winners = {min(table) for table in first.tables}
    assert set(second.tables[0]) == winners


def test_sixteen_meet_no_one_twice_in_three_rounds() -> None:
    met: Counter[tuple[str, str]] = Counter()
    for paired in play(tournament(letters(16), rounds=3)):
        for table in paired.tables:
            met.update(combinations(sorted(table), 2))
    assert set(met.values()) == {1}


def test_a_fresh_iterator_goes_on_from_the_outcomes_in_any_order() -> None:
    config = tournament(letters(12), rounds=4)
    rounds = play(config)
    outcomes = [one for paired in rounds[:2] for one in by_name(paired)]
    assert Swiss(config, SEED).next_round(outcomes[::-1]) == rounds[2]


def test_a_round_without_outcomes_may_count_as_played() -> None:
    config = tournament(letters(8), rounds=2)
    swiss = Swiss(config, SEED)
    second = swiss.next_round([], after=1)
    assert second is not None
    assert second.number == 2
    assert swiss.next_round([], after=2) is None


def test_house_bots_fill_the_tables_one_at_each() -> None:
    for paired in play(tournament(letters(9), rounds=4)):
        assert [len(table) for table in paired.tables] == [4, 4, 4]
        fill_ins = [sum(map(is_house, table)) for table in paired.tables]
        assert fill_ins == [1, 1, 1]
        assert {name for table in paired.tables for name in table} >= {
            "house-1",
            "house-2",
            "house-3",
        }


def test_the_house_meets_everyone_before_anyone_again() -> None:
    rounds = play(tournament(letters(23), rounds=4))
    met = Counter(
        name
        for paired in rounds
        for table in paired.tables
        if any(map(is_house, table))
        for name in table
        if not is_house(name)
    )
    assert max(met.values()) == 1


def test_short_tables_have_no_house_bots() -> None:
    for paired in play(tournament(letters(10), rounds=3, fill="short")):
        assert sorted(map(len, paired.tables)) == [3, 3, 4]
        assert not any(is_house(name) for table in paired.tables for name in table)


def test_the_withdrawn_are_paired_no_more() -> None:
    config = tournament(letters(8), rounds=3)
    swiss = Swiss(config, SEED)
    first = swiss.next_round([])
    assert first is not None
    second = swiss.next_round(by_name(first), {"e03"})
    assert second is not None
    seated = [name for table in second.tables for name in table]
    assert "e03" not in seated
    assert sum(map(is_house, seated)) == 1


def test_fewer_than_two_left_end_it() -> None:
    swiss = Swiss(tournament("a b c"), SEED)
    assert swiss.next_round([], {"a", "b"}) is None


def test_a_number_no_short_tables_hold_is_filled_after_all() -> None:
    config = tournament(letters(8), rounds=3, variant="vpered", fill="short")
    paired = Swiss(config, SEED).next_round([], {"e00"})
    assert paired is not None
    assert [len(table) for table in paired.tables] == [4, 4]


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("points", ["places", "money"])
def test_every_table_size_pairs_every_round(seats: int, points: str) -> None:
    config = tournament(
        letters(19), rounds=3, seats=seats, points=points, variant="tien-len"
    )
    for paired in play(config):
        names = Counter(name for table in paired.tables for name in table)
        assert {name for name in names if not is_house(name)} == set(config.names)
        assert set(names.values()) == {1}
        assert {len(table) for table in paired.tables} == {seats}
