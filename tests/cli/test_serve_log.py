"""The log of a serving arena: one line an event, no secrets, no floods."""

import json
from typing import Any

import pytest

from arena.cli.serve_log import ServeLog, make_logger
from arena.cli.throttle import MOST, SPAN, Throttle
from arena.game.refusal import Refusal
from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.server.metrics import Metrics
from arena.store.rows import RotationKey
from tests.support.clock import Clock

KEY = RotationKey(round=1, table=2, board=3, rotation=4)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def forfeit(termination: Termination) -> Forfeit:
    illegal = termination is Termination.ILLEGAL_ANSWER
    return Forfeit(
        deal=0,
        seat=1,
        turn=9,
        termination=termination,
        cards=b"\x01\x02" if illegal else None,
        refusal=Refusal.NOT_HELD if illegal else None,
        measured=0.0123,
        allowed=5.0,
    )


def test_a_forfeit_says_whose_fault_it_was_and_shows_no_cards(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = ServeLog(make_logger("json"), Metrics(), Clock())
    log.forfeited("ann", forfeit(Termination.ILLEGAL_ANSWER), KEY)
    (line,) = lines(capsys)
    del line["timestamp"]
    assert line == {
        "event": "forfeit",
        "level": "warning",
        "tournament": "",
        "bot": "ann",
        "round": 1,
        "table": 2,
        "board": 3,
        "rotation": 4,
        "deal": 0,
        "termination": "illegal_answer",
        "turn": 9,
        "refusal": "not_held",
        "measured_ms": 12,
        "allowed_ms": 5000,
        "fault": "bot",
    }


def test_to_be_withdrawn_is_not_said_to_be_the_bots_fault(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = ServeLog(make_logger("json"), Metrics(), Clock())
    log.forfeited("ann", forfeit(Termination.WITHDRAWN), KEY)
    assert "fault" not in lines(capsys)[0]


def test_the_text_of_a_stranger_stays_in_its_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = ServeLog(make_logger("text"), Metrics(), Clock())
    log.joined("ann", "peer", "one\ntwo\x1b[31m")
    written = capsys.readouterr().err
    assert len(written.splitlines()) == 1
    assert "\x1b" not in written


def test_a_flood_of_strangers_is_counted_not_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = Clock()
    log = ServeLog(make_logger("json"), Metrics(), clock)
    for _ in range(MOST + 1000):
        log.refused("ipv4:192.0.2.1:9", "unknown token")
    assert len(lines(capsys)) == MOST
    clock.now = SPAN
    log.refused("ipv4:192.0.2.1:9", "unknown token")
    assert lines(capsys)[0]["left_out"] == 1000


def test_a_throttle_begins_anew_with_each_span() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    assert [throttle.take() for _ in range(MOST + 1)] == [True] * MOST + [False]
    clock.now = SPAN
    assert throttle.take()
    assert throttle.left_out() == {"left_out": 1}
    assert throttle.left_out() == {}
