"""Cards: the codes that travel, and the text that people read.

A card code is `4 * rank + suit`: ranks 0 (three) to 12 (two), suits 0 (spades),
1 (clubs), 2 (diamonds), 3 (hearts). The higher code is always the stronger card.
In text a card is rank then suit, `10H` or `2S`, and a set of cards is written
low to high with single spaces. No cards at all is a pass. Read is more than is
written: suit signs, and commas between cards, so that what `arena replay` shows can be
pasted.
"""

from collections.abc import Iterable

__tracebackhide__ = True  # of pytest, as in `testing`

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""The ranks in text, low to high."""

SUITS = ("S", "C", "D", "H")
"""The suits in text, low to high."""

TWO = 12
"""The highest rank."""

PASS = "pass"  # noqa: S105 - not a password
"""How a pass is written."""

_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
_LETTERS = str.maketrans("♠♣♦♥", "SCDH", "\ufe0e\ufe0f")
"""Letters for signs, and nothing for what makes a sign plain or coloured."""
_CODES = {text: code for code, text in enumerate(_TEXTS)}


class Cards(bytes):
    """A set of cards: the bytes that travel, one code a byte, that print as text.

    `parse_cards("4S 3S")` equals `bytes([0, 4])` and prints as `3S 4S`. Iterating
    gives the codes; `texts` gives the cards in text.
    """

    __slots__ = ()

    @property
    def texts(self) -> list[str]:
        """The cards one by one, in text."""
        return [_TEXTS[code] for code in self]

    def __str__(self) -> str:
        """The cards in text, `""` when there are none."""
        return " ".join(self.texts)

    def __repr__(self) -> str:
        """The same, with the type's name around it."""
        return f"Cards({str(self)!r})"


NONE = Cards()
"""No cards: as a play, a pass."""


def rank_of(card: int) -> int:
    """The rank of a card code, 0 (three) to 12 (two)."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit of a card code, 0 (spades) to 3 (hearts)."""
    return card & 3


def cards(codes: Iterable[int]) -> Cards:
    """Puts card codes in order."""
    return Cards(bytes(sorted(codes)))


def parse_card(text: str) -> int:
    """Reads one card, `10H` or `10♥`; raises `ValueError` when it is none."""
    code = _CODES.get(text.strip().translate(_LETTERS).upper())
    if code is None:
        raise ValueError(
            f"no card: {text!r}; expected a rank (3 4 … 10 J Q K A 2) and a suit "
            "(S C D H or ♠ ♣ ♦ ♥), as in 10H"
        )
    return code


def parse_cards(text: str) -> Cards:
    """Reads cards in any order with spaces or commas between; `""`, `"pass"` are none.

    Raises:
        ValueError: part of the text is no card.
    """
    if text.strip().lower() == PASS:
        return NONE
    return cards(parse_card(part) for part in text.replace(",", " ").split())


def format_card(card: int) -> str:
    """Writes one card code as text."""
    return _TEXTS[card]


def format_cards(codes: Iterable[int]) -> str:
    """Writes card codes as text, `""` when there are none."""
    return " ".join(_TEXTS[code] for code in codes)


def format_play(codes: Iterable[int]) -> str:
    """Writes a play as text: its cards, or `pass`."""
    return format_cards(codes) or PASS


def format_received(codes: bytes) -> str:
    """Writes bytes that may be no cards at all, as a ruling quotes them: `3S #99`."""
    known = len(_TEXTS)
    texts = (_TEXTS[code] if code < known else f"#{code}" for code in codes)
    return " ".join(texts) or PASS
