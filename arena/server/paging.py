"""Pages: what the reading services have in common, whatever they list."""

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

import grpc
import trio
import trio_asyncio

from arena.errors import ArenaError, InvalidNotationError
from arena.server.statuses import status_of

MAX_PAGE = 1000
"""The most items a page may hold."""

DEFAULT_PAGE = 100
"""The items a page holds when the caller does not say."""

READERS = 4
"""Readings at one time: a few callers are served, a flood of them has to queue."""

OWN_TROUBLE = "the arena cannot answer now; try again later"
"""What callers hear of a failing database."""

_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
"""More digits than these count more than there will ever be, and no database has
to take them."""

_T = TypeVar("_T")
_Context = grpc.aio.ServicerContext[Any, Any]


async def read(
    reading: Callable[[], _T], limiter: trio.CapacityLimiter, context: _Context
) -> _T:
    """Runs a blocking reading in a thread; its errors become gRPC statuses."""
    try:
        result: _T = await trio_asyncio.trio_as_aio(trio.to_thread.run_sync)(
            reading, limiter=limiter
        )
    except ArenaError as error:
        await abort(context, error)
    return result


async def abort(context: _Context, error: ArenaError) -> NoReturn:
    """Ends a call with the status that the error has on the wire.

    What the arena's own trouble is, where its database lies for one, is not for strangers.
    """
    status = status_of(error)
    own = status is grpc.StatusCode.ABORTED
    await context.abort(status, OWN_TROUBLE if own else str(error))


def page_size(asked: int) -> int:
    """Gives how many items a page has.

    Raises:
        InvalidNotationError: More are asked for than there may be.
    """
    if asked > MAX_PAGE:
        raise InvalidNotationError("page_size", asked, f"0 to {MAX_PAGE}")
    return asked or DEFAULT_PAGE


def encode_token(place: str) -> str:
    """Gives the token of a page that ended at `place`."""
    return base64.urlsafe_b64encode(place.encode()).decode()


def decode_token(token: str) -> str:
    """Gives the place that a token was made of.

    Raises:
        InvalidNotationError: It is no token.
    """
    try:
        return base64.urlsafe_b64decode(token.encode()).decode()
    except (binascii.Error, UnicodeDecodeError):
        raise _unreadable(token) from None


def decode_numbers(token: str, count: int) -> tuple[int, ...]:
    """Gives the numbers that a token was made of, with slashes between.

    Raises:
        InvalidNotationError: It is no token, or not one of `count` numbers.
    """
    parts = decode_token(token).split("/")
    if len(parts) != count or not all(map(_NUMBER.fullmatch, parts)):
        raise _unreadable(token)
    return tuple(map(int, parts))


def _unreadable(token: str) -> InvalidNotationError:
    """Gives the error for a token that no page has ended with."""
    return InvalidNotationError(
        "page_token", token, "the next_page_token of the page before"
    )


def position(names: Sequence[str], token: str) -> int:
    """Gives the index after the name in `token`; 0 without a token.

    Raises:
        InvalidNotationError: It is no token, or its name is gone.
    """
    if not token:
        return 0
    name = decode_token(token)
    if name not in names:
        raise InvalidNotationError(
            "page_token", token, "one of a tournament still here"
        )
    return names.index(name) + 1
