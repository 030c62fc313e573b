from arena.game.cards import format_cards, parse_cards
from arena.game.groups import by_rank


def test_a_hand_is_parted_into_what_each_rank_forms() -> None:
    (three, threes), (nine, nines) = by_rank(parse_cards("3S 3D 9H")).items()
    assert (three, nine) == (0, 6)
    assert [[*map(format_cards, parts)] for parts in threes] == [
        [],
        ["3S", "3D"],
        ["3S 3D"],
        [],
        [],
    ]
    assert [[*map(format_cards, parts)] for parts in nines] == [[], ["9H"], [], [], []]


def test_cards_that_occur_twice_form_each_group_once() -> None:
    ((_, group),) = by_rank(parse_cards("7S 7S 7H")).items()
    assert [[*map(format_cards, parts)] for parts in group] == [
        [],
        ["7S", "7H"],
        ["7S 7S", "7S 7H"],
        ["7S 7S 7H"],
        [],
    ]


def test_no_cards_have_no_ranks() -> None:
    assert by_rank(b"") == {}
