"""What the arena says of a bot to the bot: its tournaments, and why it forfeited."""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc

from arena_client.cards import format_cards, format_received
from arena_client.command import EXIT_FAILED, EXIT_MISUSE, MisuseError, endpoint_of
from arena_client.endpoint import Endpoint
from arena_client.trouble import explain
from arena_client.v1.bot_service_pb2 import (
    Entry,
    Fault,
    Forfeit,
    GetBotRequest,
    GetBotResponse,
    ListEntriesRequest,
    ListForfeitsRequest,
)
from arena_client.v1.bot_service_pb2_grpc import BotServiceStub
from arena_client.v1.cards_pb2 import Termination

_LIMIT = 20.0
"""Seconds to wait for an answer."""


def history(options: argparse.Namespace) -> int:
    """Prints what the arena knows of the bot; gives the exit code."""
    try:
        endpoint = endpoint_of(options)
    except MisuseError as error:
        return _failed(str(error), EXIT_MISUSE)
    try:
        text = asyncio.run(_ask(endpoint))
    except grpc.aio.AioRpcError as error:
        refused = error.code() is grpc.StatusCode.UNAUTHENTICATED
        code = EXIT_MISUSE if refused else EXIT_FAILED
        return _failed(explain(endpoint, error), code)
    sys.stdout.write(text)
    return 0


def _failed(problem: str, code: int) -> int:
    sys.stderr.write(f"{Path(sys.argv[0]).name}: {problem}\n")
    return code


async def _ask(endpoint: Endpoint) -> str:
    metadata = (("authorization", f"Bearer {endpoint.token}"),)
    async with endpoint.connect() as channel:
        stub = BotServiceStub(channel)
        bot = await stub.GetBot(GetBotRequest(), metadata=metadata, timeout=_LIMIT)
        entries: list[Entry] = []
        forfeits: list[Forfeit] = []
        token = ""
        while True:
            page = await stub.ListEntries(
                ListEntriesRequest(page_token=token), metadata=metadata, timeout=_LIMIT
            )
            entries += page.entries
            token = page.next_page_token
            if not token:
                break
        while True:
            trail = await stub.ListForfeits(
                ListForfeitsRequest(page_token=token), metadata=metadata, timeout=_LIMIT
            )
            forfeits += trail.forfeits
            token = trail.next_page_token
            if not token:
                break
    lines = [
        *_bot(bot),
        *map(_fault, bot.faults),
        *map(_entry, entries),
        *map(forfeit_line, forfeits),
    ]
    return "".join(f"{line}\n" for line in lines)


def _bot(bot: GetBotResponse) -> Iterator[str]:
    yield f"bot {bot.name}"
    if not bot.HasField("connection"):
        yield "not connected"
        return
    connection = bot.connection
    line = (
        f"connected from {connection.peer}; playing at {connection.tables_playing} of"
        f" {connection.tables} tables"
    )
    if bot.tournament:
        line += f" in {bot.tournament}"
    if connection.HasField("round_trip_duration"):
        milliseconds = connection.round_trip_duration.ToMicroseconds() / 1000
        line += f"; round trip {milliseconds:.1f} ms"
    yield line


def _fault(fault: Fault) -> str:
    return f"fault at {fault.fault_time.ToJsonString()}: {fault.message}"


def _entry(entry: Entry) -> str:
    standing, tournament = entry.standing, entry.tournament
    line = (
        f"tournament {tournament.name}: rank {standing.rank} of {tournament.entrants},"
        f" {standing.deals} deals, {standing.forfeits} forfeits"
    )
    if standing.HasField("rating"):
        line += f", rating {standing.rating:.0f}"
    if standing.withdrawn:
        line += f", withdrawn: {standing.withdrawn}"
    return line


def forfeit_line(forfeit: Forfeit) -> str:
    """Tells of a forfeit in one line, with the evidence that there is."""
    place = f"round {forfeit.round}"
    if forfeit.board:
        place += f" table {forfeit.table} board {forfeit.board}"
        place += f" rotation {forfeit.rotation}"
    place += f" deal {forfeit.deal}"
    if not forfeit.board:
        place += " (table and board are told when the round is complete)"
    why = Termination.Name(forfeit.termination).removeprefix("TERMINATION_").lower()
    line = f"forfeit in {forfeit.tournament}, {place}: {why}"
    if forfeit.cards:
        line += f"; answered {format_received(forfeit.cards)}"
    if forfeit.HasField("measured_ms"):
        line += f"; {forfeit.measured_ms} ms measured"
    if forfeit.HasField("allowed_ms"):
        line += f", {forfeit.allowed_ms} allowed"
    if forfeit.hand:
        table = format_cards(forfeit.table_cards) or "empty"
        line += f"; hand {format_cards(forfeit.hand)}, table {table}"
    return f"{line}; {forfeit.message}"
