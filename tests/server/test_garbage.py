"""Garbage is looked for less often while an arena plays, and as before afterwards."""

import gc

from trio.testing import MockClock

from arena.game.deal import Deal
from arena.server.garbage import YOUNG, rarely_collected
from arena.server.listener import wire_loop
from tests.support.tables import TestTable


def test_everything_is_as_before_afterwards() -> None:
    before = gc.get_threshold()
    with rarely_collected():
        assert gc.get_threshold() == (YOUNG, *before[1:])
        assert gc.get_freeze_count()
    assert gc.get_threshold() == before
    assert not gc.get_freeze_count()


async def test_an_arena_that_plays_collects_rarely() -> None:
    async with wire_loop():
        assert gc.get_threshold()[0] == YOUNG


def deals() -> int:
    """How many deals there are in memory."""
    return sum(isinstance(each, Deal) for each in gc.get_objects())


async def play_a_table() -> int:
    """Plays a table to its end; gives how many deals there were by then."""
    test = TestTable()
    async with test.playing():
        await test.play_out()
    return deals()


async def test_what_was_played_is_given_back_without_being_looked_for(
    autojump_clock: MockClock,
) -> None:
    gc.collect()
    gc.disable()
    try:
        before = deals()
        assert await play_a_table() > before
        assert deals() == before
    finally:
        gc.enable()
