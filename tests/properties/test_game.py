"""What holds in every deal, whatever is played: cards, money, refusals, views."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from arena.errors import IllegalActionError
from arena.game.cards import PASS, format_action, format_cards
from arena.game.deal import STATE, Deal
from arena.game.record import (
    DealRecord,
    RecordedAction,
    decode_record,
    encode_record,
    readjudicate,
)
from arena.game.variant import overrides
from arena.game.view import View, view_of
from tests.support.positions import choose_action
from tests.support.random_deals import RANDOM, deals

MOST_ACTIONS = 3_000
"""More than any deal can take: each trick takes a card and a pass of each seat."""


def state(deal: Deal) -> dict[str, object]:
    found = {name: getattr(deal, name) for name in STATE}
    return found | {"hands": tuple(deal.hands), "legal": deal.legal_plays()}


@settings(max_examples=60, deadline=None)
@given(deal=deals(), rng=RANDOM)
def test_cards_are_conserved_and_a_deal_ends(deal: Deal, rng: Random) -> None:
    dealt = Counter(b"".join(deal.hands))
    played: Counter[int] = Counter()
    for _ in range(MOST_ACTIONS):
        if deal.over:
            break
        seat, cards = choose_action(deal, rng)
        if seat == deal.turn:
            assert deal.forced_pass() == (deal.legal_plays() == [PASS])
        deal.play(seat, cards)
        played.update(cards)
        assert played + Counter(b"".join(deal.hands)) == dealt
    assert deal.over


@settings(max_examples=60, deadline=None)
@given(deal=deals(), rng=RANDOM)
def test_payoffs_sum_to_zero_and_every_seat_finishes_once(
    deal: Deal, rng: Random
) -> None:
    while not deal.over:
        deal.play(*choose_action(deal, rng))
    assert sum(deal.payoff) == 0
    assert len(deal.payoff) == deal.seats
    finished = [seat for group in deal.finish for seat in group]
    assert sorted(finished) == list(range(deal.seats))


@settings(max_examples=40, deadline=None)
@given(deal=deals(), rng=RANDOM)
def test_a_refused_action_changes_nothing(deal: Deal, rng: Random) -> None:
    for _ in range(rng.randrange(40)):
        if not deal.over:
            deal.play(*choose_action(deal, rng))
    before = state(deal)
    for _ in range(20):
        seat = rng.randrange(-1, deal.seats + 1)
        hand = deal.hands[rng.randrange(deal.seats)] or b"\x00"
        cards = bytes(sorted(rng.choices(hand, k=rng.randrange(5))))
        if deal.refusal(seat, cards) is not None:
            with pytest.raises(IllegalActionError):
                deal.play(seat, cards)
            assert cards not in deal.legal_plays(seat)
        else:
            assert cards in deal.legal_plays(seat)
        assert state(deal) == before


def everything(view: View) -> dict[str, object]:
    """All that a view says."""
    return {name: getattr(view, name) for name in dir(view) if name[0] != "_"}


@settings(max_examples=60, deadline=None)
@given(deal=deals(), rng=RANDOM)
def test_a_view_is_the_same_whatever_the_hidden_hands_are(
    deal: Deal, rng: Random
) -> None:
    for _ in range(rng.randrange(60)):
        if not deal.over:
            deal.play(*choose_action(deal, rng))
    for seat in range(deal.seats):
        view = view_of(deal, seat)
        shown = {seat} | {other for other, _ in view.open_hands}
        hidden = [other for other in range(deal.seats) if other not in shown]
        loose = list(b"".join(deal.hands[other] for other in hidden))
        rng.shuffle(loose)
        twin = deal.copy()
        for other in hidden:
            count = len(deal.hands[other])
            twin.hands[other] = bytes(sorted(loose[:count]))
            del loose[:count]
        assert everything(view_of(twin, seat)) == everything(view)
        assert b"".join(hand for _, hand in view.open_hands) == b"".join(
            deal.hands[other] for other in sorted(shown - {seat})
        )


@settings(max_examples=40, deadline=None)
@given(deal=deals(), rng=RANDOM)
def test_a_record_is_read_as_written_and_re_adjudicates(
    deal: Deal, rng: Random
) -> None:
    record = played_out(deal, rng)
    assert decode_record(encode_record(record)) == record
    readjudicate(record)


def played_out(deal: Deal, rng: Random) -> DealRecord:
    name, rules = overrides(deal.variant)
    hands = tuple(format_cards(hand) for hand in deal.hands)
    leader = None if deal.must_include is not None else deal.turn
    actions = []
    while not deal.over:
        forced = ("forced",) if deal.forced_pass() and rng.random() < 0.9 else ()
        seat, cards = choose_action(deal, rng)
        flags = forced if seat == deal.turn else ()
        actions.append(RecordedAction(seat, format_action(cards), flags))
        deal.play(seat, cards)
    return DealRecord(
        tournament="any",
        round=1,
        table=1,
        board=1,
        rotation=1,
        deal=rng.randrange(3),
        variant=name,
        rules=rules,
        entrants=tuple(f"bot {seat}" for seat in range(deal.seats)),
        hands=hands,
        dealer=deal.dealer,
        leader=leader,
        leftover="",
        actions=tuple(actions),
        finish=deal.finish,
        payoff=deal.payoff,
        terminations=("normal",) * deal.seats,
        think_ms=tuple(rng.randrange(9999) for _ in range(deal.seats)),
        started_time=rng.choice([None, "2026-01-31T12:00:00.25Z"]),
    )
