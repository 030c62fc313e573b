"""Work that goes on only while its claim is held."""

from collections.abc import Callable

import pytest
import trio
from trio.testing import MockClock

from arena.director.holding import CHECK_EVERY, while_held
from arena.errors import ClaimLostError, EntryError, StoreError


class Checked:
    """A claim of which each look does what the test says."""

    def __init__(self, *looks: Exception | None, can_be_lost: bool = True) -> None:
        self.can_be_lost = can_be_lost
        self.left = list(looks)
        self.looked: Callable[[], object] = lambda: None

    def check(self) -> None:
        look = self.left.pop(0)
        if not self.left:
            trio.from_thread.run_sync(self.looked)
        if look is not None:
            raise look


OUT_OF_REACH = StoreError("the server does not answer")


async def test_work_goes_on_while_its_claim_is_held_or_cannot_be_looked_at(
    autojump_clock: MockClock,
) -> None:
    # The looks are in threads, which the clock does not know of.
    autojump_clock.autojump_threshold = 0.01
    claim = Checked(None, OUT_OF_REACH, None)
    seen = trio.Event()
    claim.looked = seen.set

    async def work() -> str:
        await seen.wait()
        return "done"

    assert await while_held(claim, work) == "done"
    assert trio.current_time() >= 3 * CHECK_EVERY


async def test_work_whose_claim_has_gone_to_somebody_else_is_cancelled(
    autojump_clock: MockClock,
) -> None:
    autojump_clock.autojump_threshold = 0.01
    cancelled = []

    async def work() -> None:
        try:
            await trio.sleep_forever()
        finally:
            cancelled.append(True)

    with pytest.raises(ClaimLostError, match="somebody else has it"):
        await while_held(Checked(None, ClaimLostError("somebody else has it")), work)
    assert cancelled == [True]


async def test_a_claim_that_cannot_be_lost_is_not_looked_at(
    autojump_clock: MockClock,
) -> None:
    async def work() -> str:
        await trio.sleep(10 * CHECK_EVERY)
        return "done"

    assert await while_held(Checked(can_be_lost=False), work) == "done"


async def test_what_goes_wrong_in_the_work_is_said_as_it_is() -> None:
    async def work() -> None:
        async with trio.open_nursery():
            raise EntryError("ann", "did not join")

    with pytest.raises(EntryError, match="did not join"):
        await while_held(Checked(), work)
