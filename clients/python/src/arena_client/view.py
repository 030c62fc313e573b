"""What a bot sees when it is asked."""

from collections.abc import Iterator, Mapping, Sequence

from arena_client.cards import Cards
from arena_client.plays import legal_plays
from arena_client.rules import Rules
from arena_client.v1.cards_pb2 import SITUATION_FOLLOW, SITUATION_SOLO_RUN, Event
from arena_client.v1.play_service_pb2 import DealStart, Prompt


class View:
    """All that one seat may know when it is on turn.

    A thin cover over the arena's prompt: every property is read when it is asked
    for. Seats count from 0, clockwise.
    """

    __slots__ = ("_legal_plays", "deal", "prompt", "rules")

    prompt: Prompt
    """The arena's message itself."""

    deal: DealStart | None
    """How the deal began; `None` where the arena has not said it."""

    rules: Rules
    """The rules of the table, as far as plays go."""

    def __init__(self, prompt: Prompt, deal: DealStart | None, rules: Rules) -> None:
        """Covers a `prompt` of a `deal` played by `rules`."""
        self.prompt = prompt
        self.deal = deal
        self.rules = rules
        self._legal_plays: list[Cards] | None = None

    @property
    def hand(self) -> Cards:
        """This seat's cards, ascending."""
        return Cards(self.prompt.hand)

    @property
    def table(self) -> Cards:
        """The combination to beat; no cards when this seat leads."""
        return Cards(self.prompt.table)

    @property
    def leads(self) -> bool:
        """Whether the table is empty, so that any combination may be played."""
        return not self.prompt.table

    @property
    def seat(self) -> int:
        """This seat."""
        return self.prompt.seat

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return len(self.prompt.hand_counts)

    @property
    def may_pass(self) -> bool:
        """Whether a pass is allowed."""
        return self.prompt.may_pass

    @property
    def must_include(self) -> int | None:
        """The code of the card that the play must include; `None` without one."""
        card = self.prompt.must_include
        return card[0] if card else None

    @property
    def owner(self) -> int | None:
        """Whose combination lies on the table; `None` when it is empty."""
        return self.prompt.owner if self.prompt.table else None

    @property
    def hand_counts(self) -> Sequence[int]:
        """How many cards each seat holds; 0 is a seat that is out."""
        return self.prompt.hand_counts

    @property
    def locked(self) -> frozenset[int]:
        """The seats that have passed in this trick."""
        mask = self.prompt.locked
        return frozenset(seat for seat in range(self.seats) if mask >> seat & 1)

    @property
    def opponents(self) -> Iterator[int]:
        """The other seats that hold cards, in the order of their turns."""
        counts = self.prompt.hand_counts
        for step in range(1, len(counts)):
            seat = (self.prompt.seat + step) % len(counts)
            if counts[seat]:
                yield seat

    @property
    def events(self) -> Sequence[Event]:
        """What happened at the table since this seat's last prompt, oldest first."""
        return self.prompt.events

    @property
    def open_hands(self) -> Mapping[int, Cards]:
        """Hands that the variant lays open to this seat."""
        return {hand.seat: Cards(hand.cards) for hand in self.prompt.open_hands}

    @property
    def clock_left(self) -> float | None:
        """Seconds left on this seat's clock; `None` where time is not limited."""
        prompt = self.prompt
        if not prompt.HasField("clock_left_ms"):
            return None
        return prompt.clock_left_ms / 1000

    @property
    def legal_plays(self) -> list[Cards]:
        """Every legal play: a pass first where allowed, then by length and cards.

        The arena's own list where `Bot.wants_legal_plays` asked for it, else worked
        out here (a hand that leads may have hundreds).
        """
        if self._legal_plays is None:
            prompt = self.prompt
            self._legal_plays = list(map(Cards, prompt.legal_plays)) or legal_plays(
                self.rules,
                prompt.hand,
                prompt.table,
                must_include=self.must_include,
                may_pass=prompt.may_pass,
                same_kind=prompt.situation == SITUATION_SOLO_RUN,
            )
        return self._legal_plays

    @property
    def follows(self) -> bool:
        """Whether the table's combination is another seat's."""
        return self.prompt.situation == SITUATION_FOLLOW

    def __repr__(self) -> str:
        """The position in one line."""
        return (
            f"View(seat {self.seat}, hand {self.hand}, "
            f"table {self.table or 'empty'}, cards {list(self.hand_counts)})"
        )
