import pytest

from arena.errors import ArenaError, InvalidNotationError, RulesError, VariantError
from arena.game.cards import parse_cards
from arena.game.deal import Deal
from arena.game.setting_up import clockwise, holder_of_four_twos, next_seats, opener
from arena.game.variant import variant


@pytest.mark.parametrize("seats", range(2, 9))
def test_clockwise_finds_the_nearest_seat_after_the_given_one(seats: int) -> None:
    for seat in range(-1, seats):
        for among in range(1, 1 << seats):
            step = next(
                s for s in range(1, seats + 1) if among >> (seat + s) % seats & 1
            )
            assert clockwise(seat, among, seats) == (seat + step) % seats
            assert next_seats(seats)[seat][among] == (seat + step) % seats


def test_the_opener_of_two_equal_lowest_cards_sits_nearest_to_the_dealers_left() -> (
    None
):
    hands = [parse_cards(h) for h in ("3S 9D", "4C 9S", "3S 10S", "5C", "3S")]
    assert [opener(hands, dealer)[1] for dealer in range(5)] == [2, 2, 4, 4, 0]


def test_four_twos_or_more_win_nearest_to_the_dealers_left() -> None:
    hands = [
        parse_cards(hand)
        for hand in ("2S 2C 2D", "2S 2C 2D 2H", "AS AC AD AH", "2S 2C 2D 2H 2H", "3S")
    ]
    assert holder_of_four_twos(hands, 0) == 1
    assert holder_of_four_twos(hands, 1) == 3
    assert holder_of_four_twos(hands, 4) == 1
    assert holder_of_four_twos([hands[0], hands[2]], 0) is None


def test_a_pair_of_twins_counts_towards_four_twos() -> None:
    assert holder_of_four_twos([b"\x00", parse_cards("2S 2S 2H 2H")], 0) == 1


@pytest.mark.parametrize(
    ("hands", "arguments", "error", "said"),
    [
        ([b"\x00"], {}, VariantError, "2 to 8"),
        ([bytes([i]) for i in range(9)], {}, VariantError, "2 to 8"),
        ([b"\x00", b""], {}, RulesError, "seat 1 has none"),
        ([b"\x00", b"\x34"], {}, InvalidNotationError, "0 to 51"),
        ([b"\x01\x00", b"\x02"], {}, InvalidNotationError, "ascending"),
        ([b"\x00\x00", b"\x00"], {}, RulesError, "3S occurs 3 times"),
        ([b"\x00", b"\x01"], {"leftover": b"\x01\x01"}, RulesError, "3C occurs 3"),
        ([b"\x00", b"\x01"], {"leftover": b"\xff"}, InvalidNotationError, "0 to 51"),
        ([b"\x00", b"\x01"], {"dealer": 2}, RulesError, "dealer: 2"),
        ([b"\x00", b"\x01"], {"leader": -1}, RulesError, "leader: -1"),
    ],
)
def test_impossible_beginnings_are_refused(
    hands: list[bytes], arguments: dict[str, int], error: type[ArenaError], said: str
) -> None:
    with pytest.raises(error, match=said):
        Deal(variant("thirteen"), hands, **arguments)  # type: ignore[arg-type]
