import json

import msgspec
import pytest

from arena.errors import RecordError
from arena.game.record import (
    DealRecord,
    RecordedAction,
    decode_record,
    encode_record,
    readjudicate,
)

RECORD = DealRecord(
    tournament="open",
    round=1,
    table=2,
    board=3,
    rotation=4,
    deal=0,
    variant="thirteen",
    rules={"equal_cards": "later"},
    entrants=("a", "b", "c"),
    hands=("3S 9S", "4S 10S", "5S 2H"),
    dealer=2,
    leader=None,
    leftover="6S",
    actions=(
        RecordedAction(0, "3S"),
        RecordedAction(1, "4S"),
        RecordedAction(2, "2H", ("substitute",)),
        RecordedAction(0, "pass", ("forced",)),
        RecordedAction(1, "pass"),
        RecordedAction(2, "5S", ("substitute",)),
        RecordedAction(0, "9S"),
    ),
    finish=((0,), (1,), (2,)),
    payoff=(1, 1, -2),
    terminations=("normal", "normal", "flag_fall"),
    think_ms=(12, 0, 5000),
    started_time="2026-01-31T12:00:00Z",
)
LINE = (
    '{"tournament":"open","round":1,"table":2,"board":3,"rotation":4,"deal":0,'
    '"variant":"thirteen","rules":{"equal_cards":"later"},"entrants":["a","b","c"],'
    '"hands":["3S 9S","4S 10S","5S 2H"],"dealer":2,"leader":null,"leftover":"6S",'
    '"actions":[[0,"3S"],[1,"4S"],[2,"2H",["substitute"]],[0,"pass",["forced"]],'
    '[1,"pass"],[2,"5S",["substitute"]],[0,"9S"]],"finish":[[0],[1],[2]],'
    '"payoff":[1,1,-2],"terminations":["normal","normal","flag_fall"],'
    '"think_ms":[12,0,5000],"started_time":"2026-01-31T12:00:00Z"}'
)


def changed(**fields: object) -> DealRecord:
    return msgspec.structs.replace(RECORD, **fields)


def test_text_form() -> None:
    assert encode_record(RECORD) == LINE
    assert decode_record(LINE) == RECORD


def test_rules_nested_by_the_thousand_are_refused() -> None:
    deep = LINE.replace('"later"', "[" * 50_000 + "]" * 50_000)
    with pytest.raises(RecordError) as caught:
        decode_record(deep)
    assert caught.value.field == "rules"


def test_a_true_record_re_adjudicates() -> None:
    readjudicate(RECORD)


def test_a_first_out_that_forfeited_leaves_nobody_to_take() -> None:
    readjudicate(
        changed(
            variant="kenneth-lu",
            rules={},
            leftover="",
            hands=("3S", "4S 10S", "5S 2H"),
            actions=(RecordedAction(0, "3S", ("substitute",)),),
            finish=((1, 2), (0,)),
            payoff=(-2, 1, 1),
            terminations=("illegal_answer", "normal", "normal"),
        )
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("round", 0),
        ("table", "2"),
        ("deal", -1),
        ("leader", "0"),
        ("hands", "3S"),
        ("actions", [[0]]),
        ("actions", [[0, 3]]),
        ("finish", [[0], 1]),
        ("think_ms", [1, -1, 2]),
        ("started_time", "yesterday"),
    ],
)
def test_an_unreadable_field_is_named(field: str, value: object) -> None:
    table = json.loads(LINE)
    table[field] = value
    with pytest.raises(RecordError) as error:
        decode_record(json.dumps(table))
    assert error.value.field == field


def test_missing_and_unknown_fields_are_named() -> None:
    table = json.loads(LINE)
    del table["payoff"]
    with pytest.raises(RecordError) as missing:
        decode_record(json.dumps(table))
    assert missing.value.field == "payoff"
    with pytest.raises(RecordError) as unknown:
        decode_record(LINE.replace('"round"', '"rond"'))
    assert unknown.value.field == "rond"


@pytest.mark.parametrize("line", ["", "[]", "{", LINE[:-1]])
def test_what_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(RecordError):
        decode_record(line)


ACTIONS = RECORD.actions


@pytest.mark.parametrize(
    ("field", "change", "said"),
    [
        ("variant", {"variant": "fourteen"}, "did you mean 'thirteen'"),
        ("rules", {"rules": {"equal_cards": "never"}}, "never"),
        ("entrants", {"entrants": ("a", "b")}, "2 items for 3"),
        ("think_ms", {"think_ms": ()}, "0 items for 3"),
        ("hands", {"hands": ("3S 9S", "4S 10S", "5S 2X")}, "2X"),
        ("hands", {"hands": ("3S 3S", "3S 10S", "5S 2H")}, "3S occurs 3 times"),
        ("actions", {"actions": (RecordedAction(0, "3Z"), *ACTIONS[1:])}, "3Z"),
        ("actions", {"actions": (RecordedAction(1, "4S"), *ACTIONS)}, "not_your_turn"),
        ("actions", {"actions": ACTIONS[:-1]}, "not over"),
        ("actions", {"actions": (*ACTIONS, RecordedAction(1, "10S"))}, "deal_over"),
        (
            "actions",
            {"actions": (*ACTIONS[:4], RecordedAction(1, "pass", ("bored",)))},
            "unknown flag 'bored'",
        ),
        (
            "actions",
            {
                "actions": (
                    ACTIONS[0],
                    RecordedAction(1, "pass", ("forced",)),
                    *ACTIONS[2:],
                )
            },
            "it was none",
        ),
        (
            "actions",
            {"actions": (*ACTIONS[:5], RecordedAction(2, "5S"), *ACTIONS[6:])},
            "after its forfeit",
        ),
        ("terminations", {"terminations": ("normal",) * 3}, "seat 2"),
        (
            "terminations",
            {"terminations": ("normal", "withdrawn", "flag_fall")},
            "seat 1",
        ),
        ("finish", {"finish": ((2,), (0,), (1,))}, "comes out"),
        ("payoff", {"payoff": (1, -2, 1)}, "comes out"),
    ],
)
def test_the_first_field_that_the_rules_do_not_bear_out_is_named(
    field: str, change: dict[str, object], said: str
) -> None:
    with pytest.raises(RecordError, match=said) as error:
        readjudicate(changed(**change))
    assert error.value.field == field
