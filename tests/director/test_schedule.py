"""Who is to sit where, and who sits down in the place of whom."""

from arena.director.schedule import assignments, seatings, stand_ins
from arena.tournament.config import parse_config
from arena.tournament.result import Round
from tests.support.played import CONFIG, NAMES, SEED


def test_every_member_sits_at_every_seat_of_a_board_once() -> None:
    rows = list(seatings(parse_config(CONFIG), NAMES, 1))
    assert len(rows) == 4
    for seat in range(4):
        assert {row[seat] for row in rows} == set(NAMES)


def test_a_short_table_plays_as_many_rotations_as_it_has_seats() -> None:
    config = parse_config(CONFIG.replace("boards = 2", "boards = 2\nrotations = 1"))
    assert len(list(seatings(config, NAMES, 1))) == 1
    assert len(list(seatings(config, NAMES[:3], 1))) == 3


def test_assignments_seat_members_as_the_rotations_say() -> None:
    config = parse_config(CONFIG)
    planned = assignments(config, SEED, Round(1, (NAMES,)))
    found = [assignment.entrants for assignment in planned]
    assert found == [*seatings(config, NAMES, 1), *seatings(config, NAMES, 2)]


def test_a_stand_in_gets_the_first_house_name_that_is_free_at_the_table() -> None:
    assert stand_ins(("a", "b", "c"), {"b"}) == ("a", "house-1", "c")
    assert stand_ins(("a", "house-1", "c"), {"a", "c"}) == (
        *("house-2", "house-1", "house-3"),
    )
    assert stand_ins(("a", "b"), ()) == ("a", "b")
