from arena.game.cards import format_cards, parse_cards
from arena.game.groups import by_rank


def test_a_hand_is_parted_into_what_each_rank_forms() -> None:
    threes, _, _, _, _, _, nines, *_ = by_rank(parse_cards("3S 3D 9H"))
    assert [[*map(format_cards, parts)] for parts in threes] == [
        [],
        ["3S", "3D"],
        ["3S 3D"],
        [],
        [],
    ]
    assert [[*map(format_cards, parts)] for parts in nines] == [[], ["9H"], [], [], []]


def test_cards_that_occur_twice_form_each_group_once() -> None:
    group = by_rank(parse_cards("7S 7S 7H"))[4]
    assert [[*map(format_cards, parts)] for parts in group] == [
        [],
        ["7S", "7H"],
        ["7S 7S", "7S 7H"],
        ["7S 7S 7H"],
        [],
    ]


def test_there_is_nothing_of_a_rank_that_is_not_held() -> None:
    *lower, two = by_rank(parse_cards("2H"))
    assert any(two)
    assert len(lower) == 12
    assert not any(map(any, lower))
