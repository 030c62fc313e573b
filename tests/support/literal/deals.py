"""Deals in which rare things are common, for comparing two adjudicators.

A fair shuffle gives a quad run once in thousands of deals. The dealers here keep
hands short, so that every subset can be tried, and the packs lopsided.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random

from tests.support.literal.combinations import RANKS, SUITS, TWO, Card, Cards, without

LARGEST_HAND = 9
"""Most cards in a hand that has no long bomb in it: 512 subsets."""


@dataclass(frozen=True)
class OddDeal:
    """What a deal starts from."""

    hands: tuple[Cards, ...]
    dealer: int | None
    """None means the last seat."""
    leader: int | None
    """None means the opening rule."""
    leftover: Cards


def pack(packs: int) -> list[Card]:
    """Gives one or two packs in order, equal cards next to each other."""
    return [
        (rank, suit)
        for rank in range(len(RANKS))
        for suit in range(len(SUITS))
        for _ in range(packs)
    ]


Hands = tuple[list[list[Card]], list[Card]]
"""The hands by seat, and what is left of the pack."""


def odd_deal(rng: Random, seats: int, packs: int) -> OddDeal:
    """Deals in one of the manners below.

    Dealer, leader and the seat that each hand goes to are left to chance.
    """
    manner = rng.choice([shuffled, in_packets, few_ranks, twins, bombs, duel, duel])
    hands, rest = manner(rng, seats, packs)
    leader = rng.choice([None, rng.randrange(seats)])
    if manner is duel and rng.random() < 0.8:
        leader = 0
    turned = rng.randrange(seats)
    hands = [hands[(seat - turned) % seats] for seat in range(seats)]
    return OddDeal(
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        dealer=rng.choice([None, *range(seats)]),
        leader=None if leader is None else (leader + turned) % seats,
        leftover=tuple(sorted(rest[: rng.randrange(3)])),
    )


def shuffled(rng: Random, seats: int, packs: int) -> Hands:
    """Deals fairly, though not always the same number of cards to everyone."""
    cards = pack(packs)
    rng.shuffle(cards)
    return _share_out(rng, cards, seats)


def few_ranks(rng: Random, seats: int, packs: int) -> Hands:
    """Deals from a few neighbouring ranks and the twos: hands full of pairs."""
    width = max(rng.randint(3, 7), 1 + seats // packs)
    first = rng.randrange(TWO - width + 1)
    cards = [
        card
        for card in pack(packs)
        if first <= card[0] < first + width or card[0] == TWO
    ]
    rng.shuffle(cards)
    return _share_out(rng, cards, seats)


def twins(rng: Random, seats: int, packs: int) -> Hands:
    """Deals from two packs, neighbours nearly the same: many equal highest cards."""
    if packs == 1:
        return few_ranks(rng, seats, packs)
    (first, _), _ = few_ranks(rng, 2, packs)
    cards = list(without(pack(packs), first))
    rng.shuffle(cards)
    hands = [first]
    for _ in range(seats - 1):
        hand: list[Card] = []
        for card in first:
            alike = [other for other in cards if other[0] == card[0]]
            same = [card] if card in alike and rng.random() < 0.7 else alike
            hand += _take(cards, [rng.choice(same or cards)])
        hands.append(hand)
    return hands, cards


def in_packets(rng: Random, seats: int, packs: int) -> Hands:
    """Deals an unshuffled pack, cut, in packets: quads and runs of quads."""
    cards = pack(packs)
    cut = 4 * rng.randrange(13 * packs)
    cards = cards[cut:] + cards[:cut]
    most = min(LARGEST_HAND, len(cards) // seats)
    size = rng.randint(3, most)
    packet = rng.randint(2, 6)
    hands: list[list[Card]] = [[] for _ in range(seats)]
    seat = rng.randrange(seats)
    while any(len(hand) < size for hand in hands):
        room = size - len(hands[seat])
        taken, cards = cards[: min(packet, room)], cards[min(packet, room) :]
        hands[seat] += taken
        seat = (seat + 1) % seats
    for _ in range(rng.randrange(4)):
        giver, taker = rng.choice(hands), rng.choice(hands)
        here, there = rng.randrange(len(giver)), rng.randrange(len(taker))
        giver[here], taker[there] = taker[there], giver[here]
    rng.shuffle(cards)
    return hands, cards


BOMBS = [(4, 1), (4, 1), (2, 3), (2, 3), (2, 4), (2, 5), (4, 2), (4, 2)]
"""(cards of each rank, ranks): what `bombs` puts into hands, as often as it stands."""

ANSWERS = {
    1: [(4, 1), (2, 3), (2, 4)],
    2: [(4, 1), (2, 3), (2, 4), (2, 5), (4, 2), (4, 2)],
    3: [(2, 5), (2, 6), (2, 7), (2, 7), (4, 2), (4, 3), (4, 3)],
}
"""By the number of twos, what `duel` sets against them: right and nearly right."""


def bombs(rng: Random, seats: int, packs: int) -> Hands:
    """Gives some seats twos and others a bomb, and all a few odd cards."""
    cards = pack(packs)
    rng.shuffle(cards)
    hands = [
        _take(cards, _twos(cards, rng.randint(1, 3)))
        if rng.random() < 0.45
        else _take(cards, _bomb(rng, cards, rng.choice(BOMBS)))
        for _ in range(seats)
    ]
    return _with_odd_cards(rng, hands, cards)


def duel(rng: Random, seats: int, packs: int) -> Hands:
    """Gives the first seat twos to lead, and two others what may beat so many."""
    cards = pack(packs)
    rng.shuffle(cards)
    twos = rng.randint(1, 3)
    hands: list[list[Card]] = [[] for _ in range(seats)]
    hands[0] = _take(cards, _twos(cards, twos))
    for seat in rng.sample(range(1, seats), min(2, seats - 1)):
        hands[seat] = _take(cards, _bomb(rng, cards, rng.choice(ANSWERS[twos])))
    return _with_odd_cards(rng, hands, cards)


def twos_and_bomb(rng: Random, twos: int, bomb: tuple[int, int]) -> OddDeal:
    """Deals to two: the leader has so many twos, the other a bomb of a shape."""
    cards = pack(1)
    rng.shuffle(cards)
    leads = _take(cards, _twos(cards, twos))
    # No more twos: a run may not take them in, and four may win before any play.
    cards = [card for card in cards if card[0] != TWO]
    answers = _take(cards, _bomb(rng, cards, bomb))
    hands, _ = _with_odd_cards(rng, [leads, answers], cards)
    return OddDeal(
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        dealer=None,
        leader=0,
        leftover=(),
    )


def _twos(cards: list[Card], number: int) -> list[Card]:
    return [card for card in cards if card[0] == TWO][:number]


def _bomb(rng: Random, cards: list[Card], shape: tuple[int, int]) -> list[Card]:
    """Picks a bomb of a shape from what is left, or nothing if there is none."""
    of_each, ranks = shape
    left = Counter(rank for rank, _ in cards)
    starts = [
        start
        for start in range(len(RANKS) - ranks + 1)
        if all(left[rank] >= of_each for rank in range(start, start + ranks))
    ]
    if not starts:
        return []
    start = rng.choice(starts)
    return [
        card
        for rank in range(start, start + ranks)
        for card in [card for card in cards if card[0] == rank][:of_each]
    ]


def _with_odd_cards(rng: Random, hands: list[list[Card]], cards: list[Card]) -> Hands:
    """Puts one to three cards more into each hand."""
    for hand in hands:
        for _ in range(rng.randint(1, 3)):
            hand.append(cards.pop())
    return hands, cards


def _take(cards: list[Card], taken: list[Card]) -> list[Card]:
    for card in taken:
        cards.remove(card)
    return taken


def _share_out(rng: Random, cards: list[Card], seats: int) -> Hands:
    most = min(LARGEST_HAND, len(cards) // seats)
    even = rng.randint(2, most)
    hands = []
    for _ in range(seats):
        size = max(1, min(most, even + rng.choice([-1, 0, 0, 0, 1])))
        hands.append([cards.pop() for _ in range(size)])
    return hands, cards
