"""The SDK at work against scripts: positions to decide on, and bots that play them."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from arena_client import Bot
from arena_client.bots.lowest import LowestBot
from arena_client.cards import parse_cards
from arena_client.endpoint import Endpoint
from arena_client.scripted import Script, ScriptedArena
from arena_client.seats import Seats
from arena_client.stream import BackOff, keep_playing
from arena_client.v1.cards_pb2 import SITUATION_FOLLOW, SITUATION_LEAD
from arena_client.v1.play_service_pb2 import Goodbye, Join, Prompt

T = TypeVar("T")
PATIENCE = 120
TOKEN = "token"


def within_time(work: Coroutine[Any, Any, T]) -> T:
    """Runs `work`, which must not take for ever."""

    async def limited() -> T:
        async with asyncio.timeout(PATIENCE):
            return await work

    return asyncio.run(limited())


def prompt(
    table_id: int = 1, turn: int = 1, hand: str = "3S 4D 9H", table: str = ""
) -> Prompt:
    """A position to decide on; a lead where there is nothing on the table."""
    return Prompt(
        table_id=table_id,
        turn=turn,
        situation=SITUATION_FOLLOW if table else SITUATION_LEAD,
        hand=parse_cards(hand),
        table=parse_cards(table),
        owner=3,
        hand_counts=bytes((3, 3, 3, 3)),
        may_pass=bool(table),
    )


def run(
    *scripts: Script,
    bot: type[Bot] = LowestBot,
    token: str = TOKEN,
    back_off: BackOff | None = None,
    seed: int = 0,
) -> Goodbye:
    """Plays a bot through an arena's scripts, one a connection, to its goodbye."""

    async def main() -> Goodbye:
        async with ScriptedArena(scripts) as arena:
            return await keep_playing(
                Endpoint(arena.address, token),
                Seats(bot, seed),
                Join(tables=8, client="test"),
                back_off or BackOff(first=0.01, most=0.02),
            )

    return within_time(main())
