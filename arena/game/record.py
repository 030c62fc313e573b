"""The record of a deal: its text form, and the proof that the rules bear it out.

A record is one line of JSON with the fields of `DealRecord` in their order. Cards
and actions are in text form. `decode_record` reads what `encode_record` writes,
and `readjudicate` plays a record through the rules again. Which fields have come
from a seed is not checked here: re-dealing belongs to whoever knows the seed.
"""

import re
from collections.abc import Sequence
from typing import Annotated, NamedTuple, NoReturn

import msgspec

from arena.errors import ArenaError, InvalidNotationError, RecordError, VariantError
from arena.game.cards import PASS, Cards, parse_action, parse_cards
from arena.game.deal import Deal
from arena.game.scoring import payoff, with_forfeits
from arena.game.variant import variant, with_rules

FORCED = "forced"
"""Flag of a pass that the arena made for a seat without a legal play."""

SUBSTITUTE = "substitute"
"""Flag of an action made for a seat that has forfeited the deal."""

NORMAL = "normal"
"""The termination of a seat that played the deal to its end itself."""

_FROM_1 = Annotated[int, msgspec.Meta(ge=1)]
_FROM_0 = Annotated[int, msgspec.Meta(ge=0)]
_RFC_3339 = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$"
_Time = Annotated[str, msgspec.Meta(pattern=_RFC_3339)]
_FIELD = re.compile(r"at `\$\.(\w+)|field `(\w+)`")


class RecordedAction(NamedTuple):
    """One action; in JSON `[seat, text]`, with a third item where it has flags."""

    seat: int
    action: str
    """`"pass"`, or the cards."""
    flags: tuple[str, ...] = ()
    """Any of `FORCED` and `SUBSTITUTE`."""


class DealRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A deal that has ended. The fields' order is that of the text form."""

    tournament: str
    round: _FROM_1
    table: _FROM_1
    board: _FROM_1
    rotation: _FROM_1
    deal: _FROM_0
    """Counts the deals of a session."""
    variant: str
    """The preset the rules are based on."""
    rules: dict[str, object]
    """The fields in which the rules differ from the preset."""
    entrants: tuple[str, ...]
    """By seat."""
    hands: tuple[str, ...]
    """By seat, as dealt."""
    dealer: _FROM_0
    leader: _FROM_0 | None
    """The winner of the last deal who leads; `None` in a first deal."""
    leftover: str
    """The cards not dealt."""
    actions: tuple[RecordedAction, ...]
    finish: tuple[tuple[int, ...], ...]
    """Seats in groups, best first, forfeits accounted for."""
    payoff: tuple[int, ...]
    """By seat, in stakes."""
    terminations: tuple[str, ...]
    """By seat: why its part ended, `NORMAL` or the kind of its forfeit."""
    think_ms: tuple[_FROM_0, ...]
    """By seat: the time it took for all of its answers."""
    started_time: _Time | None
    """When the deal began, RFC 3339 in UTC; `None` when that was not kept."""


def encode_record(record: DealRecord) -> str:
    """Writes a record as one line of JSON, without the line's end."""
    plain = msgspec.structs.asdict(record)
    # Without its flags where it has none; a slice, for this is done for every action.
    plain["actions"] = [
        action if action.flags else action[:2] for action in record.actions
    ]
    return msgspec.json.encode(plain).decode()


def decode_record(line: str) -> DealRecord:
    """Reads a record, the inverse of `encode_record`.

    Raises:
        RecordError: The line is no record; its field is named where one is at fault.
    """
    try:
        return msgspec.json.decode(line, type=DealRecord)
    except RecursionError:
        raise RecordError("rules", "nested too deep") from None
    except msgspec.MsgspecError as error:
        found = _FIELD.search(str(error))
        field = (found[1] or found[2]) if found else "line"
        raise RecordError(field, str(error)) from error


def readjudicate(record: DealRecord) -> None:
    """Plays a record through the rules and compares what comes out.

    Raises:
        RecordError: Something differs; the first field that does is named.
    """
    _check_lengths(record)
    deal = deal_of(record)
    forfeiters = _replay(record, deal)
    for seat, termination in enumerate(record.terminations):
        if (termination != NORMAL) != (seat in forfeiters):
            raise RecordError(
                "terminations",
                f"seat {seat} ended with '{termination}', its actions say otherwise",
            )
    finish = deal.finish
    money = deal.payoff
    if forfeiters:
        finish = with_forfeits(finish, forfeiters)
        money = payoff(deal.variant, finish, deal.seats, forfeiters=forfeiters)
    _compare("finish", record.finish, finish)
    _compare("payoff", record.payoff, money)


def _check_lengths(record: DealRecord) -> None:
    seats = len(record.hands)
    for field in ("entrants", "payoff", "terminations", "think_ms"):
        count = len(getattr(record, field))
        if count != seats:
            raise RecordError(field, f"has {count} items for {seats} hands")


def deal_of(record: DealRecord) -> Deal:
    """Gives the deal that a record tells, before its first action.

    Raises:
        RecordError: The rules or the hands are none.
    """
    try:
        rules = with_rules(variant(record.variant), record.rules)
    except VariantError as error:
        field = "variant" if error.key == "variant" else "rules"
        raise RecordError(field, str(error)) from error
    try:
        return Deal(
            rules,
            [parse_cards(hand) for hand in record.hands],
            dealer=record.dealer,
            leader=record.leader,
            leftover=parse_cards(record.leftover),
        )
    except ArenaError as error:
        raise RecordError("hands", str(error)) from error


def _replay(record: DealRecord, deal: Deal) -> list[int]:
    """Plays the actions; gives the seats that forfeited, the earliest first."""
    forfeiters: list[int] = []
    for number, (seat, text, flags) in enumerate(record.actions):
        cards = _read_action(number, text)
        _check_flags(number, cards, flags, deal)
        if SUBSTITUTE in flags and seat not in forfeiters:
            forfeiters.append(seat)
        if seat in forfeiters and not flags:
            _object(number, f"seat {seat} acts after its forfeit")
        refusal = deal.attempt(seat, cards)
        if refusal is not None:
            _object(number, f"seat {seat} '{text}' is refused: {refusal.value}")
    if not deal.over:
        raise RecordError(
            "actions", f"the deal is not over after {len(record.actions)}"
        )
    return forfeiters


def _read_action(number: int, text: str) -> Cards:
    try:
        return parse_action(text)
    except InvalidNotationError as error:
        raise RecordError("actions", f"action {number}: {error}") from error


def _check_flags(number: int, cards: Cards, flags: Sequence[str], deal: Deal) -> None:
    unknown = set(flags) - {FORCED, SUBSTITUTE}
    if unknown:
        allowed = f"allowed: {FORCED}, {SUBSTITUTE}"
        _object(number, f"unknown flag '{min(unknown)}'; {allowed}")
    if FORCED in flags and not (cards == PASS and deal.forced_pass()):
        _object(number, "flagged as a forced pass, but it was none")


def _object(number: int, problem: str) -> NoReturn:
    raise RecordError("actions", f"action {number}: {problem}")


def _compare(field: str, recorded: object, found: object) -> None:
    if recorded != found:
        raise RecordError(field, f"{recorded!r} is recorded, {found!r} comes out")
