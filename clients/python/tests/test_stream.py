# ruff: noqa: D101, D102, D107, S105, SLF001 - little bots, made-up tokens, looks inside
"""The connection, against an arena that follows a script."""

import asyncio
import time
from typing import ClassVar

import pytest
from arena_client import Bot, Ruling, View, stream
from arena_client.bots.lowest import LowestBot
from arena_client.cards import parse_cards
from arena_client.endpoint import Endpoint
from arena_client.scripted import Client, ScriptedArena
from arena_client.seats import Seats
from arena_client.stream import BackOff, LostError, RefusedError, keep_playing
from arena_client.v1.play_service_pb2 import (
    GOODBYE_REASON_REPLACED,
    GOODBYE_REASON_SHUTTING_DOWN,
    GOODBYE_REASON_TOURNAMENT_OVER,
    DealResult,
    DealStart,
    Join,
    Joined,
    PlayRequest,
)

from tests.support.clock import Clock
from tests.support.sdk import TOKEN, prompt, run, within_time

WRONG_TOKEN = "wrong"


def test_a_bot_joins_answers_and_leaves_at_the_goodbye() -> None:
    seen: list[Join] = []

    async def script(client: Client) -> None:
        seen.append(client.join)
        await client.send(joined=Joined(entrant="me", tables=8))
        await client.send(prompts=[prompt(turn=5)])
        (answer,) = await client.answers(1)
        assert (answer.table_id, answer.turn) == (1, 5)
        assert answer.cards == parse_cards("3S")
        await client.goodbye(GOODBYE_REASON_SHUTTING_DOWN)

    goodbye = run(script)
    assert goodbye.reason == GOODBYE_REASON_SHUTTING_DOWN
    assert seen == [Join(tables=8, client="test")]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What the stream measures time by."""
    made = Clock()
    monkeypatch.setattr(stream, "perf_counter", made)
    return made


@pytest.mark.usefixtures("clock")
def test_the_answers_of_many_tables_share_one_message() -> None:
    received: list[int] = []

    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(prompts=[prompt(table_id=table) for table in range(40)])
        await client.answers(40)
        received.append(len(client.messages))
        await client.goodbye()

    run(script)
    assert received == [1]


class SlowBot(Bot):
    def play(self, view: View) -> bytes:
        time.sleep(0.03)
        return view.hand[:1]


def test_a_slow_bot_does_not_hold_back_answers_that_are_ready(clock: Clock) -> None:
    messages: list[int] = []

    class Thinking(Bot):
        def play(self, view: View) -> bytes:
            clock.now += 0.03
            return view.hand[:1]

    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(prompts=[prompt(table_id=table) for table in range(3)])
        await client.answers(3)
        messages.append(len(client.messages))
        await client.goodbye()

    run(script, bot=Thinking)
    assert messages == [3]


def test_an_answer_that_is_ready_leaves_before_a_hook_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[str] = []
    write = stream.Stream._write

    async def written(self: stream.Stream, request: PlayRequest) -> None:
        if request.answers:
            order.append("answer")
        await write(self, request)

    class Learning(LowestBot):
        def deal_ended(self, result: DealResult) -> None:
            order.append(f"end of {result.table_id}")

    async def script(client: Client) -> None:
        await client.send(joined=Joined(), deal_starts=[DealStart(table_id=2)])
        ended = [DealResult(table_id=2)]
        await client.send(prompts=[prompt(table_id=1)], deal_results=ended)
        await client.answers(1)
        await client.goodbye()

    monkeypatch.setattr(stream.Stream, "_write", written)
    run(script, bot=Learning)
    assert order == ["answer", "end of 2"]


def test_a_stream_that_is_over_has_nothing_more_decided(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    asked: list[int] = []
    broken: list[bool] = []
    flush = stream.Stream._flush

    async def flushed(self: stream.Stream) -> None:
        if not broken:
            broken.append(True)
            self._writable = False
        await flush(self)

    class Thinking(Bot):
        def play(self, view: View) -> bytes:
            asked.append(view.prompt.table_id)
            clock.now += 0.03
            return view.hand[:1]

    prompts = [prompt(table_id=table) for table in range(8)]

    async def first(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(prompts=prompts)
        await client.hang_up()

    async def second(client: Client) -> None:
        assert asked == [0]
        await client.send(joined=Joined())
        await client.send(prompts=prompts)
        await client.answers(8)
        await client.goodbye()

    monkeypatch.setattr(stream.Stream, "_flush", flushed)
    run(first, second, bot=Thinking)
    assert asked == list(range(8)), "the answer that was ready is given again"


def test_patience_is_at_its_end_after_its_time_however_it_passed(clock: Clock) -> None:
    back_off = BackOff(patience=60)
    waits = []
    for _ in range(3):
        clock.now += 20
        waits.append(back_off.wait())
    assert [wait is None for wait in waits] == [False, False, True]
    back_off.reset()
    clock.now += 59
    assert back_off.left == 1
    assert back_off.wait() is not None


def test_a_ping_is_answered_before_the_prompts_beside_it() -> None:
    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(ping=77, prompts=[prompt()])
        assert (await client.receive()).pong == 77
        assert len((await client.receive()).answers) == 1
        await client.goodbye()

    run(script)


def test_fields_of_a_newer_arena_are_ignored() -> None:
    # Field 100, length-delimited, "new".
    unknown = b"\xa2\x06\x03new"

    async def script(client: Client) -> None:
        await client.send(joined=Joined(), unknown=unknown)
        await client.send(prompts=[prompt()], unknown=unknown)
        await client.answers(1)
        await client.goodbye()

    run(script)


class CountingBot(Bot):
    made: ClassVar[int] = 0
    asked: ClassVar[int] = 0

    def __init__(self) -> None:
        CountingBot.made += 1

    def play(self, view: View) -> bytes:
        CountingBot.asked += 1
        return view.hand[:1]


def test_a_lost_stream_is_opened_again_and_keeps_its_tables() -> None:
    CountingBot.made = CountingBot.asked = 0
    answers: list[bytes] = []

    async def first(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(prompts=[prompt(turn=1)])
        answers.append((await client.answers(1))[0].cards)
        await client.hang_up()

    async def second(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(prompts=[prompt(turn=1)])
        answers.append((await client.answers(1))[0].cards)
        await client.send(prompts=[prompt(turn=5, hand="4D 9H")])
        answers.append((await client.answers(1))[0].cards)
        await client.goodbye()

    run(first, second, bot=CountingBot)
    assert answers == [parse_cards("3S"), parse_cards("3S"), parse_cards("4D")]
    assert (CountingBot.made, CountingBot.asked) == (1, 2)


def test_a_stream_that_ends_without_goodbye_is_opened_again() -> None:
    async def first(client: Client) -> None:
        await client.send(joined=Joined())

    async def second(client: Client) -> None:
        await client.goodbye()

    assert run(first, second).reason == GOODBYE_REASON_TOURNAMENT_OVER


def test_the_goodbye_is_read_even_when_an_answer_cannot_be_written() -> None:
    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(prompts=[prompt()])
        await client.send(rulings=[Ruling(table_id=1, turn=1)])
        await client.goodbye(GOODBYE_REASON_REPLACED)

    assert run(script, bot=SlowBot).reason == GOODBYE_REASON_REPLACED


def test_an_unknown_token_is_refused_at_once() -> None:
    async def script(client: Client) -> None:
        await client.goodbye()

    with pytest.raises(RefusedError, match="token"):
        run(script, token=WRONG_TOKEN, back_off=BackOff(patience=60))


def test_an_arena_that_never_answers_is_given_up() -> None:
    async def main() -> None:
        back_off = BackOff(first=0.01, most=0.02, patience=0.05)
        endpoint = Endpoint("127.0.0.1:1", TOKEN)
        await keep_playing(endpoint, Seats(LowestBot, 0), Join(), back_off)

    with pytest.raises(RefusedError, match="no arena at"):
        within_time(main())


def test_an_arena_that_stays_away_is_given_up() -> None:
    async def main() -> None:
        came = asyncio.Event()

        async def script(client: Client) -> None:
            came.set()
            await client.send(joined=Joined())
            await client.hang_up()

        arena = ScriptedArena([script])
        async with arena:
            playing = asyncio.ensure_future(
                keep_playing(
                    Endpoint(arena.address, TOKEN),
                    Seats(LowestBot, 0),
                    Join(),
                    BackOff(first=0.3, most=0.3, patience=0.4),
                )
            )
            await came.wait()
        await playing

    with pytest.raises(LostError, match="lost the arena"):
        within_time(main())
