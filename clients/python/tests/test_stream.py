# ruff: noqa: ARG002, D101, D102, D107, S105 - little bots and made-up tokens
"""The connection, against an arena that follows a script."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, ClassVar, TypeVar

import pytest
from arena_client import Bot, DealResult, DealStart, Ruling, View
from arena_client.bots.lowest import LowestBot
from arena_client.cards import parse_cards
from arena_client.endpoint import Endpoint
from arena_client.scripted import Client, Script, ScriptedArena
from arena_client.seats import BotError, Seats
from arena_client.stream import (
    BackOff,
    LostError,
    RefusedError,
    keep_playing,
)
from arena_client.v1.cards_pb2 import (
    REFUSAL_DOES_NOT_BEAT,
    SITUATION_FOLLOW,
    SITUATION_LEAD,
    TERMINATION_ILLEGAL_ANSWER,
)
from arena_client.v1.play_service_pb2 import (
    GOODBYE_REASON_REPLACED,
    GOODBYE_REASON_SHUTTING_DOWN,
    GOODBYE_REASON_TOURNAMENT_OVER,
    Goodbye,
    Join,
    Joined,
    Prompt,
    TableEvents,
)

T = TypeVar("T")
PATIENCE = 20
TOKEN = "token"
WRONG_TOKEN = "wrong"


def within_time(work: Coroutine[Any, Any, T]) -> T:
    async def limited() -> T:
        async with asyncio.timeout(PATIENCE):
            return await work

    return asyncio.run(limited())


def prompt(
    table_id: int = 1, turn: int = 1, hand: str = "3S 4D 9H", table: str = ""
) -> Prompt:
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
    async def main() -> Goodbye:
        async with ScriptedArena(scripts) as arena:
            return await keep_playing(
                Endpoint(arena.address, token),
                Seats(bot, seed),
                Join(tables=8, client="test"),
                back_off or BackOff(first=0.01, most=0.02, patience=0.1),
            )

    return within_time(main())


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


def test_the_answers_of_many_tables_share_one_message() -> None:
    received: list[int] = []

    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(prompts=[prompt(table_id=table) for table in range(40)])
        await client.answers(40)
        received.append(len(client.messages))
        await client.goodbye()

    run(script)
    # A machine that stalls may cost a further message, but never one an answer.
    assert received[0] <= 4


class SlowBot(Bot):
    def play(self, view: View) -> bytes:
        time.sleep(0.03)
        return view.hand[:1]


def test_a_slow_bot_does_not_hold_back_answers_that_are_ready() -> None:
    messages: list[int] = []

    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(prompts=[prompt(table_id=table) for table in range(3)])
        await client.answers(3)
        messages.append(len(client.messages))
        await client.goodbye()

    run(script, bot=SlowBot)
    assert messages == [3]


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


class EagerBot(LowestBot):
    """Plays out of turn too."""

    def play_out_of_turn(self, view: View) -> bytes:
        return view.hand[:1]


def offered(turn: int, table_id: int = 1) -> TableEvents:
    offer = prompt(table_id=table_id, turn=turn, table="3C")
    offer.may_pass = False
    return TableEvents(table_id=table_id, turn=turn, offer=offer)


def test_an_eager_bot_answers_an_offer() -> None:
    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(table_events=[offered(5)])
        (answer,) = await client.answers(1)
        assert (answer.turn, answer.cards) == (5, parse_cards("3S"))
        await client.goodbye()

    run(script, bot=EagerBot)


def test_prompts_go_before_offers_and_only_the_newest_offer_counts() -> None:
    turns: list[int] = []

    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(
            prompts=[prompt(table_id=2, turn=9)],
            table_events=[
                offered(5, table_id=3),
                offered(5),
                offered(6),
                TableEvents(table_id=3, turn=6),
            ],
        )
        turns.extend(answer.turn for answer in await client.answers(2))
        await client.send(prompts=[prompt(turn=7)])
        turns.extend(answer.turn for answer in await client.answers(1))
        await client.goodbye()

    run(script, bot=EagerBot)
    assert turns == [9, 6, 7]


def test_an_offer_is_ignored_by_a_bot_that_keeps_its_turn() -> None:
    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(table_events=[offered(5)])
        await client.send(prompts=[prompt(turn=6)])
        (answer,) = await client.answers(1)
        assert answer.turn == 6
        await client.goodbye()

    run(script)


class RaisingBot(Bot):
    def play(self, view: View) -> bytes:
        raise RuntimeError("no idea")


class SilentBot(Bot):
    def play(self, view: View) -> bytes:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("bot", "cause"), [(RaisingBot, RuntimeError), (SilentBot, TypeError)]
)
def test_a_bot_that_raises_ends_the_play(
    bot: type[Bot], cause: type[Exception]
) -> None:
    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(prompts=[prompt(turn=9, table="2H")])
        await client.receive()

    with pytest.raises(BotError, match="turn 9, hand 3S 4D 9H, table 2H") as caught:
        run(script, bot=bot)
    assert isinstance(caught.value.__cause__, cause)


def test_a_ruling_is_reported_with_the_position(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        await client.send(prompts=[prompt(table_id=4, turn=3, table="KH")])
        await client.answers(1)
        ruling = Ruling(
            table_id=4,
            turn=3,
            termination=TERMINATION_ILLEGAL_ANSWER,
            refusal=REFUSAL_DOES_NOT_BEAT,
            cards=parse_cards("9H"),
            measured_ms=12,
            allowed_ms=5000,
        )
        await client.send(rulings=[ruling])
        await client.goodbye()

    run(script)
    joined, line, goodbye = capfd.readouterr().err.splitlines()
    assert joined.startswith("joined as ")
    assert goodbye.startswith("goodbye: ")
    for part in ("illegal_answer", "does_not_beat", "9H", "3S 4D 9H", "KH", "turn 3"):
        assert part in line


class HookedBot(Bot):
    calls: ClassVar[list[str]] = []

    def deal_started(self, start: DealStart) -> None:
        self.calls.append(f"started {start.deal} {self.rng.random():.3f}")

    def play(self, view: View) -> str:
        return "pass"

    def ruling(self, ruling: Ruling) -> None:
        self.calls.append(f"ruling {ruling.turn}")

    def deal_ended(self, result: DealResult) -> None:
        self.calls.append(f"ended {result.deal}")


def test_a_bot_is_told_of_starts_rulings_and_ends() -> None:
    HookedBot.calls.clear()

    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        start = DealStart(table_id=1, seat=2, seats=4, hand=parse_cards("3S 4S"))
        await client.send(deal_starts=[start])
        await client.send(rulings=[Ruling(table_id=1, turn=7)])
        await client.send(deal_results=[DealResult(table_id=1, last=True)])
        await client.goodbye()

    run(script, bot=HookedBot)
    run(script, bot=HookedBot)
    run(script, bot=HookedBot, seed=1)
    once, again, other = (HookedBot.calls[at : at + 3] for at in (0, 3, 6))
    assert [call.split()[0] for call in once] == ["started", "ruling", "ended"]
    assert once == again
    assert once != other
