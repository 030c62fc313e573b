"""An exported file in which one thing is wrong: line and field are named."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from arena.director.verify import Verified, verify
from arena.director.verify_exported import ExportedSource
from arena.errors import VerificationError
from arena.game.cards import format_action, parse_action, parse_cards
from arena.game.deal import Deal
from arena.game.record import (
    FORCED,
    NORMAL,
    SUBSTITUTE,
    DealRecord,
    RecordedAction,
    decode_record,
    encode_record,
)
from arena.game.variant import variant
from arena.tournament.config import parse_config
from arena.tournament.published import check_standings
from tests.director.conftest import AUTUMN
from tests.support.played import SEED
from tests.support.verifiable import exported

Values = dict[str, Any]
Mutation = Callable[[Values], None]

LATER = 27
"""A record in the middle, from 0: the second deal of a session, with a forfeit."""


def verified(folder: Path, lines: Sequence[str]) -> Verified:
    config = parse_config(AUTUMN.config_text)
    with exported(folder, lines) as file:
        return verify(ExportedSource(file, config, SEED))


def refusal(folder: Path, lines: Sequence[str]) -> VerificationError:
    with pytest.raises(VerificationError) as caught:
        verified(folder, lines)
    return caught.value


def changed(line: str, mutation: Mutation) -> str:
    """A line with one change; written as the arena writes."""
    values = json.loads(line)
    mutation(values)
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False)


def put(field: str, value: Any) -> Mutation:
    return lambda values: values.update({field: value})


def add(field: str, number: int = 1) -> Mutation:
    return lambda values: values.update({field: values[field] + number})


def swap(field: str, one: int = 0, other: int = 1) -> Mutation:
    def mutate(values: Values) -> None:
        items = values[field]
        assert items[one] != items[other]
        items[one], items[other] = items[other], items[one]

    return mutate


def turn(field: str) -> Mutation:
    return lambda values: values.update({field: (values[field] + 1) % 4})


def exchange_cards(values: Values) -> None:
    one, other = (hand.split() for hand in values["hands"][:2])
    one[0], other[0] = other[0], one[0]
    values["hands"][:2] = [
        " ".join(sorted(hand, key=parse_cards)) for hand in (one, other)
    ]


FIELDS: dict[str, list[Mutation]] = {
    "tournament": [put("tournament", "spring")],
    "round": [add("round"), add("round", 7), put("round", 1)],
    "table": [add("table"), add("table", 7)],
    "board": [add("board"), add("board", 7), put("board", 0)],
    "rotation": [add("rotation"), put("rotation", 0), put("rotation", "1")],
    "deal": [add("deal"), add("deal", 7), put("deal", -1)],
    "variant": [put("variant", "tien-len"), put("variant", "twelve")],
    "rules": [put("rules", {"solo_run": True}), put("rules", {"solo": True})],
    "entrants": [swap("entrants"), swap("entrants", 1, 3), put("entrants", ["ann"])],
    "hands": [swap("hands"), exchange_cards],
    "dealer": [turn("dealer")],
    "leader": [put("leader", None)],
    "leftover": [put("leftover", "3S")],
    "finish": [swap("finish", 0, 1), swap("finish", 0, -1)],
    "payoff": [swap("payoff", 0, 3), put("payoff", [3, -1, -1, -1, 0])],
    "terminations": [swap("terminations", 0, 3), put("terminations", [NORMAL] * 4)],
    "think_ms": [put("think_ms", [60_000, 0, 0, 0]), put("think_ms", [0])],
    "started_time": [
        put("started_time", "2026-03-01T12:00:01.000Z"),
        put("started_time", None),
        put("started_time", "yesterday"),
    ],
}
"""Changes of every field but the actions, which have tests of their own."""


def test_every_field_of_a_record_has_its_changes() -> None:
    fields = {field.name for field in msgspec.structs.fields(DealRecord)}
    assert fields == {*FIELDS, "actions"}


@pytest.mark.parametrize(
    ("field", "number"),
    [(field, number) for field in FIELDS for number in range(len(FIELDS[field]))],
)
def test_a_changed_field_is_caught_by_line_and_name(
    tmp_path: Path, lines: list[str], field: str, number: int
) -> None:
    forged = list(lines)
    forged[LATER] = changed(lines[LATER], FIELDS[field][number])
    found = refusal(tmp_path, forged)
    assert found.place.startswith(f"line {LATER + 1}")
    assert found.field == field


def test_a_missing_line_is_named_by_its_place_in_the_tournament(
    tmp_path: Path, lines: list[str]
) -> None:
    for number in (0, LATER, len(lines) - 1):
        found = refusal(tmp_path, lines[:number] + lines[number + 1 :])
        record = decode_record(lines[number])
        assert found.place == (
            f"round {record.round}, table {record.table}, board {record.board},"
            f" rotation {record.rotation}, deal {record.deal}"
        )
        assert found.field == "line"
        assert "is missing" in found.problem


def test_the_lines_of_a_whole_round_or_table_are_missed(
    tmp_path: Path, lines: list[str]
) -> None:
    for first, last in ((0, 16), (16, 24), (16, 32), (32, 48)):
        found = refusal(tmp_path, lines[:first] + lines[last:])
        assert "is missing" in found.problem or found.field == "entrants"


def test_an_empty_file_misses_the_first_line(tmp_path: Path) -> None:
    found = refusal(tmp_path, [])
    assert found.place == "round 1, table 1, board 1, rotation 1, deal 0"


def test_a_line_that_is_there_twice_or_out_of_order_is_named(
    tmp_path: Path, lines: list[str]
) -> None:
    twice = refusal(tmp_path, [*lines[: LATER + 1], *lines[LATER:]])
    assert twice.place.startswith(f"line {LATER + 2} (")
    moved = refusal(tmp_path, [*lines[1:LATER], lines[0], *lines[LATER:]])
    assert moved.place == "round 1, table 1, board 1, rotation 1, deal 0"
    more = refusal(tmp_path, [*lines, lines[-1]])
    assert more.place.startswith(f"line {len(lines) + 1} (")
    assert "one too many" in more.problem


@pytest.mark.parametrize("text", ["", "{}", "x", '{"tournament":"autumn"}', "[1]"])
def test_a_line_that_is_no_record_is_named(
    tmp_path: Path, lines: list[str], text: str
) -> None:
    found = refusal(tmp_path, [*lines[:LATER], text, *lines[LATER + 1 :]])
    assert found.place == f"line {LATER + 1}"


def test_a_record_written_in_another_way_is_named(
    tmp_path: Path, lines: list[str]
) -> None:
    spaced = json.dumps(json.loads(lines[LATER]))
    found = refusal(tmp_path, [*lines[:LATER], spaced, *lines[LATER + 1 :]])
    assert (found.place[:7], found.field) == ("line 28", "line")


def forge(line: str, change: Callable[[list[RecordedAction]], None]) -> str:
    """A record whose actions are changed."""
    record = decode_record(line)
    actions = list(record.actions)
    change(actions)
    return encode_record(msgspec.structs.replace(record, actions=tuple(actions)))


def flagged(actions: Sequence[RecordedAction], flag: str) -> int:
    return next(n for n, action in enumerate(actions) if flag in action.flags)


def own_pass(actions: list[RecordedAction]) -> None:
    """A forced pass becomes an answer of the seat's own."""
    number = flagged(actions, FORCED)
    actions[number] = actions[number]._replace(flags=())


def back_again(actions: list[RecordedAction]) -> None:
    """A seat that has forfeited acts itself once more."""
    first = flagged(actions, SUBSTITUTE)
    number = first + 1 + flagged(actions[first + 1 :], SUBSTITUTE)
    actions[number] = actions[number]._replace(flags=())


def refuse_to_play(actions: list[RecordedAction]) -> None:
    """A pass where cards were played, by the first who may."""
    number = next(n for n, a in enumerate(actions) if n and a.action != "pass")
    actions[number] = RecordedAction(actions[number].seat, "pass")


def another_substitute(actions: list[RecordedAction]) -> None:
    """The substitute's first pass becomes another seat's fault."""
    number = flagged(actions, SUBSTITUTE)
    actions[number] = actions[number]._replace(flags=(FORCED,))


def other_seat(actions: list[RecordedAction]) -> None:
    actions[0] = actions[0]._replace(seat=(actions[0].seat + 1) % 4)


def reversed_cards(actions: list[RecordedAction]) -> None:
    number = next(n for n, a in enumerate(actions) if " " in a.action)
    cards = " ".join(reversed(actions[number].action.split()))
    actions[number] = actions[number]._replace(action=cards)


@pytest.mark.parametrize(
    "change",
    [
        own_pass,
        back_again,
        refuse_to_play,
        another_substitute,
        other_seat,
        reversed_cards,
        lambda actions: actions.pop(),
        lambda actions: actions.append(actions[-1]),
        lambda actions: actions.pop(3),
        lambda actions: actions.insert(0, RecordedAction(0, "pass", (FORCED,))),
        lambda actions: actions.clear(),
    ],
)
def test_changed_actions_are_caught(
    tmp_path: Path,
    lines: list[str],
    change: Callable[[list[RecordedAction]], None],
) -> None:
    forged = [*lines[:LATER], forge(lines[LATER], change), *lines[LATER + 1 :]]
    found = refusal(tmp_path, forged)
    assert found.place.startswith(f"line {LATER + 1} (")
    assert found.field == "actions"


def test_another_legal_play_of_a_seat_that_went_out_is_caught(
    tmp_path: Path, lines: list[str]
) -> None:
    """Every card of such a seat is played, so that no play can be another."""
    record = decode_record(lines[LATER])
    deal = begun(record)
    tried = 0
    for number, (seat, text, flags) in enumerate(record.actions):
        others = [play for play in deal.legal_plays() if play != parse_action(text)]
        deal.play(seat, parse_action(text))
        if flags or not others or seat in record.finish[-1]:
            continue
        tried += 1
        other = RecordedAction(seat, format_action(others[0]))
        actions = (*record.actions[:number], other, *record.actions[number + 1 :])
        line = encode_record(msgspec.structs.replace(record, actions=actions))
        found = refusal(tmp_path, [*lines[:LATER], line, *lines[LATER + 1 :]])
        assert found.place.startswith(f"line {LATER + 1} (")
        assert found.field in {"actions", "finish"}
    assert tried > 10


def begun(record: DealRecord) -> Deal:
    return Deal(
        variant(record.variant),
        [parse_cards(hand) for hand in record.hands],
        dealer=record.dealer,
        leader=record.leader,
        leftover=parse_cards(record.leftover),
    )


def played_otherwise(record: DealRecord) -> DealRecord:
    """The same deal played by chance, with all that follows from that."""
    chance = Random(7)
    deal = begun(record)
    actions = []
    while deal.turn is not None:
        seat, forced = deal.turn, deal.forced_pass()
        play = chance.choice(deal.legal_plays())
        flags = (FORCED,) if forced else ()
        actions.append(RecordedAction(seat, format_action(play), flags))
        deal.play(seat, play)
    assert deal.finish != record.finish
    return msgspec.structs.replace(
        record,
        actions=tuple(actions),
        finish=deal.finish,
        payoff=deal.payoff,
        terminations=(NORMAL,) * 4,
    )


def test_a_consistent_forgery_is_caught_by_the_published_standings(
    tmp_path: Path, lines: list[str]
) -> None:
    """What no seed shows, since it is a deal that might have been played."""
    honest = verified(tmp_path, lines)
    published = [asdict(line) for line in honest.standings]
    forged = encode_record(played_otherwise(decode_record(lines[-1])))
    found = verified(tmp_path, [*lines[:-1], forged])
    check_standings(published, honest.standings)
    with pytest.raises(VerificationError) as caught:
        check_standings(published, found.standings)
    assert caught.value.place.startswith("standings, line ")


def test_a_consistent_forgery_is_caught_by_the_next_pairing_or_lead(
    tmp_path: Path, lines: list[str]
) -> None:
    forged = encode_record(played_otherwise(decode_record(lines[LATER - 1])))
    found = refusal(tmp_path, [*lines[: LATER - 1], forged, *lines[LATER:]])
    assert found.place.startswith(f"line {LATER + 1} (")
    assert found.field in {"dealer", "leader"}
