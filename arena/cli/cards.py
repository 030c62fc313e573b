"""Cards as a terminal shows them, one colour a suit.

Whoever follows a deal sees suit signs. Evidence is in the notation of the rules, like
the ruling it stands beside: it is there to be compared, and to be tried with a bot.
"""

from rich.text import Text

from arena.game.cards import RANKS, Cards, format_card, rank_of, suit_of

_SIGNS = ("♠", "♣", "♦", "♥")
_STYLES = ("bold", "bold green", "bold blue", "bold red")


def card_text(held: Cards) -> Text:
    """Gives the cards with suit signs, low to high, with a blank between."""
    return Text(" ").join(
        Text(RANKS[rank_of(card)] + _SIGNS[suit_of(card)], _STYLES[suit_of(card)])
        for card in held
    )


def plain_card_text(held: Cards) -> Text:
    """Gives the same in the notation of the rules, `3S 10H`."""
    return Text(" ").join(
        Text(format_card(card), _STYLES[suit_of(card)]) for card in held
    )


def card_width(held: Cards) -> int:
    """Says how many columns `card_text` takes."""
    return card_text(held).cell_len
