import pytest
from msgspec.structs import replace

from arena.errors import RecordError
from arena.game.record import decode_record, encode_record, readjudicate
from arena.game.variant import variant, with_rules
from arena.match.record import RecordWriter
from tests.support.matches import Table, dealt

RULES = {"lead_later": "lowest"}


@pytest.fixture
def line() -> str:
    hands = dealt("3S 7S", "4S 8S 2H", "5S 6S 6C", leftover="KH")
    table = Table(hands, clock="10", rules=RULES)
    table.play("3S", after=0.25)
    table.play("3S", after=0.5)
    table.play("5S", "7S", "6S", "6C", after=0.125)
    (played,) = table.match.played
    writer = RecordWriter("winter", with_rules(variant("thirteen"), RULES))
    return writer.line(
        played,
        round=2,
        table=3,
        board=4,
        rotation=1,
        entrants=("a", "b", "c"),
        started_time="2025-01-31T12:00:00Z",
    )


def test_a_record_tells_a_deal_in_the_records_words(line: str) -> None:
    assert line == (
        '{"tournament":"winter","round":2,"table":3,"board":4,"rotation":1,"deal":0,'
        '"variant":"thirteen","rules":{"lead_later":"lowest"},'
        '"entrants":["a","b","c"],'
        '"hands":["3S 7S","4S 8S 2H","5S 6S 6C"],"dealer":2,"leader":null,'
        '"leftover":"KH",'
        '"actions":[[0,"3S"],[1,"pass",["substitute"]],[2,"5S"],[0,"7S"],'
        '[2,"pass",["forced"]],[1,"4S",["substitute"]],[2,"6S"],'
        '[1,"pass",["substitute"]],[2,"6C"]],'
        '"finish":[[0],[2],[1]],"payoff":[1,-2,1],'
        '"terminations":["normal","illegal_answer","normal"],'
        '"think_ms":[375,500,375],"started_time":"2025-01-31T12:00:00Z"}'
    )


def test_it_is_written_as_records_are_that_have_been_read(line: str) -> None:
    assert encode_record(decode_record(line)) == line


def test_the_rules_bear_it_out(line: str) -> None:
    readjudicate(decode_record(line))


def test_and_would_not_if_the_forfeit_were_hushed_up(line: str) -> None:
    hushed = replace(decode_record(line), terminations=("normal",) * 3)
    with pytest.raises(RecordError, match="terminations"):
        readjudicate(hushed)
