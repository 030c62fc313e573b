"""Cards as a terminal shows them: suit signs, one colour a suit."""

from rich.text import Text

from arena.game.cards import RANKS, Cards, rank_of, suit_of

_SIGNS = ("♠", "♣", "♦", "♥")
_STYLES = ("bold", "bold green", "bold blue", "bold red")


def card_text(held: Cards) -> Text:
    """Gives the cards, low to high, with a blank between."""
    return Text(" ").join(
        Text(RANKS[rank_of(card)] + _SIGNS[suit_of(card)], _STYLES[suit_of(card)])
        for card in held
    )


def card_width(held: Cards) -> int:
    """Says how many columns `card_text` takes."""
    return card_text(held).cell_len
