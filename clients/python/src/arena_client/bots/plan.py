"""Choosing a play by what it leaves in the hand."""

from typing import ClassVar

from arena_client.bots.choices import answers, cards_of, same_shape, without
from arena_client.bots.split import Held, Part, Splitter, held_of, parts_at
from arena_client.cards import NONE, Cards, cards
from arena_client.view import View

CHOP = 0.3
"""What beating a two with a bomb is worth beyond winning the trick."""

PATIENCE = 0.5
"""What keeping everything, by a pass, is worth at the beginning of a deal."""

FULL = 13
"""How many cards a full hand has."""

HASTE = 0.3
"""How much of that is lost until an opponent has no cards left."""

ALARM = 3
"""With how few cards an opponent is about to go out."""

ALARMED = -0.5
"""What a pass is worth then."""

STRONG = 0.2
"""A part that costs less is kept for winning a trick with."""

_STRONG_LAST = 13
"""As if a strong part were so many ranks higher, so that it is led last."""


def including(card: int, play: Cards) -> Cards:
    """The play with `card` in it, for a card of the same rank where it is not yet."""
    if card in play:
        return play
    other = next(taken for taken in play if taken >> 2 == card >> 2)
    return cards([*without(play, bytes([other])), card])


class Plan:
    """One decision of a planning bot."""

    eager: ClassVar[float] = 0.5
    """What winning the trick is worth, in leads."""

    def __init__(self, view: View, splitter: Splitter) -> None:
        """Plans what to play in `view`, with costs by `splitter`."""
        self.view = view
        self.splitter = splitter
        self.held = held_of(view.prompt.hand)
        self.fewest = min(view.hand_counts[seat] for seat in view.opponents)
        """How many cards the opponent with the fewest holds."""

    def choose(self) -> Cards:
        """The cards to play."""
        view = self.view
        if not view.leads:
            return NONE if view.owner == view.seat else self.answer()
        if view.must_include is not None:
            part = self.open(view.must_include >> 2)
            return including(view.must_include, self.cards(part))
        parts = self.splitter.split(self.held)
        part = parts[0] if len(parts) == 1 else self.lead(parts)
        if part.cards == 1 and self.fewest == 1:
            # Somebody's last card may be a little higher: give all there is.
            return cards_of(view.prompt.hand, part, self._highest(part) - 1)
        return self.cards(part)

    def cost(self, part: Part) -> float:
        """What getting rid of a part costs, in leads."""
        return self.splitter.cost(part)

    def total(self, held: Held) -> float:
        """What getting rid of a hand costs."""
        return self.splitter.total(held)

    def open(self, rank: int) -> Part:
        """The part to open with, which must include a card of `rank`."""
        return min(
            parts_at(self.held, rank, self.view.rules.run_top),
            key=lambda part: (
                self.cost(part) + self.total(self.held - part.held),
                -part.cards,
            ),
        )

    def lead(self, parts: list[Part]) -> Part:
        """Which of two or more parts to lead."""
        if len(parts) == 2:
            return min(parts, key=self.cost)
        if self.fewest == 1:
            wide = [part for part in parts if part.cards > 1]
            if not wide:
                return max(parts, key=lambda part: part.top)
            parts = wide
        return min(
            parts,
            key=lambda part: (
                part.top - part.cards + _STRONG_LAST * (self.cost(part) < STRONG)
            ),
        )

    def possible(self) -> list[Part]:
        """The parts that beat the table."""
        prompt = self.view.prompt
        return list(answers(self.view.rules, prompt.hand, self.held, prompt.table))

    def answer(self) -> Cards:
        """The best answer to the table, perhaps a pass."""
        best, chosen = self.total(self.held) - self.passing(), None
        for part in self.possible():
            rest = self.held - part.held
            if not rest:
                return self.cards(part)
            wins = min(1.0, 1 - self.cost(part))
            value = self.total(rest) - self.eager * wins
            if not same_shape(self.view.rules, part, self.view.prompt.table):
                # This is what a bomb was kept for: it costs nothing now.
                value += self.cost(part) - CHOP
            if value < best:
                best, chosen = value, part
        return NONE if chosen is None else self.cards(chosen)

    def passing(self) -> float:
        """What a pass is worth."""
        if self.fewest <= ALARM:
            return ALARMED
        return PATIENCE - HASTE * (FULL - self.fewest) / FULL

    def cards(self, part: Part) -> Cards:
        """The cards for `part`, high enough for the table where it is of its shape."""
        prompt = self.view.prompt
        same = same_shape(self.view.rules, part, prompt.table)
        return cards_of(prompt.hand, part, prompt.table[-1] if same else -1)

    def _highest(self, part: Part) -> int:
        return max(card for card in self.view.prompt.hand if card >> 2 == part.top)
