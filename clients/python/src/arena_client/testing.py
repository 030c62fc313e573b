"""Positions from text, so that a bot can be tried without an arena.

def test_my_bot_passes_under_a_two() -> None:
    bot = seated(MyBot())
    assert choose(bot, view("3S 4D 9H", table="2H")) == ""

A play that the arena would refuse fails the test, whatever it expects.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from arena_client.bot import Bot, encode
from arena_client.cards import (
    Cards,
    format_cards,
    format_play,
    format_received,
    parse_cards,
)
from arena_client.plays import classify
from arena_client.refusals import refusal
from arena_client.rules import THIRTEEN, Rules, Shape
from arena_client.v1.cards_pb2 import (
    COMBINATION_KIND_PAIR,
    COMBINATION_KIND_PAIR_RUN,
    COMBINATION_KIND_QUAD,
    COMBINATION_KIND_QUAD_RUN,
    COMBINATION_KIND_RUN,
    COMBINATION_KIND_SINGLE,
    COMBINATION_KIND_TRIPLE,
    COMBINATION_KIND_UNSPECIFIED,
    SITUATION_FOLLOW,
    SITUATION_LEAD,
    SITUATION_OPEN,
    CombinationKind,
    Event,
    OpenHand,
)
from arena_client.v1.play_service_pb2 import DealStart, Prompt
from arena_client.view import View

__tracebackhide__ = True  # of pytest: an author's error is in the author's own line

MOST_SHOWN = 12
"""The most legal plays that an error names."""


def view(
    hand: str,
    table: str = "",
    *,
    counts: Sequence[int] | None = None,
    seat: int = 0,
    owner: int | None = None,
    locked: Sequence[int] = (),
    must_include: str = "",
    may_pass: bool | None = None,
    events: Sequence[tuple[int, str]] = (),
    open_hands: Mapping[int, str] | None = None,
    clock_left: float | None = None,
    rules: Rules = THIRTEEN,
) -> View:
    """Builds what a bot would see.

    Args:
        hand: The bot's cards, in any order: `"3S 4D 9H"`.
        table: The combination to beat; empty when the bot leads.
        counts: How many cards each seat holds; four seats with as many as the bot
            where it is not given. The bot's own entry is corrected.
        seat: The bot's seat.
        owner: Whose combination lies on the table; the seat before the bot's where
            it is not given.
        locked: The seats that have passed.
        must_include: The card that the opening must include.
        may_pass: Whether a pass is allowed; where it is not given, all but a leader
            may.
        events: What happened since the bot was last asked: `[(1, "5H"), (2, "")]`.
        open_hands: Hands that lie open.
        clock_left: Seconds left on the bot's clock; `None` where time is not limited.
        rules: The rules of the table.

    Returns:
        The position. `deal` of it says that the deal began with the cards held now.

    Raises:
        ValueError: a text is no cards, the table is no combination, a seat is none
            of the table's, or a card is where it cannot be: in two places, or to be
            included by a bot that does not hold it.
        TypeError: something else than a text is given for cards.
    """
    held, on_table = _cards("hand", hand), _cards("table", table)
    hand_counts = list(counts) if counts is not None else [len(held)] * 4
    lying = dict(open_hands or {})
    seats = [seat, *locked, *lying, *(who for who, _ in events)]
    _require_seats(seats if owner is None else [*seats, owner], len(hand_counts))
    hand_counts[seat] = len(held)
    required = _cards("must_include", must_include)
    happened = [(who, _cards("events", what)) for who, what in events]
    open_cards = {who: _cards("open_hands", what) for who, what in lying.items()}
    copies = rules.packs_for(len(hand_counts))
    # What lies on the table may be among the events; an open hand may be the bot's own.
    played = Counter(on_table) | Counter(card for _, some in happened for card in some)
    others = Counter(
        card for who, some in open_cards.items() if who != seat for card in some
    )
    _require_apart(held, played + others, copies)
    if not set(required) <= set(held):
        raise ValueError(f"must_include: {must_include!r} is not in the hand")
    lies = classify(rules, on_table) if on_table else None
    if on_table and lies is None:
        raise ValueError(f"no combination: {table!r}")
    if on_table:
        situation = SITUATION_FOLLOW
    else:
        situation = SITUATION_OPEN if must_include else SITUATION_LEAD
    prompt = Prompt(
        seat=seat,
        situation=situation,
        hand=held,
        table=on_table,
        table_kind=_kind(lies.shape) if lies else COMBINATION_KIND_UNSPECIFIED,
        owner=(seat - 1) % len(hand_counts) if owner is None else owner,
        locked=sum(1 << passed for passed in locked),
        hand_counts=bytes(hand_counts),
        may_pass=bool(on_table) if may_pass is None else may_pass,
        must_include=required,
        events=[Event(seat=who, cards=cards) for who, cards in happened],
        open_hands=[
            OpenHand(seat=who, cards=cards) for who, cards in open_cards.items()
        ],
    )
    if clock_left is not None:
        prompt.clock_left_ms = round(clock_left * 1000)
    return View(prompt, DealStart(seat=seat, seats=len(hand_counts), hand=held), rules)


def seated(bot: Bot, seed: int = 0) -> Bot:
    """Gives `bot` its chance, as sitting down at a table does.

    Raises:
        TypeError: `bot` is no object of a bot, but its class for one.
    """
    _require_bot(bot, "seated")
    bot.rng = Random(seed)  # noqa: S311 - no secret
    return bot


def choose(bot: Bot, seen: View) -> str:
    """What `bot` plays, as text; `""` for a pass.

    As at a table, it is told first that the deal has started, once for each `seen`.

    Raises:
        IllegalPlayError: the arena would refuse the play.
        TypeError: `bot` is no object of a bot, or what it plays is no cards.
        ValueError: what it plays is no cards.
    """
    _require_bot(bot, "choose")
    _start(bot, seen)
    return format_cards(_legal(encode(bot.play(seen)), seen))


def choose_out_of_turn(bot: Bot, seen: View) -> str | None:
    """What `bot` plays out of turn, as text; `None` where it stays quiet.

    It is told of the deal's start as by `choose`. `seen` is a position with a table and, as such offers are, `may_pass=False`.

    Raises:
        IllegalPlayError: the arena would refuse the play, and so ignore it.
        TypeError: `bot` is no object of a bot, or what it plays is no cards.
        ValueError: what it plays is no cards.
    """
    _require_bot(bot, "choose_out_of_turn")
    _start(bot, seen)
    play = bot.play_out_of_turn(seen)
    cards = b"" if play is None else encode(play)
    return format_cards(_legal(cards, seen)) if cards else None


class IllegalPlayError(AssertionError):
    """A bot that is tried plays what the arena would refuse: the bot's fault."""

    def __init__(
        self, play: bytes, code: str, why: str, legal: Sequence[bytes]
    ) -> None:
        """Keeps what was played, why it is refused, and the legal plays."""
        some = ", ".join(map(format_play, legal[:MOST_SHOWN])) or "nothing"
        more = len(legal) - MOST_SHOWN
        super().__init__(
            f"played {format_received(play)}, refused as {code}: {why}; legal: {some}"
            + (f" and {more} more" if more > 0 else "")
        )
        self.play = play
        """Card codes, ascending; they may be no cards."""
        self.code = code
        """The rules' name for why it is refused: `not_held` for one."""
        self.legal = legal
        """All that would have been legal."""


def _cards(what: str, given: object) -> Cards:
    if not isinstance(given, str):
        raise TypeError(f"{what}: {given!r} is no text; write cards as in '3S 4D 9H'")
    try:
        return parse_cards(given)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


def _require_seats(seats: Sequence[int], count: int) -> None:
    for seat in seats:
        if not 0 <= seat < count:
            raise ValueError(
                f"no seat {seat}: the table has seats 0 to {count - 1}; give counts,"
                " one for each seat, for another number of them"
            )


def _require_apart(held: Cards, elsewhere: Counter[int], copies: int) -> None:
    """Sees to it that there are no more `copies` of a card of the hand than dealt."""
    for card, count in Counter(held).items():
        name = format_cards(bytes([card]))
        if count > copies:
            raise ValueError(f"hand: {name} is in it {count} times")
        if count + elsewhere[card] > copies:
            raise ValueError(f"hand: {name} has been played, or another seat holds it")


def _start(bot: Bot, seen: View) -> None:
    told = bot.__dict__.get("_told_of")
    if seen.deal is not None and told is not seen.deal:
        bot.__dict__["_told_of"] = seen.deal
        bot.deal_started(seen.deal)


def _require_bot(bot: object, call: str) -> None:
    if isinstance(bot, type):
        name = bot.__name__
        raise TypeError(
            f"{call} was given the class {name}; give it an object of it: {name}()"
        )
    if not isinstance(bot, Bot):
        raise TypeError(f"{call} was given {bot!r}, which is no bot")


def _legal(play: bytes, seen: View) -> bytes:
    """Gives the play back, ascending, if it is legal."""
    play = bytes(sorted(play))
    refused = refusal(seen, play)
    if refused is not None:
        raise IllegalPlayError(play, refused.code, refused.why, seen.legal_plays)
    return play


_GROUP_KINDS = {
    1: COMBINATION_KIND_SINGLE,
    2: COMBINATION_KIND_PAIR,
    3: COMBINATION_KIND_TRIPLE,
    4: COMBINATION_KIND_QUAD,
}
_RUN_KINDS = {
    1: COMBINATION_KIND_RUN,
    2: COMBINATION_KIND_PAIR_RUN,
    4: COMBINATION_KIND_QUAD_RUN,
}


def _kind(shape: Shape) -> CombinationKind.ValueType:
    return (_GROUP_KINDS if shape.length == 1 else _RUN_KINDS)[shape.size]
