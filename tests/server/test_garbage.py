"""Garbage is looked for less often while an arena plays, and as before afterwards."""

import gc

from arena.server.garbage import YOUNG, rarely_collected
from arena.server.listener import wire_loop


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
