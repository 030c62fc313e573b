"""How far, how fast, and how long still."""

import pytest

from arena.cli.tally import Tally, rotations_per_round
from arena.tournament.config import TournamentConfig, parse_config
from tests.support.clock import Clock


def configured(entrants: int = 8, **keys: object) -> TournamentConfig:
    lines = ['name = "x"', *(f"{key} = {value!r}" for key, value in keys.items())]
    lines += [f'[[entrants]]\nname = "e{n}"' for n in range(entrants)]
    return parse_config("\n".join(lines))


@pytest.mark.parametrize(
    ("entrants", "keys", "rotations"),
    [
        (8, {"boards": 3}, 24),
        (9, {"boards": 3}, 36),
        (8, {"boards": 3, "rotations": 2}, 12),
        # Tables of four, four and three.
        (11, {"boards": 1, "fill": "short"}, 11),
        (11, {"boards": 1, "fill": "short", "rotations": 2}, 7),
    ],
)
def test_a_round_has_as_many_rotations_as_its_tables_play(
    entrants: int, keys: dict[str, object], rotations: int
) -> None:
    assert rotations_per_round(configured(entrants, **keys)) == rotations


def test_the_total_is_in_deals_over_all_rounds() -> None:
    assert Tally(configured(boards=3, rounds=5, deals=2), Clock(1000.0)).total == 240


def test_deals_of_earlier_runs_count_as_done() -> None:
    tally = Tally(configured(boards=3, rounds=5), Clock(1000.0))
    tally.round_started(3, {1: 5, 2: 5})
    assert (tally.done, tally.total) == (24 * 2 + 14, 120)
    tally.rotation_finished(1, 1)
    assert (tally.done, tally.rotation, tally.rotations) == (63, 1, 10)


def test_a_round_with_fewer_tables_than_planned_makes_the_total_smaller() -> None:
    tally = Tally(configured(boards=1, rounds=2), Clock(1000.0))
    tally.round_started(1, {1: 4, 2: 4})
    for _ in range(8):
        tally.rotation_finished(1, 1)
    tally.round_started(2, {1: 4})
    assert (tally.done, tally.total) == (8, 12)


def test_the_pace_follows_the_last_seconds() -> None:
    clock = Clock(1000.0)
    tally = Tally(configured(boards=100, rounds=2), clock)
    tally.round_started(1, {1: 400, 2: 400})
    assert tally.in_words() == ""
    for _ in range(100):
        clock.now += 0.1
        tally.rotation_finished(1, 1)
    assert tally.pace == pytest.approx(10, rel=0.02)
    for _ in range(10):
        clock.now += 1
        tally.rotation_finished(1, 1)
    assert tally.pace == pytest.approx(1, rel=0.2)


def test_the_time_left_is_what_is_left_at_that_pace() -> None:
    clock = Clock(1000.0)
    tally = Tally(configured(boards=100, rounds=20), clock)
    tally.round_started(1, {1: 400, 2: 400})
    for table in (1, 2):
        clock.now += 1
        tally.rotation_finished(table, 1)
    assert tally.in_words() == "1.0 deals/s, 4:26:38 left"


def test_no_time_is_left_at_the_end() -> None:
    clock = Clock(1000.0)
    tally = Tally(configured(4, boards=1, rounds=1, rotations=1), clock)
    tally.round_started(1, {1: 1})
    clock.now += 2
    tally.rotation_finished(1, 1)
    assert tally.in_words() == "0.5 deals/s"


def test_a_round_of_short_tables_only_is_a_whole_one() -> None:
    clock = Clock()
    tally = Tally(configured(3, boards=2, rounds=2, fill="short"), clock)
    tally.round_started(1, {1: 6})
    for _ in range(6):
        tally.rotation_started(1)
        clock.now += 10
        tally.rotation_finished(1, 1)
    assert tally.in_words().endswith(", 1:00 left")
