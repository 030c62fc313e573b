from random import Random

import pytest

from arena.game.cards import PACK_SIZE, cards, format_cards, parse_cards
from arena.game.leads import count_leads, leads

ALL_RANKS = (1 << 13) - 1
UP_TO_ACES = (1 << 12) - 1


def test_a_run_ends_at_the_last_rank_that_runs_may_have() -> None:
    hand = parse_cards("QS KS AS 2S")
    longest = [
        format_cards(leads(hand, ranks)[-1]) for ranks in (ALL_RANKS, UP_TO_ACES)
    ]
    assert longest == ["QS KS AS 2S", "QS KS AS"]


@pytest.mark.parametrize("ranks", [ALL_RANKS, UP_TO_ACES])
@pytest.mark.parametrize("packs", [1, 2])
def test_what_is_counted_is_what_would_be_listed(ranks: int, packs: int) -> None:
    rng = Random(packs)
    for size in range(1, 19):
        hand = cards(rng.sample([*range(PACK_SIZE)] * packs, size))
        listed = leads(hand, ranks)
        assert count_leads(hand, ranks) == len(listed)
        assert listed == sorted(set(listed), key=lambda play: (len(play), play))
