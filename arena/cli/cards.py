"""Cards as a terminal shows them, one colour a suit.

Whoever follows a deal sees suit signs. Evidence is in the notation of the rules, like
the ruling it stands beside: it is there to be compared, and to be tried with a bot.
"""

from collections.abc import Callable

from rich.text import Text

from arena.game.cards import RANKS, Card, Cards, format_card, rank_of, suit_of

_SIGNS = ("♠", "♣", "♦", "♥")
_STYLES = ("bold", "bold green", "bold blue", "bold red")


def card_text(held: Cards) -> Text:
    """Gives the cards with suit signs, low to high, with a blank between."""
    return _coloured(held, lambda card: RANKS[rank_of(card)] + _SIGNS[suit_of(card)])


def notation_text(held: Cards) -> Text:
    """Gives the same in the notation of the rules, `3S 10H`."""
    return _coloured(held, format_card)


def card_width(held: Cards) -> int:
    """Says how many columns `card_text` takes."""
    return card_text(held).cell_len


def _coloured(held: Cards, write: Callable[[Card], str]) -> Text:
    return Text(" ").join(Text(write(card), _STYLES[suit_of(card)]) for card in held)
