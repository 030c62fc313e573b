"""The bot's side of the tables: one bot object a table, one answer a prompt.

No I/O here: `stream` brings the messages and takes the answers away.
"""

from collections.abc import Callable
from typing import TypeVar

from google.protobuf.descriptor import EnumDescriptor

from arena_client.bot import Bot, encode
from arena_client.cards import format_cards, format_received
from arena_client.rules import THIRTEEN, Rules, read_rules
from arena_client.v1.cards_pb2 import Refusal, Termination
from arena_client.v1.play_service_pb2 import (
    Answer,
    DealResult,
    DealStart,
    Prompt,
    Ruling,
)
from arena_client.view import View

_Message = TypeVar("_Message", DealStart, DealResult, Ruling)

MOST_SEATS = 4096
"""How many tables are remembered. Closed tables are forgotten at once; this only
catches those whose end was lost with a connection."""


HOOKS = {
    "deal_starts": "deal_started",
    "rulings": "ruling",
    "deal_results": "deal_ended",
}
"""The method of a bot that is told of each kind of the arena's notices."""


class BotError(Exception):
    """The bot raised; its own exception is the cause."""


class _Seat:
    """One table: its bot, and the last prompt with its answer."""

    __slots__ = ("answer", "bot", "prompt", "rules", "start", "turn")

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.start: DealStart | None = None
        self.rules: Rules = THIRTEEN
        self.turn = -1
        self.prompt: Prompt | None = None
        self.answer: Answer | None = None


class Seats:
    """All the tables that one connection, or a row of them, plays at."""

    def __init__(self, make: Callable[[], Bot], seed: int) -> None:
        """Seats a bot from `make` at each new table; `seed` feeds their `rng`."""
        self._make = make
        self._seed = seed
        self._seats: dict[int, _Seat] = {}
        self.heeded = frozenset(
            notice
            for notice, hook in HOOKS.items()
            if getattr(make, hook, None) is not getattr(Bot, hook)
        )
        """The notices that the bot wants to be told of, which may take it long."""

    def __len__(self) -> int:
        """How many tables are remembered."""
        return len(self._seats)

    def start(self, start: DealStart) -> None:
        """Begins a deal, at a new table or at a known one."""
        seat = self._seats.get(start.table_id)
        if seat is not None and seat.start is not None:
            if seat.start.deal == start.deal:
                return  # The arena repeats it after a lost connection.
            if start.deal < seat.start.deal:
                seat = None  # It plays this rotation anew.
        if seat is None:
            seat = self._sit(start.table_id)
        self._begin(seat, start)

    def decide(self, prompt: Prompt) -> Answer:
        """Gives the answer to a prompt.

        A prompt that comes again, because the connection was lost meanwhile, gets
        the answer it got before: the bot is not asked twice.

        Raises:
            BotError: the bot raised, or returned no cards.
        """
        table_id, turn = prompt.table_id, prompt.turn
        seat = self._seats.get(table_id)
        if seat is None:
            seat = self._join(prompt)
        elif turn <= seat.turn:
            if seat.answer is not None and _same(prompt, seat.prompt):
                return seat.answer
            seat = self._restart(seat, prompt)
        seat.turn = turn
        seat.prompt = prompt
        try:
            cards = encode(seat.bot.play(View(prompt, seat.start, seat.rules)))
            answer = Answer(table_id=table_id, turn=turn, cards=cards)
        except Exception as error:
            raise BotError(f"play raised at {describe(prompt)}") from error
        seat.answer = answer
        return answer

    def consider(self, offer: Prompt) -> Answer | None:
        """Gives the answer to an offer to play out of turn; `None` to let it pass.

        Raises:
            BotError: the bot raised, or returned what is no cards.
        """
        table_id, turn = offer.table_id, offer.turn
        seat = self._seats.get(table_id)
        if seat is None:
            seat = self._join(offer)
        if not _plays_out_of_turn(seat.bot) or turn <= seat.turn:
            return None
        try:
            play = seat.bot.play_out_of_turn(View(offer, seat.start, seat.rules))
            cards = b"" if play is None else encode(play)
        except Exception as error:
            raise BotError(f"play_out_of_turn raised at {describe(offer)}") from error
        return Answer(table_id=table_id, turn=turn, cards=cards) if cards else None

    def rule(self, ruling: Ruling) -> str:
        """Tells the bot of a ruling; gives it in one line with the position."""
        seat = self._seats.get(ruling.table_id)
        line = _ruling_line(ruling, seat.prompt if seat else None)
        if seat is not None:
            _hook(seat.bot.ruling, ruling)
        return line

    def end(self, result: DealResult) -> None:
        """Ends a deal, and with the last one the table."""
        seat = self._seats.get(result.table_id)
        if seat is not None:
            _hook(seat.bot.deal_ended, result)
        if result.last:
            self._seats.pop(result.table_id, None)

    def _restart(self, seat: _Seat, prompt: Prompt) -> _Seat:
        """Sits down anew: turns only count up, so the rotation is played again."""
        if seat.start is None:
            return self._join(prompt)
        fresh = self._sit(prompt.table_id)
        self._begin(fresh, seat.start)
        return fresh

    def _sit(self, table_id: int) -> _Seat:
        self._seats.pop(table_id, None)
        while len(self._seats) >= MOST_SEATS:
            del self._seats[next(iter(self._seats))]
        try:
            seat = self._seats[table_id] = _Seat(self._make())
        except Exception as error:
            raise BotError("the bot could not be made") from error
        return seat

    def _begin(self, seat: _Seat, start: DealStart) -> None:
        seat.start = start
        seat.rules = read_rules(start.rules)
        seat.turn = -1
        seat.prompt = seat.answer = None
        self._seed_rng(seat.bot, start.hand, start.seat)
        _hook(seat.bot.deal_started, start)

    def _join(self, prompt: Prompt) -> _Seat:
        """Sits down in the middle of a deal, as after the process was started anew."""
        seat = self._sit(prompt.table_id)
        self._seed_rng(seat.bot, prompt.hand, prompt.seat)
        return seat

    def _seed_rng(self, bot: Bot, hand: bytes, seat: int) -> None:
        bot.rng_seed = f"{self._seed}/{hand.hex()}/{seat}"
        bot.__dict__.pop("rng", None)  # that of the deal before


def describe(prompt: Prompt) -> str:
    """The position in a few words."""
    return (
        f"turn {prompt.turn}, hand {format_cards(prompt.hand)}, "
        f"table {format_cards(prompt.table) or 'empty'}"
    )


def _plays_out_of_turn(bot: Bot) -> bool:
    return type(bot).play_out_of_turn is not Bot.play_out_of_turn


def _same(one: Prompt, other: Prompt | None) -> bool:
    return (
        other is not None
        and one.turn == other.turn
        and one.hand == other.hand
        and one.table == other.table
        and one.seat == other.seat
    )


def _hook(hook: Callable[[_Message], None], message: _Message) -> None:
    try:
        hook(message)
    except Exception as error:
        raise BotError(f"{getattr(hook, '__name__', 'a hook')} raised") from error


def _ruling_line(ruling: Ruling, prompt: Prompt | None) -> str:
    """Why a deal was forfeited, in one line with the position it happened in."""
    why = _word(Termination.DESCRIPTOR, ruling.termination, "TERMINATION_")
    parts = [f"forfeit at table {ruling.table_id}: {why}"]
    if ruling.refusal:
        refusal = _word(Refusal.DESCRIPTOR, ruling.refusal, "REFUSAL_")
        parts.append(f"played {format_received(ruling.cards)}, refused as {refusal}")
    if ruling.HasField("allowed_ms"):
        parts.append(f"took {ruling.measured_ms} of {ruling.allowed_ms} ms")
    if prompt is not None and prompt.turn == ruling.turn:
        parts.append(describe(prompt))
    else:
        parts.append(f"turn {ruling.turn}")
    if ruling.message:
        parts.append(ruling.message)
    return "; ".join(parts)


def _word(enum: EnumDescriptor, number: int, prefix: str) -> str:
    """An enum value in plain words; its number where a newer arena knows more."""
    value = enum.values_by_number.get(number)
    return value.name.removeprefix(prefix).lower() if value else str(number)
