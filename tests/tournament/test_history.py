"""What pairing needs of the rounds before, summed up as they end."""

import pytest

from arena.tournament.history import History
from arena.tournament.points import tally
from tests.support.outcomes import outcome, tournament

CONFIG = tournament("a b c d e f g", rounds=3)
ROUNDS = [
    [
        outcome("a b house-1 c"),
        outcome("c a b house-1", rotation=2),
        outcome("d e f g", table=2),
    ],
    [
        outcome("a d e house-1", round=2),
        outcome("b c f g", round=2, table=2),
        outcome("b=c f g", round=2, table=2, board=2),
    ],
]
NAMES = ("a", "b", "c", "d", "e", "f", "g", "house-1", "house-2")


@pytest.mark.parametrize("together", [True, False])
def test_rounds_add_up_one_by_one_as_together(together: bool) -> None:
    outcomes = [deal for played in ROUNDS for deal in played]
    history = History(CONFIG, outcomes if together else ())
    if not together:
        for played in ROUNDS:
            history.add(played)
    assert history.scores() == tally(outcomes, CONFIG.points, CONFIG.seats)
    assert history.last_round == 2
    met = history.meetings(NAMES)
    assert (met == met.T).all()
    number = {name: place for place, name in enumerate(NAMES)}

    def times(one: str, other: str) -> int:
        return int(met[number[one], number[other]])

    assert times("a", "b") == 1
    assert times("b", "c") == 2
    assert times("a", "f") == 0
    assert times("a", "house-1") == times("a", "house-2") == 2
    assert times("g", "house-1") == 0
    assert times("house-1", "house-2") > 2 * len(ROUNDS)
    assert times("a", "a") == 0


def test_a_withdrawn_entrant_is_left_out_of_the_meetings() -> None:
    history = History(CONFIG, ROUNDS[0])
    assert history.meetings(("a", "d")).tolist() == [[0, 0], [0, 0]]
    assert History(CONFIG).last_round == 0
