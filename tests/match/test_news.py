"""What prompts and results tell a seat."""

from arena.match.events import DealEnded
from tests.support.matches import Table, dealt, of_type

HANDS = dealt("3S 8H KS", "4S 9H QS", "5S 10H JS")


def test_a_prompt_tells_what_happened_since_the_seats_last_one() -> None:
    table = Table(dealt("3S 8H KS", "4S 9H QS", "5S 10H JS"))
    table.play("3S", "4S", "5S")
    told = [a.cards for a in table.match.since_last_prompt(0)]
    assert told == [bytes([0]), bytes([4]), bytes([8])]


def test_the_seats_own_play_is_among_it() -> None:
    table = Table(HANDS)
    table.play("3S", "4S", "5S", "8H")
    assert [a.seat for a in table.match.since_last_prompt(1)] == [1, 2, 0]


def test_a_prompt_that_is_asked_again_tells_the_same() -> None:
    table = Table(HANDS, clock="10")
    table.play("3S", "4S", "5S")
    before = table.match.since_last_prompt(0)
    table.lose(0)
    table.regain(0)
    assert table.match.since_last_prompt(0) == before


def test_the_end_says_how_much_of_it_each_seat_knows() -> None:
    table = Table(dealt("3S 5S", "4S 6S 7S"))
    table.play("3S", "4S", "5S")
    (ended,) = of_type(DealEnded, table.events)
    assert ended.told == (2, 1)


def told_at_the_end(table: Table) -> tuple[int, ...]:
    (ended,) = of_type(DealEnded, table.events)
    return ended.told


def test_a_seat_that_forfeits_knows_what_its_prompt_has_told_it() -> None:
    table = Table(dealt("3S 5S", "4S 6S 7S"))
    table.play("3S", "3S", "5S")
    assert told_at_the_end(table) == (2, 1)


def test_a_seat_that_forfeits_without_being_asked_has_been_told_nothing() -> None:
    table = Table(dealt("3S 5S", "4S 6S 7S"))
    table.withdraw(1)
    table.play("3S", "5S")
    assert told_at_the_end(table) == (2, 0)
