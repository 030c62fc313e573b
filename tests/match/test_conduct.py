"""What the arena does by itself in a deal, held against records of it."""

import msgspec
import pytest

from arena.errors import RecordError
from arena.game.cards import format_action
from arena.game.record import FORCED, SUBSTITUTE, DealRecord, readjudicate
from arena.game.variant import variant
from arena.match.clock import parse_time_control
from arena.match.conduct import check_conduct
from tests.support.matches import Table, dealt, record_of

RULES = variant("thirteen")


def record(
    clock: str = "none", answer_time: float | None = None, *, forced_passes: bool = True
) -> DealRecord:
    """Seat 2 forfeits and is passed for; then seat 1 can do nothing but pass."""
    table = Table(
        dealt("3S 9S 2H", "4S 4C 5S", "6S 7S JS", dealer=2),
        clock=clock,
        answer_time=answer_time,
        forced_passes=forced_passes,
    )
    table.play("3S", "4S", "7D", "2H", after=0.25)
    if not forced_passes:
        table.play("pass", after=0.25)
    table.play("9S", after=0.25)
    while not table.match.over:
        table.play(format_action(table.match.deal.legal_plays()[0]), after=0.25)
    return record_of(table.match.played[0], RULES, ("a", "b", "c"))


def checked(
    written: DealRecord,
    clock: str = "none",
    answer_time: float | None = None,
    *,
    forced_passes: bool = True,
) -> None:
    readjudicate(written)
    control = parse_time_control(clock, answer_time)
    check_conduct(written, RULES, control, forced_passes=forced_passes)


def with_action(written: DealRecord, number: int, *flags: str) -> DealRecord:
    """The record with other flags on one action."""
    actions = list(written.actions)
    actions[number] = actions[number]._replace(flags=flags)
    return msgspec.structs.replace(written, actions=tuple(actions))


@pytest.mark.parametrize("forced_passes", [True, False])
def test_what_the_arena_plays_is_as_it_must(forced_passes: bool) -> None:
    checked(
        record("5+1", 2.0, forced_passes=forced_passes),
        "5+1",
        2.0,
        forced_passes=forced_passes,
    )


def test_a_forced_pass_that_was_asked_for_is_named() -> None:
    asked = with_action(record(), 4)
    with pytest.raises(RecordError) as caught:
        checked(asked)
    assert caught.value.field == "actions"
    assert caught.value.problem == (
        "action 4: seat 1 'pass' is recorded, seat 1 'pass' (forced) comes out"
    )


def test_a_forced_pass_where_everybody_is_asked_is_named() -> None:
    with pytest.raises(RecordError, match="action 4: seat 1 'pass' \\(forced\\) is"):
        checked(record(), forced_passes=False)


@pytest.mark.parametrize("flags", [(SUBSTITUTE, FORCED), (SUBSTITUTE, SUBSTITUTE)])
def test_a_substitute_has_one_flag(flags: tuple[str, ...]) -> None:
    with pytest.raises(RecordError) as caught:
        checked(with_action(record(), 2, *flags))
    assert caught.value.field == "actions"


def test_a_substitute_plays_what_disturbs_least() -> None:
    written = record()
    actions = list(written.actions)
    # Seat 2 could have beaten the four, but its substitute would not.
    actions[2] = actions[2]._replace(action="6S")
    actions.insert(5, actions[2]._replace(action="pass"))
    forged = msgspec.structs.replace(written, actions=tuple(actions))
    with pytest.raises(RecordError) as caught:
        checked(forged)
    assert "seat 2 '6S' (substitute) is recorded, seat 2 'pass'" in str(caught.value)


def test_a_termination_that_is_none_is_named() -> None:
    written = record()
    wrong = msgspec.structs.replace(
        written, terminations=("normal", "normal", "boredom")
    )
    with pytest.raises(RecordError, match="'boredom'; allowed: flag_fall, ") as caught:
        checked(wrong)
    assert caught.value.field == "terminations"


@pytest.mark.parametrize(
    ("clock", "answer_time", "most"),
    [("5+1", None, 8001), ("5", None, 5001), ("none", 0.5, 1501), ("none", None, None)],
)
def test_nobody_thinks_longer_than_its_clock_allows(
    clock: str, answer_time: float | None, most: int | None
) -> None:
    """Seat 0 has answered three times."""
    written = record(clock, answer_time)
    for taken in (most or 10**9, 10**9):
        slow = msgspec.structs.replace(written, think_ms=(taken, 0, 0))
        if most is None or taken <= most:
            checked(slow, clock, answer_time)
        else:
            with pytest.raises(RecordError) as caught:
                checked(slow, clock, answer_time)
            assert caught.value.field == "think_ms"
            assert str(most) in caught.value.problem


def test_a_seat_that_lost_by_its_flag_may_have_taken_longer() -> None:
    slow = msgspec.structs.replace(record("5"), think_ms=(0, 0, 60_000))
    checked(slow, "5")
