"""Prompts joined from encoded fields say what protobuf's own library would say."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game.deal import Deal
from arena.game.variant import variant
from arena.game.view import View, view_of
from arena.match.result import Action
from arena.server.prompts import encode_event, encode_place, encode_prompt, in_response
from arena.v1 import play_service_pb2 as pb
from tests.support.positions import choose_action, random_deal
from tests.support.prompts import MOST_UINT32, prompt_of
from tests.support.random_deals import RANDOM, deals

TIMES = st.none() | st.floats(0, 1e9) | st.sampled_from([-1.0, -1e-9, 1e30])
TOLD = st.fixed_dictionaries(
    {
        "table_id": st.integers(0, 2**53 - 1),
        "turn": st.integers(0, MOST_UINT32),
        "clock_left": TIMES,
        "round_trip": TIMES,
    }
)
FLAGS = st.lists(st.tuples(*[st.booleans()] * 3), min_size=1, max_size=5)


def prompt(
    view: View, news: list[Action], plays: list[bytes], *, table_id: int, **told: Any
) -> bytes:
    place = encode_place(table_id, view.seat)
    return encode_prompt(view, [*map(encode_event, news)], plays, place=place, **told)


@settings(max_examples=60, deadline=None)
@given(deal=deals(), rng=RANDOM, flags=FLAGS, told=TOLD)
def test_every_seat_is_told_what_the_library_would_tell_it(
    deal: Deal, rng: Random, flags: list[tuple[bool, ...]], told: dict[str, Any]
) -> None:
    news: list[Action] = []
    for _ in range(rng.randrange(40)):
        if not deal.over:
            seat, cards = choose_action(deal, rng)
            news.append(Action(seat, cards, *flags[len(news) % len(flags)]))
            deal.play(seat, cards)
    for seat in range(deal.seats):
        view, plays = view_of(deal, seat), deal.legal_plays(seat)
        encoded = prompt(view, news, plays, **told)
        assert pb.Prompt.FromString(encoded) == prompt_of(view, news, plays, **told)


def view(hand: int = 13) -> View:
    """What the leader of some deal sees, with a hand of that size."""
    rules = variant("thirteen")
    deal = random_deal(rules, 4, Random(hand), leader=True)
    deal.hands = [cards[:hand] for cards in deal.hands]
    return view_of(deal, deal.turn or 0)


def plain(seen: View, plays: list[bytes]) -> bytes:
    return prompt(seen, [], plays, table_id=1, turn=1, clock_left=None, round_trip=None)


def test_nothing_is_said_of_time_that_is_unlimited() -> None:
    prompt = pb.Prompt.FromString(plain(view(), []))
    assert not prompt.HasField("clock_left_ms")
    assert prompt.round_trip_us == 0


@pytest.mark.parametrize("plays", [0, 1, 10, 100, 4096])
def test_a_response_holds_prompts_of_every_size(plays: int) -> None:
    prompts = [plain(view(hand), [view(hand).hand] * plays) for hand in range(1, 14)]
    response = pb.PlayResponse.FromString(b"".join(map(in_response, prompts)))
    assert [p.SerializeToString() for p in response.prompts] == [
        pb.Prompt.FromString(prompt).SerializeToString() for prompt in prompts
    ]
