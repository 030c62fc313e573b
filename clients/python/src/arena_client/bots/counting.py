"""Counting cards: what is still out, who can hold it, and what therefore wins.

Three things are known for certain: which cards have been played, how many each
opponent holds, and, from passes that the arena made for a seat because it had no
legal play, what that seat cannot have. Hands only shrink, so such a limit holds to
the end of the deal.
"""

from collections.abc import Iterable, Sequence
from math import comb

from arena_client.bots.choices import top_card
from arena_client.bots.split import Part
from arena_client.cards import TWO
from arena_client.plays import classify
from arena_client.rules import SINGLE, Rules, Shape
from arena_client.v1.cards_pb2 import Event

PACK = 52
"""Cards of one pack."""


class Count:
    """What one seat knows about the cards it does not see."""

    def __init__(self, hand: bytes, dealt: int) -> None:
        """Begins a deal with this `hand`, when so many cards have been dealt in all."""
        self._out = [1 if dealt <= PACK else 2] * PACK
        for card in hand:
            self._out[card] -= 1
        self._table = b""
        self._limits: dict[int, dict[Shape, int]] = {}

    @property
    def out(self) -> Sequence[int]:
        """How often each card may still be in another hand, by card code."""
        return self._out

    def follow(self, rules: Rules, seat: int, events: Iterable[Event]) -> None:
        """Takes in what happened; `seat` is the one that counts."""
        for event in events:
            if event.cards:
                if event.seat != seat:
                    for card in event.cards:
                        self._out[card] = max(0, self._out[card] - 1)
                self._table = event.cards
            elif event.forced:
                self._limit(rules, event.seat)
            if event.ends_trick:
                self._table = b""

    def _limit(self, rules: Rules, seat: int) -> None:
        lies = classify(rules, self._table)
        if lies is not None:
            limits = self._limits.setdefault(seat, {})
            limits[lies.shape] = min(lies.highest, limits.get(lies.shape, PACK))

    def limit(self, seat: int, shape: Shape) -> int:
        """A card that no play of this `shape` from that seat can exceed."""
        limits = self._limits.get(seat)
        if not limits:
            return PACK
        return min(limits.get(shape, PACK), limits.get(SINGLE, PACK))


class Chances:
    """How likely it is, in one position, that nobody can beat a play."""

    def __init__(
        self,
        rules: Rules,
        count: Count,
        hand: bytes,
        rivals: Sequence[tuple[int, int]],
    ) -> None:
        """Judges for the seat that holds `hand`.

        Args:
            rules: The rules of the table.
            count: What is known.
            hand: The seat's cards.
            rivals: Who may still answer, each with how many cards he holds.
        """
        self._rules = rules
        self._count = count
        self._hand = hand
        self._rivals = rivals
        out = count.out
        self._out = sum(out)
        self._of_rank = [sum(out[low : low + 4]) for low in range(0, PACK, 4)]

    def unbeaten(self, part: Part) -> float:
        """The chance that no rival holds anything that beats `part`."""
        shape = Shape(part.size, part.length)
        highest = top_card(self._hand, part)
        chance = self._same_shape(part, shape, highest)
        for side in self._rules.bombs(shape, part.top):
            if side.shape != shape:
                chance *= self._nobody_has(side.shape, -1, self._rivals)
        return chance

    def _same_shape(self, part: Part, shape: Shape, highest: int) -> float:
        able = [
            (seat, held)
            for seat, held in self._rivals
            if held >= part.size * part.length
            and self._count.limit(seat, shape) > highest
        ]
        if not able:
            return 1.0
        if shape == SINGLE:
            higher = sum(self._count.out[highest + 1 :])
            held = min(sum(held for _, held in able), self._out)
            if not higher:
                return 1.0
            if len(able) < len(self._rivals):
                # The others have none of them, so that these hold them all.
                return 0.0
            return comb(self._out - higher, held) / comb(self._out, held)
        return self._nobody_has(shape, highest, able)

    def _nobody_has(
        self, shape: Shape, above: int, rivals: Sequence[tuple[int, int]]
    ) -> float:
        """The chance that no rival has the shape with its top above a card.

        Hands are taken as independent draws, which is near enough.
        """
        size, length = shape
        run_top = TWO if length == 1 else self._rules.run_top
        first = max(above >> 2, length - 1)
        chance = 1.0
        for _, held in rivals:
            if held < size * length or not self._out:
                continue
            share = held / self._out
            for top in range(first, run_top + 1):
                tops = self._of_rank[top]
                if top == above >> 2:
                    tops = sum(self._count.out[above + 1 : 4 * top + 4])
                has = _at_least(size, tops, share) if tops else 0.0
                for rank in range(top - length + 1, top):
                    if not has:
                        break
                    has *= _at_least(size, self._of_rank[rank], share)
                chance *= 1 - has
        return chance


def _at_least(wanted: int, cards: int, share: float) -> float:
    """The chance to hold `wanted` of some `cards` with this share of all."""
    if cards < wanted:
        return 0.0
    if wanted == 1:
        return 1 - (1 - share) ** cards
    return sum(
        comb(cards, taken) * share**taken * (1 - share) ** (cards - taken)
        for taken in range(wanted, cards + 1)
    )
