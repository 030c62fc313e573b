"""Work that goes on only while its claim is held."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio

from arena.director.hosted import cause_of
from arena.errors import ClaimLostError, StoreError
from arena.store.claims import Claim

CHECK_EVERY = 2.0
"""Seconds between two looks at a claim that can be lost: soon enough that a server does
not take its session for idle, and that two processes have little time to differ."""

_T = TypeVar("_T")


async def while_held(claim: Claim, work: Callable[[], Awaitable[_T]]) -> _T:
    """Does the work, unless the claim on it goes to somebody else meanwhile.

    Returns:
        What the work returns.

    Raises:
        ClaimLostError: It has gone, and the work was cancelled.
        ArenaError: The work's own; of several the first.
    """
    try:
        async with trio.open_nursery() as nursery:
            if claim.can_be_lost:
                nursery.start_soon(_keep, claim)
            done = await work()
            nursery.cancel_scope.cancel()
    except ExceptionGroup as group:
        raise cause_of(group) from group
    return done


async def _keep(claim: Claim) -> None:
    while True:
        await trio.sleep(CHECK_EVERY)
        try:
            await trio.to_thread.run_sync(claim.check)
        except StoreError as error:
            # Of a database that is out of reach whoever needs it will tell.
            if isinstance(error, ClaimLostError):
                raise
