r"""One deal, from the hands to the money, as a state machine.

Rules: sections "The deal", "The trick", "The end and the money" and "Refusals".
Chance is an input, and so is time: the machine knows neither. It is told what
each seat does, and it says who is on turn and what is legal.

    >>> from arena.game.cards import parse_cards
    >>> from arena.game.variant import variant
    >>> deal = Deal(variant("thirteen"), [parse_cards("3S 2H"), parse_cards("4S 5S")])
    >>> deal.turn, deal.must_include, deal.legal_plays()
    (0, 0, [b'\x00'])
    >>> deal.play(0, parse_cards("3S")); deal.play(1, b""); deal.play(0, parse_cards("2H"))
    >>> deal.finish, deal.payoff
    (((0,), (1,)), (1, -1))

The trick ends when nobody is left to ask: passes are never counted. The seats to
ask are those that hold cards, have not passed and do not own the table, a set kept
as bits (bit i is seat i). It follows that when the owner has just gone out, each
seat that has not passed is still asked.
"""

from collections.abc import Sequence
from enum import Enum

from arena.errors import IllegalActionError
from arena.game.cards import PASS, Card, Cards, describe_action, without
from arena.game.combinations import Combination, Kind, beats, outranks
from arena.game.moves import moves_of
from arena.game.options import Ends, InstantWin, Leftover, Opening
from arena.game.refusal import Refusal
from arena.game.scoring import payoff
from arena.game.setting_up import (
    check_position,
    holder_of_four_twos,
    next_seats,
    opener,
)
from arena.game.variant import Variant


class Situation(Enum):
    """What the seat on turn is to decide."""

    LEAD = "lead"
    """Any combination that may be led, and no pass."""
    OPEN = "open"
    """The first lead, bound by the opening rule."""
    FOLLOW = "follow"
    """Beat the table or pass."""
    SOLO_RUN = "solo_run"
    """The table is the seat's own: go higher, or pass and lead anew."""

    # Looked up for every prompt, and `Enum`'s own takes far longer.
    __hash__ = object.__hash__


STATE = (
    "_holding",
    "_moves",
    "_next",
    "_opening",
    "dealer",
    "finish",
    "hands",
    "locked",
    "must_include",
    "over",
    "owner",
    "payoff",
    "seats",
    "table",
    "trick_number",
    "turn",
    "variant",
)
"""The attributes of a deal, which together are its state."""


class Deal:
    """A deal being played.

    Read the public attributes, change them through `play` only.
    """

    __slots__ = STATE

    variant: Variant
    seats: int
    hands: list[Cards]
    """What each seat holds now."""
    dealer: int
    turn: int | None
    """The seat on turn; `None` when the deal is over."""
    table: Combination | None
    """What lies on the table; `None` when a lead is due."""
    owner: int | None
    """Whose combination lies on the table; `None` when there is none."""
    locked: int
    """Who has passed in this trick: bit i is seat i."""
    must_include: Card | None
    """The card that the opening combination must include; `None` when any will do."""
    trick_number: int
    """How many tricks have ended."""
    over: bool
    finish: tuple[tuple[int, ...], ...]
    """Seats in groups, best first: those out so far, all when the deal is over."""
    payoff: tuple[int, ...]
    """What each seat won, in stakes; empty until the deal is over."""

    def __init__(
        self,
        variant: Variant,
        hands: Sequence[Cards],
        *,
        dealer: int | None = None,
        leader: int | None = None,
        leftover: Cards = b"",
    ) -> None:
        """Begins a deal. Hands are taken as they are, short or unequal.

        Whether the hands are those that the variant deals is not asked: positions
        are set up with this as well.

        Args:
            variant: The rules.
            hands: What each seat is dealt, ascending.
            dealer: The seat that dealt; `None` is the last seat.
            leader: Who leads, with anything: the winner of the last deal where
                `lead_later` is `winner`. `None` begins as a first deal does.
            leftover: The cards not dealt.

        Raises:
            VariantError: There are too few or too many seats.
            RulesError: A hand is empty, a card occurs too often, or dealer or
                leader is no seat.
            InvalidNotationError: A card is none.
        """
        check_position(hands, dealer, leader, leftover)
        self.variant = variant
        self._moves = moves_of(variant)
        self.seats = seats = len(hands)
        self._next = next_seats(seats)
        self.hands = list(hands)
        self.dealer = seats - 1 if dealer is None else dealer
        self.table = None
        self.owner = None
        self.locked = 0
        self.must_include = None
        self.trick_number = 0
        self.over = False
        self.finish = ()
        self.payoff = ()
        self._holding = (1 << seats) - 1
        self._opening = False
        if leader is None:
            lowest, leader = opener(self.hands, self.dealer)
            if variant.opening is not Opening.FREE:
                self.must_include = lowest
                self._opening = True
        self.turn = leader
        if variant.leftover is Leftover.OPENER:
            self.hands[leader] = bytes(sorted(self.hands[leader] + leftover))
        if variant.instant_win is InstantWin.FOUR_TWOS:
            winner = holder_of_four_twos(self.hands, self.dealer)
            if winner is not None:
                rest = tuple(other for other in range(seats) if other != winner)
                self._end(((winner,), rest), instant_win=True)

    @property
    def situation(self) -> Situation:
        """What the seat on turn is to decide; without meaning when over."""
        if self.table is None:
            return Situation.OPEN if self._opening else Situation.LEAD
        return Situation.SOLO_RUN if self.turn == self.owner else Situation.FOLLOW

    @property
    def may_pass(self) -> bool:
        """Whether the seat on turn may pass, or hand on the lead as opener."""
        if self.over:
            return False
        if self.table is not None:
            return True
        return self._opening and self.variant.opening is Opening.MAY_PASS

    def may_act(self, seat: int) -> bool:
        """Says whether a seat may play now, on turn or out of turn."""
        if self.over:
            return False
        return seat == self.turn or self._may_play_out_of_turn(seat)

    def _may_play_out_of_turn(self, seat: int) -> bool:
        return (
            self.variant.out_of_turn
            and self.table is not None
            and seat != self.owner
            and 0 <= seat < self.seats
            and bool(self._holding & ~self.locked & 1 << seat)
        )

    def refusal(self, seat: int, cards: bytes) -> Refusal | None:
        """Says why an action would be refused, or `None` when it is legal.

        Args:
            seat: Who acts.
            cards: What is played; no cards at all is a pass.
        """
        refusal = self._turn_refusal(seat, cards)
        if refusal is not None or not cards:
            return refusal
        if without(self.hands[seat], cards) is None:
            return Refusal.NOT_HELD
        return self._combination_refusal(seat, self._moves.combinations[cards])

    def _turn_refusal(self, seat: int, cards: bytes) -> Refusal | None:
        """Says why a seat may not play, whatever it holds, or may not pass."""
        if self.over:
            return Refusal.DEAL_OVER
        if seat != self.turn and not (cards and self._may_play_out_of_turn(seat)):
            return Refusal.NOT_YOUR_TURN
        if cards or self.table is not None or self.may_pass:
            return None
        return Refusal.LEADER_MAY_NOT_PASS

    def _combination_refusal(
        self, seat: int, combination: Combination | None
    ) -> Refusal | None:
        """Says why a seat may not play what it holds."""
        if combination is None:
            return Refusal.NOT_A_COMBINATION
        table = self.table
        if table is None:
            return self._lead_refusal(combination)
        if seat == self.owner:
            wins = outranks(self.variant, combination, table)
        else:
            wins = beats(self.variant, combination, table)
        return None if wins else Refusal.DOES_NOT_BEAT

    def _lead_refusal(self, combination: Combination) -> Refusal | None:
        if self.must_include is not None and self.must_include not in combination.cards:
            return Refusal.MUST_INCLUDE_LOWEST
        if combination.kind is Kind.QUAD_RUN:
            return Refusal.MAY_NOT_LEAD
        return None

    def play(self, seat: int, cards: bytes) -> None:
        """Carries out an action; no cards at all is a pass.

        Raises:
            IllegalActionError: The action is refused; nothing has changed.
        """
        refusal = self.attempt(seat, cards)
        if refusal is not None:
            raise IllegalActionError(refusal.value, seat, describe_action(cards))

    def attempt(self, seat: int, cards: bytes) -> Refusal | None:
        """Carries out an action, or says why it is refused; then nothing has changed."""
        # In the order of `refusal`, so that nothing is found out twice.
        refusal = self._turn_refusal(seat, cards)
        if refusal is not None:
            return refusal
        if cards:
            rest = without(self.hands[seat], cards)
            if rest is None:
                return Refusal.NOT_HELD
            combination = self._moves.combinations[cards]
            refusal = self._combination_refusal(seat, combination)
            if refusal is None:
                self._put(seat, combination, rest)
            return refusal
        if self.table is None:
            self._hand_on_lead(seat)
        else:
            self.locked |= 1 << seat
            self._ask_next(seat)
        return None

    def _hand_on_lead(self, opener: int) -> None:
        """Gives the lead from the opener to the next seat, which locks nobody."""
        self._opening = False
        self.must_include = None
        self.turn = self._next[opener][self._holding]

    def _put(self, seat: int, combination: Combination | None, rest: Cards) -> None:
        """Lays a combination on the table, which leaves the seat the rest."""
        self.table = combination
        self.hands[seat] = rest
        self.owner = seat
        self.must_include = None
        self._opening = False
        if not rest and self._go_out(seat):
            return
        self._ask_next(seat)

    def _go_out(self, seat: int) -> bool:
        """Takes a seat without cards out of play; says whether that ends the deal."""
        self._holding &= ~(1 << seat)
        self.finish = (*self.finish, (seat,))
        left = tuple(s for s in range(self.seats) if self._holding >> s & 1)
        if len(left) > 1 and self.variant.ends is Ends.LAST_HOLDER:
            return False
        self._end((*self.finish, left))
        return True

    def _ask_next(self, seat: int) -> None:
        """Gives the turn to whoever is to be asked after `seat`, or ends the trick."""
        owner = self.owner
        if owner is None:  # pragma: no cover - a table has an owner
            raise AssertionError
        asked = self._holding & ~self.locked & ~(1 << owner)
        if asked:
            self.turn = self._next[seat][asked]
        elif self.variant.solo_run and self._holding & ~self.locked:
            self.turn = owner
        else:
            self.table = None
            self.owner = None
            self.locked = 0
            self.trick_number += 1
            self.turn = self._next[owner - 1][self._holding]

    def _end(
        self, finish: tuple[tuple[int, ...], ...], *, instant_win: bool = False
    ) -> None:
        self.over = True
        self.turn = None
        self.finish = finish
        self.payoff = payoff(self.variant, finish, self.seats, instant_win=instant_win)

    def legal_plays(self, seat: int | None = None) -> list[Cards]:
        """Lists the legal actions, the pass first, then by number of cards and cards.

        Args:
            seat: Who would act; `None` is the seat on turn. A seat out of turn
                may play where the variant allows it, and never pass.
        """
        turn, table = self.turn, self.table
        if turn is None:
            return []
        if seat is not None and seat != turn:
            return self._plays_out_of_turn(seat)
        hand = self.hands[turn]
        if table is None:
            plays = self._moves.leads(hand)
            if self.must_include is not None:
                plays = [play for play in plays if self.must_include in play]
        elif turn == self.owner:
            plays = self._moves.higher(hand, table)
        else:
            plays = self._moves.answers(hand, table)
        if self.may_pass:
            plays.insert(0, PASS)
        return plays

    def _plays_out_of_turn(self, seat: int) -> list[Cards]:
        if self.table is None or not self._may_play_out_of_turn(seat):
            return []
        return self._moves.answers(self.hands[seat], self.table)

    def most_plays(self, seat: int) -> int:
        """Gives a bound on the number of a seat's legal plays, at no great cost.

        A hand of 13 has some hundreds at the most. Hands of half a pack, which
        house rules can deal, may have millions, too many to list.
        """
        return self._moves.count_leads(self.hands[seat])

    def forced_pass(self) -> bool:
        """Says whether the seat on turn can do nothing but pass.

        Costs far less than listing the plays, and is true for most turns.
        """
        table, turn = self.table, self.turn
        if table is None or turn is None:
            return False
        hand = self.hands[turn]
        if turn == self.owner:
            return not self._moves.can_go_higher(hand, table)
        return not self._moves.can_answer(hand, table)

    def copy(self) -> "Deal":
        """Gives a deal in the same state, to look ahead in."""
        # Some deal of as many seats: what it begins with is all replaced.
        twin = Deal(self.variant, [bytes((card,)) for card in range(self.seats)])
        for name in STATE:
            setattr(twin, name, getattr(self, name))
        twin.hands = list(self.hands)
        return twin
