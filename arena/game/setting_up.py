"""What is settled before the first play: a sound position, the opener, instant wins.

Rules: section "The deal". Where several seats hold what counts, which takes two
packs, the nearest clockwise from the dealer's left has it.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache

from arena.errors import InvalidNotationError, RulesError
from arena.game.cards import TWO, Card, Cards, cards, format_card, rank_of
from arena.game.variant import MOST_PACKS, check_table


def clockwise(seat: int, among: int, seats: int) -> int:
    """Gives the first seat after `seat`, clockwise, in a set that is not empty.

    The set is kept as bits, bit i for seat i. It is written twice in a row and
    shifted so that the seat after `seat` comes first; its lowest bit is then the
    nearest seat. At a table of four, after seat 2, among the seats 0 and 2
    (`0b0101`): twice is `0b01010101`, shifted by three `0b01010`, whose lowest bit
    is one place on from seat 3, that is seat 0.
    """
    turned = (among | among << seats) >> (seat + 1)
    return (seat + (turned & -turned).bit_length()) % seats


@cache
def next_seats(seats: int) -> tuple[bytes, ...]:
    """Tabulates `clockwise`: byte [seat][among] is the next seat, `among` as bits."""
    return tuple(
        bytes(clockwise(seat, among, seats) for among in range(1 << seats))
        for seat in range(seats)
    )


def opener(hands: Sequence[Cards], dealer: int) -> tuple[Card, int]:
    """Gives the lowest card dealt and the seat that opens a first deal with it."""
    lowest = min(hand[0] for hand in hands)
    holders = sum(1 << seat for seat, hand in enumerate(hands) if hand[0] == lowest)
    return lowest, clockwise(dealer, holders, len(hands))


def holder_of_four_twos(hands: Sequence[Cards], dealer: int) -> int | None:
    """Gives the seat that wins before any play by four twos or more, if one does."""
    holders = sum(
        1 << seat
        for seat, hand in enumerate(hands)
        if sum(rank_of(card) == TWO for card in hand) >= 4
    )
    return clockwise(dealer, holders, len(hands)) if holders else None


def check_position(
    hands: Sequence[Cards],
    dealer: int | None,
    leader: int | None,
    leftover: Cards,
) -> None:
    """Refuses what cannot be the beginning of a deal.

    Raises:
        VariantError: There are too few or too many seats.
        RulesError: A hand is empty, a card occurs too often, or dealer or leader
            is no seat.
        InvalidNotationError: A card is none.
    """
    seats = len(hands)
    check_table(seats)
    for name, seat in (("dealer", dealer), ("leader", leader)):
        if seat is not None and not 0 <= seat < seats:
            raise RulesError(
                f"{name}: {seat} is no seat; the table has 0 to {seats - 1}"
            )
    _check_cards(tuple(hands), leftover)


@lru_cache(maxsize=256)
def _check_cards(hands: tuple[Cards, ...], leftover: Cards) -> None:
    """Refuses cards that cannot lie so; asked once for many tables that play them."""
    for seat, hand in enumerate(hands):
        if not hand:
            raise RulesError(f"hands: seat {seat} has none; each holds a card at least")
    for held in (*hands, leftover):
        if held != cards(held):
            raise InvalidNotationError("cards", held, "card codes in ascending order")
    every = b"".join((*hands, leftover))
    if len(set(every)) == len(every):
        return
    card, copies = Counter(every).most_common(1)[0]
    if copies > MOST_PACKS:
        raise RulesError(
            f"hands: {format_card(card)} occurs {copies} times, "
            f"in {MOST_PACKS} packs it can {MOST_PACKS} times at the most"
        )
