r"""Cards, hands and their text form.

Rules: section "Cards". Ranks run 3 4 5 6 7 8 9 10 J Q K A 2, suits spades, clubs,
diamonds, hearts; rank counts before suit. A card is the small integer
`4 * rank + suit`, so the higher code is always the stronger card. Cards are
`bytes`, one code a byte in ascending order, and a code may occur twice when two
packs are in play. No cards at all, `b""`, is a pass where an action is meant.

    >>> parse_cards("2H 3S 10D")
    b'\x00\x1e3'
    >>> format_cards(b"\x00\x1e3")
    '3S 10D 2H'

What cards form together belongs in `combinations`.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from arena.errors import InvalidNotationError

Card: TypeAlias = int
"""A card code, 0 (three of spades) to 51 (two of hearts)."""

Cards: TypeAlias = bytes
"""Card codes in ascending order, one a byte; duplicates occur with two packs."""

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""Rank names by rank number, low to high."""

SUITS = ("S", "C", "D", "H")
"""Suit names by suit number, low to high."""

TWO: Final = 12
"""The rank number of the two, the highest rank."""

PACK_SIZE: Final = 52
"""How many cards a pack has."""

PASS: Final = b""
"""The action of playing nothing."""

RANK_TABLE = bytes(min(code >> 2, TWO) for code in range(256))
"""For `bytes.translate`: puts the rank in the place of each card."""

_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CODES = {name: code for code, name in enumerate(_NAMES)}


def rank_of(card: Card) -> int:
    """Gives the rank number of a card, 0 (three) to 12 (two)."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Gives the suit number of a card, 0 (spades) to 3 (hearts)."""
    return card & 3


def cards(codes: Iterable[Card]) -> Cards:
    """Sorts card codes into `Cards`.

    Raises:
        InvalidNotationError: A code is no card's.
    """
    ordered = sorted(codes)
    if ordered and not 0 <= ordered[0] <= ordered[-1] < PACK_SIZE:
        wrong = ordered[0] if ordered[0] < 0 else ordered[-1]
        raise InvalidNotationError("card code", wrong, "0 to 51")
    return bytes(ordered)


def parse_card(text: str) -> Card:
    """Reads one card, such as `"10H"`.

    Raises:
        InvalidNotationError: The text is no card.
    """
    try:
        return _CODES[text]
    except KeyError:
        raise InvalidNotationError(
            "card", text, "a rank 3-10 J Q K A 2 and a suit S C D H, such as '10H'"
        ) from None


def parse_cards(text: str) -> Cards:
    """Reads cards separated by spaces, in any order; no text is no cards.

    Raises:
        InvalidNotationError: One of the words is no card.
    """
    return bytes(sorted(parse_card(word) for word in text.split()))


def format_card(card: Card) -> str:
    """Writes one card, the inverse of `parse_card`.

    Raises:
        InvalidNotationError: The code is no card's.
    """
    if not 0 <= card < PACK_SIZE:
        raise InvalidNotationError("card code", card, "0 to 51")
    return _NAMES[card]


def format_cards(held: Cards) -> str:
    """Writes cards low to high, separated by single spaces."""
    return " ".join(map(format_card, held))


def parse_action(text: str) -> Cards:
    """Reads an action: `"pass"`, or the cards that are played.

    Raises:
        InvalidNotationError: The text is neither.
    """
    if text == "pass":
        return PASS
    action = parse_cards(text)
    if not action:
        raise InvalidNotationError("action", text, "'pass' or cards such as '3S 3C'")
    return action


@lru_cache(maxsize=4096)
def format_action(action: Cards) -> str:
    """Writes an action, the inverse of `parse_action`.

    The same few hundred make up most of all deals, so they are kept.
    """
    return format_cards(action) if action else "pass"


def describe_action(action: bytes) -> str:
    """Writes any byte string as an action, for messages about bad answers.

    Bytes that are no card codes are shown as `#77`; nothing raises.
    """
    names = (_NAMES[c] if c < PACK_SIZE else f"#{c}" for c in action)
    return " ".join(names) if action else "pass"


def without(hand: Cards, taken: bytes) -> Cards | None:
    """Takes cards out of a hand, or gives `None` when not all of them are in it.

    Copies are told apart by number: with one 7H in the hand, `7H 7H` is not held.
    """
    left = hand.replace(taken, b"", 1)
    if len(left) < len(hand):
        # They lay side by side, as single cards and most pairs do.
        return left
    rest = bytearray(hand)
    try:
        for card in taken:
            rest.remove(card)
    except ValueError:
        return None
    return bytes(rest)
