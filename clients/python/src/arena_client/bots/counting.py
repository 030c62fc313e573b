"""Counting cards: what is still out, who can hold it, and what therefore wins.

Three things are known for certain: which cards have been played, how many each
opponent holds, and, from passes that the arena made for a seat because it had no
legal play, what that seat cannot have. Hands only shrink, so such a limit holds to
the end of the deal.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb, prod

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

    def __init__(self, hand: bytes, packs: int) -> None:
        """Begins a deal with this `hand`, dealt from so many packs."""
        self._out = [packs] * PACK
        for card in hand:
            self._out[card] -= 1
        self._table = b""
        self._limits: dict[int, dict[Shape, int]] = {}

    @property
    def out(self) -> Sequence[int]:
        """How often each card may still be in another hand, by card code."""
        return self._out

    @property
    def cards_out(self) -> bytes:
        """The cards that may still be in other hands, ascending."""
        return bytes(card for card, often in enumerate(self._out) for _ in range(often))

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
    """How likely it is, in one position, that nobody can beat a play.

    Hands of different rivals, and ranks in a hand, are taken as independent draws
    from what is out. That is not quite so, and near enough.
    """

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
        out = count.out
        self._all_out = sum(out)
        of_rank = [sum(out[low : low + 4]) for low in range(0, PACK, 4)]
        self._rivals = [
            _Rival(seat, held, of_rank, self._all_out) for seat, held in rivals
        ]

    def unbeaten(self, part: Part) -> float:
        """The chance that no rival holds anything that beats `part`."""
        shape = Shape(part.size, part.length)
        highest = top_card(self._hand, part)
        chance = self._by_shape(part, shape, highest)
        for side in self._rules.bombs(shape, part.top):
            if side.shape != shape:
                for rival in self._rivals:
                    chance *= 1 - self._has(rival, side.shape, -1, 0)
        return chance

    def _by_shape(self, part: Part, shape: Shape, highest: int) -> float:
        """The chance that no rival has the same shape, only higher."""
        able = [
            rival
            for rival in self._rivals
            if rival.held >= part.cards
            and self._count.limit(rival.seat, shape) > highest
        ]
        if not able:
            return 1.0
        out = self._count.out
        if shape == SINGLE:
            return self._no_card(sum(out[highest + 1 :]), able)
        tops = sum(out[highest + 1 : 4 * part.top + 4])
        chance = 1.0
        for rival in able:
            chance *= 1 - self._has(rival, shape, part.top, tops)
        return chance

    def _no_card(self, higher: int, able: Sequence["_Rival"]) -> float:
        """The chance that none of the able rivals has one of the `higher` cards."""
        if not higher:
            return 1.0
        if len(able) < len(self._rivals):
            return 0.0  # The others have none of them, so these hold them all.
        held = min(sum(rival.held for rival in able), self._all_out)
        return comb(self._all_out - higher, held) / comb(self._all_out, held)

    def _has(self, rival: "_Rival", shape: Shape, rank: int, tops: int) -> float:
        """The chance that a rival has a shape with its top above a `rank`.

        Or at it, from so many cards there: `tops`.
        """
        if rival.held < shape.size * shape.length:
            return 0.0
        run_top = TWO if shape.length == 1 else self._rules.run_top
        none_above, below = rival.forms(shape, run_top)
        none = none_above[rank + 1]
        if tops >= shape.size:
            none *= 1 - below[rank] * rival.at_least(shape.size, tops)
        return 1 - none


class _Rival:
    """What one rival may hold."""

    __slots__ = ("_all_out", "_forms", "_odds", "_of_rank", "_share", "held", "seat")

    def __init__(
        self, seat: int, held: int, of_rank: Sequence[int], all_out: int
    ) -> None:
        self.seat = seat
        self.held = held
        self._of_rank = of_rank
        self._all_out = all_out
        self._forms: dict[Shape, tuple[list[float], list[float]]] = {}

    def at_least(self, wanted: int, cards: int) -> float:
        """The chance to hold `wanted` or more of some `cards` that are out."""
        return _at_least(wanted, cards, self.held, self._all_out)

    def forms(self, shape: Shape, run_top: int) -> tuple[list[float], list[float]]:
        """Two lists by rank, for combinations of a shape.

        The chance to have none with its top at the rank or above, and the chance to
        have all ranks below the top of the one whose top is that rank.
        """
        forms = self._forms.get(shape)
        if forms is None:
            size, length = shape
            has = [self.at_least(size, cards) for cards in self._of_rank]
            none_above, below = [1.0] * (TWO + 2), [0.0] * (TWO + 1)
            for top in range(run_top, length - 2, -1):
                below[top] = prod(has[top - length + 1 : top])
                none_above[top] = none_above[top + 1] * (1 - below[top] * has[top])
            for top in range(length - 2, -1, -1):
                none_above[top] = none_above[top + 1]
            forms = self._forms[shape] = none_above, below
        return forms


@lru_cache(maxsize=1 << 15)
def _at_least(wanted: int, cards: int, held: int, all_out: int) -> float:
    if cards < wanted or not held:
        return 0.0
    share = held / all_out
    return sum(
        comb(cards, taken) * share**taken * (1 - share) ** (cards - taken)
        for taken in range(wanted, cards + 1)
    )
