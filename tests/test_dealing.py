"""The way from the master seed to the cards, against vectors and statistics."""

import hashlib
import hmac
import json
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from arena.dealing import (
    board_key,
    bot_seed,
    commitment,
    deal_cards,
    pairing_key,
    permutation,
    shuffle,
)
from arena.errors import VariantError

VECTORS = json.loads(
    (Path(__file__).parent / "data" / "dealing.json").read_text("utf-8")
)
SEED = bytes(range(32))


def literal_stream(key: bytes, length: int) -> bytes:
    blocks = (
        hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for counter in range(length // 32 + 1)
    )
    return b"".join(blocks)[:length]


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda v: v["message"])
def test_deal_vectors_hold(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    key = board_key(
        seed, vector["tournament"], vector["round"], vector["board"], vector["deal"]
    )
    assert key.hex() == vector["key"]
    assert shuffle(key, vector["packs"]) == vector["shuffled"]
    dealt = deal_cards(
        key, seats=vector["seats"], hand=vector["hand"], packs=vector["packs"]
    )
    assert [list(hand) for hand in dealt.hands] == vector["hands"]
    assert list(dealt.leftover) == vector["leftover"]
    assert dealt.dealer == vector["dealer"]


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda v: v["message"])
def test_vectors_follow_from_the_description_read_literally(
    vector: dict[str, Any],
) -> None:
    seed = bytes.fromhex(vector["seed"])
    key = hmac.new(seed, vector["message"].encode(), hashlib.sha256).digest()
    stream = list(literal_stream(key, 1000))
    cards = list(range(52)) * vector["packs"]
    for last in reversed(range(1, len(cards))):
        while stream[0] >= 256 - 256 % (last + 1):
            stream.pop(0)
        chosen = stream.pop(0) % (last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    assert cards == vector["shuffled"]
    while stream[0] >= 256 - 256 % vector["seats"]:
        stream.pop(0)
    assert stream[0] % vector["seats"] == vector["dealer"]


@pytest.mark.parametrize("vector", VECTORS["seeds"], ids=lambda v: v["seed"][:8])
def test_commitments_and_bot_seeds_hold(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    assert commitment(seed) == vector["commitment"]
    assert bot_seed(seed, vector["entrant"]) == int(vector["bot_seed"])
    assert (
        pairing_key(seed, vector["tournament"], vector["round"]).hex()
        == vector["pairing_key"]
    )


@given(
    st.binary(min_size=32, max_size=32),
    st.integers(2, 8),
    st.integers(1, 2),
    st.data(),
)
def test_every_card_is_dealt_exactly_once_a_pack(
    key: bytes, seats: int, packs: int, data: st.DataObject
) -> None:
    hand = data.draw(st.integers(1, 52 * packs // seats))
    dealt = deal_cards(key, seats=seats, hand=hand, packs=packs)
    assert [len(cards) for cards in dealt.hands] == [hand] * seats
    together = Counter(chain(*dealt.hands, dealt.leftover))
    assert together == Counter(dict.fromkeys(range(52), packs))
    assert all(list(cards) == sorted(cards) for cards in dealt.hands)
    assert list(dealt.leftover) == sorted(dealt.leftover)
    assert 0 <= dealt.dealer < seats


@pytest.mark.parametrize(
    ("seats", "hand", "packs", "key"),
    [(4, 14, 1, "hand"), (4, 0, 1, "hand"), (1, 13, 1, "seats"), (4, 13, 3, "packs")],
)
def test_impossible_deals_are_refused_by_name(
    seats: int, hand: int, packs: int, key: str
) -> None:
    with pytest.raises(VariantError) as caught:
        deal_cards(SEED, seats=seats, hand=hand, packs=packs)
    assert caught.value.key == key


def test_every_part_of_the_board_changes_the_deal() -> None:
    keys = {
        board_key(SEED, "a", 1, 1, 0),
        board_key(SEED, "b", 1, 1, 0),
        board_key(SEED, "a", 2, 1, 0),
        board_key(SEED, "a", 1, 2, 0),
        board_key(SEED, "a", 1, 1, 1),
        board_key(SEED[::-1], "a", 1, 1, 0),
        board_key(SEED, "a/1", 1, 1, 0),
        pairing_key(SEED, "a", 1),
    }
    assert len(keys) == 8


def test_cards_fall_on_every_place_equally_often() -> None:
    deals = 4000
    counts = [[0] * 52 for _ in range(52)]
    for board in range(1, deals + 1):
        for place, card in enumerate(shuffle(board_key(SEED, "chi", 1, board, 0), 1)):
            counts[card][place] += 1
    expected = deals / 52
    statistic = sum((n - expected) ** 2 / expected for row in counts for n in row)
    # A shuffle fills every row and column once: 51 * 51 degrees of freedom remain,
    # and counts spread by 52 / 51 more than free ones.
    assert 0.001 < stats.chi2.sf(statistic * 51 / 52, 51 * 51) < 0.999


def test_neighbouring_cards_part_as_often_as_chance_has_it() -> None:
    deals = 4000
    together = sum(
        1
        for board in range(deals)
        for hand in deal_cards(
            board_key(SEED, "pair", 1, board, 0), seats=4, hand=13, packs=1
        ).hands
        if 48 in hand and 49 in hand
    )
    assert stats.binomtest(together, deals, 12 / 51).pvalue > 0.001


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_lot_makes_every_seat_dealer_equally_often(seats: int) -> None:
    packs = 1 if seats <= 4 else 2
    counts = Counter(
        deal_cards(
            board_key(SEED, "lot", seats, board, 0), seats=seats, hand=13, packs=packs
        ).dealer
        for board in range(1500)
    )
    assert stats.chisquare([counts[seat] for seat in range(seats)]).pvalue > 0.001


def test_permutation_holds_each_number_once_and_depends_on_the_key() -> None:
    orders = [permutation(pairing_key(SEED, "a", n), 1000) for n in (1, 2)]
    assert [sorted(order) for order in orders] == [list(range(1000))] * 2
    assert orders[0] != orders[1]
