# ruff: noqa: ARG002, D101, D102 - little bots
"""What a bot does and is told while it is connected."""

from typing import ClassVar

import pytest
from arena_client import Bot, DealResult, DealStart, Ruling, View
from arena_client.bots.lowest import LowestBot
from arena_client.cards import parse_cards
from arena_client.scripted import Client
from arena_client.seats import BotError
from arena_client.v1.cards_pb2 import (
    REFUSAL_DOES_NOT_BEAT,
    TERMINATION_ILLEGAL_ANSWER,
)
from arena_client.v1.play_service_pb2 import Joined, TableEvents

from tests.support.sdk import prompt, run


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
