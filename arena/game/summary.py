"""A variant in plain language, for people.

One sentence for each field, composed from the data alone, so that house rules are
described as well as the presets.
"""

from arena.game.options import (
    Ends,
    EqualCards,
    InstantWin,
    LeadLater,
    Leftover,
    OpenHands,
    Opening,
    PairsBeat,
    Payoff,
)
from arena.game.shapes import format_exception
from arena.game.variant import HandSize, Variant

_EQUAL_CARDS = {
    EqualCards.FORBIDDEN: "An equal highest card does not beat.",
    EqualCards.LATER: "Of equal highest cards the later one wins.",
    EqualCards.UNMATCHED: (
        "With equal highest cards, cards common to both are struck and the highest "
        "card left decides."
    ),
}
_OPENING = {
    Opening.INCLUDE: "leads, with a combination that includes it.",
    Opening.FREE: "leads, with anything.",
    Opening.MAY_PASS: (
        "leads, with a combination that includes it, or hands the lead to the next "
        "player, who leads anything."
    ),
}
_OPEN_HANDS = {
    OpenHands.NEIGHBOUR: "Each seat also sees the hand of the next seat clockwise.",
    OpenHands.ALL: "All hands lie open.",
}


def summary(variant: Variant) -> str:
    """Describes a variant in plain language, one sentence a line."""
    sentences = [
        *_dealing(variant),
        *_beating(variant),
        *_playing(variant),
        *_ending(variant),
    ]
    return "\n".join(sentences) + "\n"


def _dealing(variant: Variant) -> list[str]:
    seats = "two to eight" if variant.seats == "any" else str(variant.seats)
    packs = {
        "auto": "one pack up to four players, two packs from five on",
        1: "one pack",
        2: "two packs",
    }[variant.packs]
    sentences = [
        f"Played by {seats} players with {packs}.",
        f"Each is dealt {_hand(variant.hand)}{_at_three(variant)}.",
    ]
    if variant.leftover is Leftover.OPENER:
        sentences.append("Cards left over go to the opener before the first play.")
    return sentences


def _hand(hand: HandSize) -> str:
    return "as many cards as all can have alike" if hand == "equal" else f"{hand} cards"


def _at_three(variant: Variant) -> str:
    if variant.hand_at_three in {"hand", variant.hand}:
        return ""
    return f", at a table of three {_hand(variant.hand_at_three)}"


def _beating(variant: Variant) -> list[str]:
    twos = "may end in" if variant.twos_in_runs else "never have"
    sentences = [
        f"Runs and pair runs {twos} twos.",
        "A combination beats one of the same kind and length with a lower highest card.",
    ]
    if variant.pairs_beat is PairsBeat.ANY:
        sentences.append("Any pair beats any pair.")
    if variant.exceptions:
        listed = "; ".join(map(format_exception, variant.exceptions))
        sentences.append(f"Beyond that (beater > beaten): {listed}.")
    sentences.append(_EQUAL_CARDS[variant.equal_cards])
    return sentences


def _playing(variant: Variant) -> list[str]:
    opener = "In the first deal the holder of the lowest card dealt "
    later = {
        LeadLater.WINNER: "In later deals the winner of the last one leads anything.",
        LeadLater.LOWEST: "Later deals begin like the first.",
    }[variant.lead_later]
    sentences = [opener + _OPENING[variant.opening], later]
    sentences.append("Who passes is out of the trick until it ends.")
    if variant.solo_run:
        sentences.append(
            "When all others are done, the owner of the table may go on with higher "
            "combinations of the same kind and length before leading anew."
        )
    if variant.out_of_turn:
        sentences.append("Who has not passed may play before being on turn.")
    if variant.open_hands in _OPEN_HANDS:
        sentences.append(_OPEN_HANDS[variant.open_hands])
    return sentences


def _ending(variant: Variant) -> list[str]:
    sentences = []
    if variant.instant_win is InstantWin.FOUR_TWOS:
        sentences.append("A hand with four twos wins before any play.")
    sentences.append(
        {
            Ends.LAST_HOLDER: "The deal ends when one player is left with cards.",
            Ends.FIRST_OUT: (
                "The deal ends when the first player is out of cards; the others tie."
            ),
        }[variant.ends]
    )
    sentences.append(
        {
            Payoff.LOSER_PAYS: "The last pays one stake to each other player.",
            Payoff.WINNER_TAKES: "Each other player pays one stake to the first.",
        }[variant.payoff]
    )
    return sentences
