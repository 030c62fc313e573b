"""Every state of a match meets every input, and what must hold holds."""

from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from arena.dealing import Dealt, board_key, deal_cards
from arena.game.deal import Deal
from arena.game.record import decode_record, encode_record, readjudicate
from arena.game.variant import Variant, packs_for, variant, with_rules
from arena.match.clock import TimeControl
from arena.match.conduct import check_conduct
from arena.match.events import (
    Acted,
    AnswerIgnored,
    Asked,
    DealEnded,
    DealStarted,
    Forfeited,
    MatchEnded,
    MatchEvent,
)
from arena.match.machine import Match
from arena.match.result import Forfeit, PlayedDeal
from arena.match.termination import Termination
from tests.support.matches import of_type, record_of

OVERRIDES: list[tuple[str, dict[str, object]]] = [
    ("thirteen", {}),
    ("thirteen", {"out_of_turn": True}),
    ("tien-len", {"equal_cards": "later", "out_of_turn": True}),
    ("vpered", {"seats": "any"}),
    ("justus-pang", {"lead_later": "winner"}),
    ("justus-pang", {"out_of_turn": True}),
    ("kenneth-lu", {"lead_later": "winner"}),
    ("viet-cong", {}),
]
VARIANTS = [with_rules(variant(name), rules) for name, rules in OVERRIDES]
TIME_CONTROLS = [
    TimeControl(),
    TimeControl(2.0, 0.5),
    TimeControl(2.0, 0.0, 1.0),
    TimeControl(None, 0.0, 1.0),
]
SEATS = st.integers(0, 7)
"""Taken modulo the seats of the match at hand."""

MOST_QUESTIONS = 2000
"""Far more than the deals here can ask."""


@dataclass(frozen=True)
class Setting:
    """What a match is played under."""

    variant: Variant
    seats: int
    hand: int
    deals: int
    control: TimeControl
    forced_passes: bool
    seed: int

    def dealt(self) -> list[Dealt]:
        """Deals; of the leftover only two cards, lest an opener hold half a pack."""
        key = self.seed.to_bytes(32, "big")
        whole = [
            deal_cards(
                board_key(key, "t", 1, 1, number),
                seats=self.seats,
                hand=self.hand,
                packs=packs_for(self.variant, self.seats),
            )
            for number in range(self.deals)
        ]
        return [replace(dealt, leftover=dealt.leftover[:2]) for dealt in whole]


SETTINGS = st.builds(
    Setting,
    variant=st.sampled_from(VARIANTS),
    seats=st.integers(2, 6),
    hand=st.sampled_from([1, 3, 5, 8]),
    deals=st.integers(1, 3),
    control=st.sampled_from(TIME_CONTROLS),
    forced_passes=st.booleans(),
    seed=st.integers(0, 2**64),
)


class MatchMachine(RuleBasedStateMachine):
    """Plays a match with all its faults, beside a note of who may be blamed."""

    @initialize(setting=SETTINGS)
    def begin(self, setting: Setting) -> None:
        self.setting = setting
        self.seats = setting.seats
        self.dealt = setting.dealt()
        self.match = Match(
            setting.variant,
            self.dealt,
            setting.control,
            forced_passes=setting.forced_passes,
        )
        self.random = Random(setting.seed)
        self.now = 0.0
        self.lost: set[int] = set()
        self.withdrawn: set[int] = set()
        self.events: list[MatchEvent] = []
        self.asked: Asked | None = None
        self.deadline: float | None = None
        self.check(self.match.start(self.now))

    # Inputs.

    @rule(seconds=st.sampled_from([0.0, 0.1, 0.4, 1.0, 2.5]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def send(self) -> None:
        if self.asked is not None:
            asked = self.asked
            self.check(self.match.sent(asked.seat, asked.turn, self.now))

    @rule(seat=SEATS, turn=st.integers(-3, 3))
    def send_whatever(self, seat: int, turn: int) -> None:
        stale = (seat % self.seats, self.turn_near(turn))
        if self.asked is None or stale != (self.asked.seat, self.asked.turn):
            before = self.snapshot()
            assert self.match.sent(*stale, self.now) == []
            assert self.snapshot() == before

    @rule()
    def answer_legally(self) -> None:
        if self.asked is not None:
            cards = self.random.choice(self.match.deal.legal_plays())
            self.answer(self.asked.seat, self.asked.turn, cards)

    @rule(times=st.integers(2, 12))
    def answer_promptly_and_legally(self, times: int) -> None:
        for _ in range(times):
            self.send()
            self.answer_legally()

    @rule(seat=SEATS, turn=st.integers(-3, 3), cards=st.binary(max_size=20))
    def answer_garbage(self, seat: int, turn: int, cards: bytes) -> None:
        self.answer(seat % self.seats, self.turn_near(turn), cards)

    @rule(seat=SEATS, most=st.integers(0, 4))
    def answer_with_held_cards(self, seat: int, most: int) -> None:
        hand = self.match.deal.hands[seat % self.seats]
        count = min(most, len(hand))
        cards = bytes(self.random.sample(list(hand), count))
        self.answer(seat % self.seats, self.turn_near(0), cards)

    @rule(seat=SEATS)
    def answer_out_of_turn(self, seat: int) -> None:
        plays = self.match.deal.legal_plays(seat % self.seats)
        if plays:
            cards = self.random.choice(plays)
            self.answer(seat % self.seats, self.turn_near(0), cards)

    @rule()
    def expire(self) -> None:
        due = self.deadline is not None and self.now >= self.deadline
        events = self.match.expire(self.now)
        assert bool(events) == due
        self.check(events)

    @rule(seat=SEATS, for_good=st.booleans())
    def lose(self, seat: int, for_good: bool) -> None:
        self.lost.add(seat % self.seats)
        self.check(self.match.lose(seat % self.seats, self.now, for_good=for_good))

    @rule(seat=SEATS)
    def regain(self, seat: int) -> None:
        # Too late a return still is a lost connection: forget the loss afterwards.
        self.check(self.match.regain(seat % self.seats, self.now))
        self.lost.discard(seat % self.seats)

    @rule(seat=SEATS)
    def withdraw(self, seat: int) -> None:
        self.withdrawn.add(seat % self.seats)
        self.check(self.match.withdraw(seat % self.seats, self.now))

    # What must hold.

    @invariant()
    def exactly_one_seat_is_asked_until_the_end(self) -> None:
        assert (self.match.prompt is None) == self.match.over
        assert len(self.match.played) == self.match.deal_number + self.match.over
        if self.match.prompt is not None:
            assert self.match.prompt.seat == self.match.deal.turn

    @invariant()
    def no_flag_falls_without_a_limit_or_a_question(self) -> None:
        if self.match.over or self.setting.control == TimeControl():
            assert self.match.deadline is None

    @invariant()
    def clocks_never_show_less_than_nothing(self) -> None:
        for seat in range(self.seats):
            left = self.match.clock_left(seat, self.now)
            assert (left is None) == (self.setting.control.bank is None)
            assert left is None or left >= 0

    @invariant()
    def cards_are_conserved(self) -> None:
        deal = self.match.deal
        played = b"".join(action.cards for action in self.match.log)
        dealt = b"".join(self.dealt[self.match.deal_number].hands)
        if self.setting.variant.leftover.value == "opener":
            dealt += self.dealt[self.match.deal_number].leftover
        assert sorted(b"".join(deal.hands) + played) == sorted(dealt)

    @invariant()
    def the_news_is_the_end_of_the_log(self) -> None:
        log = self.match.log
        for seat in range(self.seats):
            news = self.match.since_last_prompt(seat)
            assert news == log[len(log) - len(news) :]

    def teardown(self) -> None:
        if not hasattr(self, "match"):
            return
        for _ in range(MOST_QUESTIONS):
            if self.match.over:
                break
            self.answer_legally()
        assert self.match.over
        assert len(of_type(MatchEnded, self.events)) == 1
        ended = of_type(DealEnded, self.events)
        assert [event.played for event in ended] == self.match.played
        assert [e.last for e in ended] == [False] * (len(ended) - 1) + [True]
        assert len(of_type(DealStarted, self.events)) == len(self.dealt)

    # How it is checked.

    def turn_near(self, offset: int) -> int:
        return max(0, (self.asked.turn if self.asked else 0) + offset)

    def snapshot(self) -> object:
        match = self.match
        hands, log = list(match.deal.hands), list(match.log)
        return match.prompt, match.deadline, hands, log, len(match.played)

    def answer(self, seat: int, turn: int, cards: bytes) -> None:
        before = self.snapshot()
        events = self.match.answer(seat, turn, cards, self.now)
        assert events
        if all(isinstance(event, AnswerIgnored) for event in events):
            assert len(events) == 1
            assert self.snapshot() == before
        for forfeited in of_type(Forfeited, events):
            if forfeited.forfeit.termination is Termination.ILLEGAL_ANSWER:
                assert forfeited.forfeit.seat == seat
                assert self.asked == Asked(seat, turn)
        self.check(events)

    def check(self, events: list[MatchEvent]) -> None:
        """Checks what an input brought about, before the invariants are."""
        self.events += events
        asked = of_type(Asked, events)
        assert len(asked) <= 1
        if asked:
            assert asked[0] == self.match.prompt
            assert self.asked is None or asked[0].turn >= self.asked.turn
        if not self.setting.variant.out_of_turn:
            assert not of_type(Acted, events)
        for forfeited in of_type(Forfeited, events):
            self.check_blame(forfeited.forfeit)
        for ended in of_type(DealEnded, events):
            self.check_result(ended.played)
        self.note_the_question()

    def note_the_question(self) -> None:
        """A deadline once named stays while the question does."""
        if self.asked == self.match.prompt and self.deadline is not None:
            assert self.match.deadline == self.deadline
        self.asked, self.deadline = self.match.prompt, self.match.deadline

    def check_blame(self, forfeit: Forfeit) -> None:
        assert forfeit.message
        match forfeit.termination:
            case Termination.ILLEGAL_ANSWER:
                assert forfeit.refusal is not None
            case Termination.FLAG_FALL:
                assert self.deadline is not None
                assert self.now >= self.deadline
                assert forfeit.measured is not None
            case Termination.LOST_CONNECTION:
                assert forfeit.seat in self.lost
            case Termination.WITHDRAWN:
                assert forfeit.seat in self.withdrawn
            case Termination.NORMAL:
                pytest.fail("a forfeit that is none")

    def check_result(self, played: PlayedDeal) -> None:
        assert sum(played.payoff) == 0
        assert sorted(sum(played.finish, ())) == list(range(self.seats))
        assert all(seconds >= 0 for seconds in played.think)
        if not self.setting.forced_passes:
            assert not any(action.forced for action in played.actions)
        at_fault = [forfeit.seat for forfeit in played.forfeits]
        self.check_faults(played, at_fault)
        self.check_finish(played, at_fault)
        self.check_record(played)

    def check_faults(self, played: PlayedDeal, at_fault: list[int]) -> None:
        """Each forfeit ends one seat's part, and substitutes act for those only."""
        assert len(set(at_fault)) == len(at_fault)
        for seat, termination in enumerate(played.terminations):
            assert (termination is Termination.NORMAL) == (seat not in at_fault)
        for forfeit in played.forfeits:
            assert played.terminations[forfeit.seat] is forfeit.termination
        acted_for = {a.seat for a in played.actions if a.substitute}
        assert acted_for == set(at_fault)

    def check_finish(self, played: PlayedDeal, at_fault: list[int]) -> None:
        """Forfeiters come last, the earliest lowest; the rest stand as they played."""
        deal = Deal(
            self.setting.variant,
            played.dealt.hands,
            dealer=played.dealer,
            leader=played.leader,
            leftover=played.dealt.leftover,
        )
        for action in played.actions:
            trick = deal.trick_number
            deal.play(action.seat, action.cards)
            assert action.ends_trick == (deal.trick_number > trick)
        others = [
            tuple(seat for seat in group if seat not in at_fault)
            for group in deal.finish
        ]
        expected = [group for group in others if group]
        expected += [(seat,) for seat in reversed(at_fault)]
        assert list(played.finish) == expected

    def check_record(self, played: PlayedDeal) -> None:
        record = record_of(
            played, self.setting.variant, [f"bot-{seat}" for seat in range(self.seats)]
        )
        readjudicate(record)
        check_conduct(
            record,
            self.setting.variant,
            self.setting.control,
            forced_passes=self.setting.forced_passes,
        )
        assert decode_record(encode_record(record)) == record


TestMatchMachine = MatchMachine.TestCase
TestMatchMachine.settings = settings(
    max_examples=60, stateful_step_count=30, deadline=None
)
