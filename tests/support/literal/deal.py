"""One deal, from the opener to the money, as the rules' page tells it.

Cards are public here and nothing is fast. Where the page leaves a question open
the answer taken is told at the place.
"""

from collections.abc import Sequence

from tests.support.literal.beating import beats, combinations_in, is_higher, kind
from tests.support.literal.combinations import PASS, TWO, Card, Cards, holds, without
from tests.support.literal.variants import Rules


class LiteralDeal:
    """The state of a deal; `refusal` asks, `play` acts, the rest is to be read."""

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[Cards],
        *,
        dealer: int | None = None,
        leader: int | None = None,
        leftover: Cards = (),
    ) -> None:
        """Takes the hands as they are and finds out who leads.

        Args:
            rules: A variant's rules, from `rules_of`.
            hands: The cards of each seat.
            dealer: None means the last seat.
            leader: None means the opening rule; a seat leads anything.
            leftover: The cards nobody was dealt.
        """
        self.rules = rules
        self.hands = [tuple(sorted(hand)) for hand in hands]
        self.seats = len(hands)
        self.dealer = self.seats - 1 if dealer is None else dealer
        self.table: Cards | None = None
        self.owner: int | None = None
        self.passed: set[int] = set()
        self.gone_out: list[int] = []
        self.over = False
        self.finish: list[list[int]] = []
        self.payoff: list[int] = []
        self.opening = leader is None
        """Whether the opener's first action is still to come."""
        self.solo = False
        """Whether the owner is being asked over his own combination."""

        self.lowest: Card = min(min(hand) for hand in self.hands if hand)
        self.turn: int | None = leader
        if leader is None:
            self.turn = next(
                seat
                for seat in self._clockwise_after(self.dealer)
                if self.lowest in self.hands[seat]
            )
        if rules["leftover"] == "opener" and self.turn is not None:
            self.hands[self.turn] = tuple(sorted(self.hands[self.turn] + leftover))
        if rules["instant_win"] == "four_twos":
            self._look_for_four_twos()

    def _clockwise_after(self, seat: int) -> list[int]:
        """Lists all seats, the next one clockwise first and `seat` itself last."""
        return [(seat + step) % self.seats for step in range(1, self.seats + 1)]

    def _next_holder_after(self, seat: int) -> int:
        return next(other for other in self._clockwise_after(seat) if self.hands[other])

    def _look_for_four_twos(self) -> None:
        for seat in self._clockwise_after(self.dealer):
            if sum(rank == TWO for rank, _ in self.hands[seat]) >= 4:
                others = [other for other in range(self.seats) if other != seat]
                self._end([[seat], others], "winner_takes")
                return

    def refusal(self, seat: int, cards: Cards) -> str | None:
        """Gives the code with which an action is refused, None when it is legal."""
        if self.over:
            return "deal_over"
        if seat != self.turn and not (
            cards != PASS and self._may_play_out_of_turn(seat)
        ):
            return "not_your_turn"
        if cards == PASS:
            return None if self._may_pass() else "leader_may_not_pass"
        if not holds(self.hands[seat], cards):
            return "not_held"
        if kind(tuple(sorted(cards)), self.rules) is None:
            return "not_a_combination"
        return self._refusal_of_combination(tuple(sorted(cards)))

    def _refusal_of_combination(self, cards: Cards) -> str | None:
        if self.table is None:
            # An opener who may hand the lead on is free to do that, not to lead
            # without the lowest card: `may_pass` is "instead", not "anything".
            must_include = self.opening and self.rules["opening"] != "free"
            if must_include and self.lowest not in cards:
                return "must_include_lowest"
            what = kind(cards, self.rules)
            return "may_not_lead" if what and what[0] == "quad run" else None
        # In a solo run "higher, no exceptions" is taken to leave rule 4, equal
        # cards, in force and to put rule 3, any pair on a pair, out of it.
        answers = is_higher if self.solo else beats
        return None if answers(cards, self.table, self.rules) else "does_not_beat"

    def _may_play_out_of_turn(self, seat: int) -> bool:
        return (
            self.rules["out_of_turn"]
            and self.table is not None
            and self._can_be_asked(seat)
        )

    def _can_be_asked(self, seat: int) -> bool:
        return bool(self.hands[seat]) and seat not in self.passed and seat != self.owner

    def _may_pass(self) -> bool:
        """Tells whether the seat on turn may pass, or hand on the opening lead."""
        if self.table is not None:
            return True
        return self.opening and self.rules["opening"] == "may_pass"

    def legal_actions(self, seat: int) -> set[Cards]:
        """Tries the pass and every combination in the hand."""
        tries = {PASS} | combinations_in(self.hands[seat], self.rules)
        return {cards for cards in tries if self.refusal(seat, cards) is None}

    def play(self, seat: int, cards: Cards) -> None:
        """Carries out a legal action; ValueError with the code when it is not."""
        code = self.refusal(seat, cards)
        if code is not None:
            raise ValueError(code)
        if cards != PASS:
            self._put_on_table(seat, tuple(sorted(cards)))
        elif self.table is None:
            self.opening = False
            self.turn = self._next_holder_after(seat)
        elif self.solo:
            self._end_trick(seat)
        else:
            self.passed.add(seat)
            self._ask_next_after(seat)

    def _put_on_table(self, seat: int, cards: Cards) -> None:
        self.opening = False
        self.hands[seat] = without(self.hands[seat], cards)
        self.table = cards
        self.owner = seat
        if not self.hands[seat]:
            self.gone_out.append(seat)
            self.finish.append([seat])
            holders = [other for other in range(self.seats) if self.hands[other]]
            if self.rules["ends"] == "first_out" or len(holders) == 1:
                self._end([*self.finish, holders], self.rules["payoff"])
                return
        self._ask_next_after(seat)

    def _ask_next_after(self, seat: int) -> None:
        assert self.owner is not None
        to_ask = [s for s in self._clockwise_after(seat) if self._can_be_asked(s)]
        if to_ask:
            self.turn = to_ask[0]
        elif self.rules["solo_run"] and self.hands[self.owner]:
            self.solo = True
            self.turn = self.owner
        else:
            self._end_trick(self.owner)

    def _end_trick(self, owner: int) -> None:
        self.turn = owner if self.hands[owner] else self._next_holder_after(owner)
        self.table = None
        self.owner = None
        self.passed = set()
        self.solo = False

    def _end(self, finish: list[list[int]], payoff: str) -> None:
        self.over = True
        self.turn = None
        self.finish = finish
        self.payoff = money(finish, payoff)


def money(finish: list[list[int]], payoff: str) -> list[int]:
    """Gives what each seat gains, in stakes.

    Under `loser_pays` with several tied last, which the page does not speak of,
    each of them pays each of the others; among themselves that cancels out.
    """
    balance = [0] * sum(len(group) for group in finish)
    if payoff == "winner_takes":
        [winner] = finish[0]
        debts = [(seat, winner) for group in finish[1:] for seat in group]
    else:
        ahead = [seat for group in finish[:-1] for seat in group]
        debts = [(loser, seat) for loser in finish[-1] for seat in ahead]
    for payer, payee in debts:
        balance[payer] -= 1
        balance[payee] += 1
    return balance
