"""The plays a hand has under a variant: what may be led, and what answers.

Rules: section "What beats what". What a hand can lead comes from `leads`. What it has
to answer with comes from `holding`, which is kept while the hand is in use, since a
hand is asked many times between two of its plays. Here the variant says what of it may
be played: a higher highest card, or an exception that names what is on the table.

Whose turn it is, and whether a pass is allowed, belongs in `deal`.
"""

from functools import lru_cache
from typing import Final

from arena.game.cards import PACK_SIZE, TWO, Cards, rank_of
from arena.game.combinations import Combination, classify, outranks
from arena.game.holding import NO_CARD, Holding
from arena.game.leads import count_leads, leads
from arena.game.memo import Memo
from arena.game.options import EqualCards
from arena.game.shapes import Shape
from arena.game.variant import Variant

_SINGLES: Final = tuple(bytes([card]) for card in range(PACK_SIZE))


class Moves:
    """The plays of one variant. Hands and combinations seen lately are kept."""

    def __init__(self, variant: Variant) -> None:
        """Prepares the tables of a variant; `moves_of` shares them."""
        self._variant = variant
        self._in_runs = (1 << (TWO + variant.twos_in_runs)) - 1
        self._strict = variant.equal_cards is EqualCards.FORBIDDEN
        self._unmatched = variant.equal_cards is EqualCards.UNMATCHED
        # The limits allow for what the tables of one process have in use.
        self.holdings = Memo(self._hold, limit=2048)
        self.combinations = Memo(self._classify, limit=16384)

    def _hold(self, hand: Cards) -> Holding:
        return Holding(hand, self._in_runs)

    def _classify(self, cards: bytes) -> Combination | None:
        return classify(self._variant, cards)

    def leads(self, hand: Cards) -> list[Cards]:
        """Lists everything the hand can lead, by number of cards and then by cards."""
        return leads(hand, self._in_runs)

    def count_leads(self, hand: Cards) -> int:
        """Counts what `leads` would list, in no time however many they are."""
        return count_leads(hand, self._in_runs)

    def higher(self, hand: Cards, table: Combination) -> list[Cards]:
        """Lists the hand's higher plays of the table's own kind and length."""
        above = table.highest if self._strict else table.highest - 1
        if hand[-1] <= above or len(hand) < len(table.cards):
            return []
        if table.size * table.length == 1:
            plays = []
            # With two packs a card may be there twice, one beside the other.
            for card in hand:
                if card > above:
                    plays.append(_SINGLES[card])
                    above = card
        else:
            plays = self.holdings[hand].plays(table.size, table.length, above)
        if self._unmatched:
            return [play for play in plays if self._outranks(play, table)]
        return plays

    def _outranks(self, play: Cards, table: Combination) -> bool:
        new = self.combinations[play]
        return new is not None and outranks(self._variant, new, table)

    def answers(self, hand: Cards, table: Combination) -> list[Cards]:
        """Lists everything in the hand that beats the table, in the order of leads."""
        plays = self.higher(hand, table)
        if not table.beaters:
            return plays
        bombs = [
            play
            for shape in table.beaters
            if self._has(hand, shape)
            for play in _of(shape, self.holdings[hand])
        ]
        if bombs:
            plays = sorted({*plays, *bombs}, key=lambda play: (len(play), play))
        return plays

    def can_go_higher(self, hand: Cards, table: Combination) -> bool:
        """Says whether `higher` has anything, without listing it."""
        if hand[-1] < table.highest or len(hand) < len(table.cards):
            return False
        if table.size * table.length == 1:
            best = hand[-1]
        else:
            best = self.holdings[hand].best(table.size, table.length)
        if best != table.highest or self._strict:
            return best > table.highest
        return not self._unmatched or bool(self.higher(hand, table))

    def can_answer(self, hand: Cards, table: Combination) -> bool:
        """Says whether `answers` has anything, without listing it.

        More than half of all turns have nothing to play, so this is asked most.
        """
        if self.can_go_higher(hand, table):
            return True
        for shape in table.beaters:  # noqa: SIM110 - any() costs more
            if self._has(hand, shape):
                return True
        return False

    def _has(self, hand: Cards, shape: Shape) -> bool:
        if len(hand) < shape.size * shape.length:
            return False
        holding = self.holdings[hand]
        if shape.rank is None:
            return holding.best(shape.size, shape.length) != NO_CARD
        return bool(_of(shape, holding))


def _of(shape: Shape, holding: Holding) -> list[Cards]:
    """Lists a hand's plays of a shape."""
    plays = holding.plays(shape.size, shape.length)
    if shape.rank is None:
        return plays
    return [play for play in plays if rank_of(play[-1]) == shape.rank]


@lru_cache(maxsize=64)
def moves_of(variant: Variant) -> Moves:
    """Gives the shared `Moves` of a variant."""
    return Moves(variant)
