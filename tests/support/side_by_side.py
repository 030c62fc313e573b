"""One deal played by the arena's rules and by the literal ones, side by side.

Only what the arena's deal shows is used, never how it gets there. Any difference
is an `AssertionError` whose text is the whole case: rules, hands and actions.
"""

import json
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from arena.errors import IllegalActionError
from arena.game import deal as arena_deal
from arena.game.cards import format_cards, parse_cards
from arena.game.variant import Variant
from tests.support.literal.beating import combinations_in, is_exception, kind
from tests.support.literal.combinations import PASS, TWO, Cards, Kind, read, write
from tests.support.literal.deal import LiteralDeal
from tests.support.literal.deals import OddDeal, pack
from tests.support.literal.variants import Rules

EVERY_CARD = pack(1)


@lru_cache(maxsize=65536)
def to_arena(cards: Cards) -> bytes:
    """Writes cards for the arena."""
    return parse_cards(write(cards))


@lru_cache(maxsize=65536)
def from_arena(cards: bytes) -> Cards:
    """Reads cards from the arena."""
    return read(format_cards(cards))


class SideBySide:
    """Two adjudicators over one deal; they agree or `check` raises."""

    def __init__(
        self, variant: Variant, rules: Rules, odd: OddDeal, label: Mapping[str, Any]
    ) -> None:
        """Starts both; `label` names variant, overrides and seed in a failure."""
        self.label = label
        self.odd = odd
        self.actions: list[tuple[int, str]] = []
        self.met: Counter[str] = Counter()
        """What has happened so far, to see that rare things did."""
        self.literal = LiteralDeal(
            rules,
            odd.hands,
            dealer=odd.dealer,
            leader=odd.leader,
            leftover=odd.leftover,
        )
        self.arena = arena_deal.Deal(
            variant,
            [to_arena(hand) for hand in odd.hands],
            dealer=odd.dealer,
            leader=odd.leader,
            leftover=to_arena(odd.leftover),
        )

    def same(self, what: str, arena: object, literal: object) -> None:
        """Raises with the whole case when the two differ."""
        if arena != literal:
            case = {
                **self.label,
                "hands": [write(hand) for hand in self.odd.hands],
                "dealer": self.odd.dealer,
                "leader": self.odd.leader,
                "leftover": write(self.odd.leftover),
                "actions": self.actions,
            }
            pytest.fail(
                f"{what}: arena {arena}, literal {literal}\n{json.dumps(case)}",
                pytrace=False,
            )

    def check(self) -> None:
        """Compares everything both say of the present state."""
        arena, literal = self.arena, self.literal
        self.same("over", arena.over, literal.over)
        self.same("turn", arena.turn, literal.turn)
        self.same("finish", [list(group) for group in arena.finish], literal.finish)
        for seat, hand in enumerate(arena.hands):
            self.same(f"hand of {seat}", from_arena(hand), literal.hands[seat])
        if literal.over:
            self.same("payoff", list(arena.payoff), literal.payoff)
            return
        table = from_arena(arena.table.cards) if arena.table else None
        self.same("table", table, literal.table)
        self.same("owner", arena.owner, literal.owner)
        locked = {seat for seat in range(literal.seats) if arena.locked >> seat & 1}
        self.same("locked", locked, literal.passed)

    def check_choices(self, rng: Random) -> None:
        """Compares legal actions, and refusals of actions near them and far off."""
        if self.literal.turn is not None:
            legal = self._check_legal(self.literal.turn)
            forced = self.literal.table is not None and legal == {PASS}
            self.same("forced pass", self.arena.forced_pass(), forced)
            of_turn = self.arena.legal_plays(self.literal.turn)
            self.same("default seat", self.arena.legal_plays(), of_turn)
        for other in range(self.literal.seats):
            if self.literal.rules["out_of_turn"] or rng.random() < 0.2:
                self._check_legal(other)
        for _ in range(6):
            seat = self.literal.turn
            if seat is None or rng.random() < 0.35:
                seat = rng.randrange(self.literal.seats)
            self.check_refusal(seat, some_action(rng, self.literal, seat))

    def _check_legal(self, seat: int) -> set[Cards]:
        legal = self.literal.legal_actions(seat)
        listed = [from_arena(cards) for cards in self.arena.legal_plays(seat)]
        self.same(
            f"legal actions of {seat}",
            sorted(map(write, listed)),
            sorted(map(write, legal)),
        )
        return legal

    def check_refusal(self, seat: int, cards: Cards) -> None:
        """Compares the ruling on one action; refused ones must change nothing."""
        code = self.literal.refusal(seat, cards)
        ruling = self.arena.refusal(seat, to_arena(cards))
        self.met[f"ruling {code}"] += 1
        self.same(
            f"ruling on {seat} '{write(cards)}'", ruling.value if ruling else None, code
        )
        if code is not None:
            self.check_refused(seat, cards, code)

    def check_refused(self, seat: int, cards: Cards, code: str) -> None:
        """Sees that a refused action raises its code and changes nothing."""
        try:
            self.arena.play(seat, to_arena(cards))
        except IllegalActionError as error:
            self.same("code raised", error.code, code)
        else:
            self.same(f"play of {seat} '{write(cards)}'", "done", code)
        self.check()

    def play(self, seat: int, cards: Cards) -> None:
        """Plays a legal action in both and compares what becomes of it."""
        self.met.update(what_is_met(self.literal, seat, cards))
        self.actions.append((seat, write(cards) or "pass"))
        self.literal.play(seat, cards)
        self.arena.play(seat, to_arena(cards))
        self.check()


def what_is_met(literal: LiteralDeal, seat: int, cards: Cards) -> list[str]:
    """Names what is remarkable about a legal action, before it is played."""
    table, rules = literal.table, literal.rules
    if cards == PASS:
        return ["pass" if table is not None else "hand on"]
    met = ["out of turn"] if seat != literal.turn else []
    if literal.solo:
        met.append("solo")
    if table is None:
        return met
    met += [
        sentence
        for sentence in rules["exceptions"]
        if is_exception(cards, table, {**rules, "exceptions": [sentence]})
    ]
    if max(cards) == max(table):
        met.append("equal")
    if kind(cards, rules) == kind(table, rules) and is_loud(cards, rules):
        met.append(f"{(kind(cards, rules) or ('', 0))[0]} on its like")
    return met


def some_action(rng: Random, literal: LiteralDeal, seat: int) -> Cards:
    """Makes up an action for a seat: sensible, nearly sensible or nonsense."""
    hand = literal.hands[seat]
    combinations = sorted(combinations_in(hand, literal.rules))
    base = list(of_any_kind(rng, combinations, literal.rules)) if combinations else []
    match rng.randrange(14):
        case 0:
            base = []
        case 1:
            base = rng.sample(hand, rng.randint(0, len(hand)))
        case 2:
            base.append(rng.choice(EVERY_CARD))
        case 3 if base:
            base[rng.randrange(len(base))] = rng.choice(EVERY_CARD)
        case 4 if base:
            base.append(rng.choice(base))
        case 5:
            base = rng.choices(EVERY_CARD, k=rng.randint(1, 14))
        case 6:
            other = rng.choice(literal.hands)
            base = rng.sample(other, rng.randint(0, len(other)))
        case _:
            pass
    return tuple(sorted(base))


def some_choice(rng: Random, literal: LiteralDeal) -> tuple[int, Cards]:
    """Picks a legal action, with a liking for twos, for bombs and for variety."""
    seat = literal.turn
    assert seat is not None
    if literal.rules["out_of_turn"] and rng.random() < 0.3:
        seat = rng.randrange(literal.seats)
    legal = sorted(literal.legal_actions(seat))
    if not legal:
        seat = literal.turn
        assert seat is not None
        legal = sorted(literal.legal_actions(seat))
    plays = [cards for cards in legal if cards != PASS]
    if not plays or (PASS in legal and rng.random() < 0.3):
        return seat, PASS if PASS in legal else rng.choice(plays)
    loud = [cards for cards in plays if is_loud(cards, literal.rules)]
    if loud and rng.random() < 0.6:
        plays = loud
    return seat, of_any_kind(rng, plays, literal.rules)


def of_any_kind(rng: Random, plays: list[Cards], rules: Rules) -> Cards:
    """Picks a kind first, so that the rare ones are not drowned by the runs."""
    by_kind: dict[Kind | None, list[Cards]] = {}
    for cards in plays:
        by_kind.setdefault(kind(cards, rules), []).append(cards)
    return rng.choice(rng.choice(list(by_kind.values())))


def is_loud(cards: Cards, rules: Rules) -> bool:
    """Tells twos on their own and the kinds that bombs are made of."""
    name = (kind(cards, rules) or ("", 0))[0]
    return min(cards)[0] == TWO or name in {"quad", "pair run", "quad run"}
