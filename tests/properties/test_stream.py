"""Bots that send anything at any time, to a real server over a real socket.

Whatever two of them do at a table of four, the table comes to its end, the other
two lose nothing, nothing of it is left behind, and the server still answers.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

import grpc
import pytest
import trio
import trio_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.game.record import readjudicate
from arena.game.variant import variant
from arena.match.clock import TimeControl
from arena.match.conduct import check_conduct
from arena.match.machine import Match
from arena.match.result import Forfeit
from arena.match.termination import Termination
from arena.server.table import Table
from arena.v1 import play_service_pb2 as pb
from tests.support.matches import record_of
from tests.support.tables import dealt
from tests.support.wire import Caller, Wire, serving

GOOD = ("anna", "bert")
HOSTILE = ("cleo", "dora")
SEATS = ("cleo", "anna", "dora", "bert")
LATE = "emil"
"""Knocks when all is over."""

DEALS = 2
CONTROL = TimeControl(2.5, 2.5)
"""Long for a bot that answers at once, short to wait for one that never does."""

MOST_SECONDS = 300.0
"""A table that takes longer hangs."""

NUMBERS = st.one_of(st.integers(0, 3), st.integers(0, 2**32 - 1))
BROKEN = (grpc.aio.AioRpcError, asyncio.InvalidStateError, asyncio.CancelledError)
"""What a caller may meet on a call that has ended, from whichever side."""


@dataclass(frozen=True)
class Connect:
    """Opens a stream, leaving an older one as it is."""

    known: bool


@dataclass(frozen=True)
class Say:
    """Sends a message that has nothing to do with the game."""

    message: bytes


@dataclass(frozen=True)
class Answer:
    """Answers a prompt that there is, was, will be, or never."""

    table: int | None
    """`None` is the table it sits at, as far as it has heard of it."""
    turn: int | None
    """`None` is the turn it is asked at."""
    later: int
    cards: bytes | None
    """`None` is a legal play."""
    times: int


@dataclass(frozen=True)
class Pause:
    """Waits, so that others may act meanwhile."""

    seconds: float


@dataclass(frozen=True)
class HalfClose:
    """Ends its half of the stream."""


@dataclass(frozen=True)
class HangUp:
    """Cancels the call."""


Step: TypeAlias = Connect | Say | Answer | Pause | HalfClose | HangUp


@dataclass(frozen=True)
class Script:
    """What a hostile bot does, and how the arena learns that it is done."""

    steps: list[Step]
    ends: str
    """`gone` as a process that has ended, `withdrawn` by the organiser, `silent`."""


JOINS = st.builds(
    pb.Join,
    tables=NUMBERS,
    send_legal_plays=st.booleans(),
    client=st.text(max_size=200),
)
MESSAGES = st.one_of(
    st.builds(pb.PlayRequest, join=JOINS),
    st.builds(pb.PlayRequest, pong=st.integers(0, 2**32 - 1)),
    st.just(pb.PlayRequest()),
).map(lambda message: Say(message.SerializeToString()))
ANSWERS = st.builds(
    Answer,
    table=st.one_of(st.none(), st.none(), st.integers(0, 2**53)),
    turn=st.one_of(st.none(), st.none(), NUMBERS),
    later=st.sampled_from([0, 0, 0, -1, 1, 7]),
    cards=st.one_of(st.none(), st.none(), st.binary(max_size=80)),
    times=st.sampled_from([1, 1, 1, 2, 40, 600]),
)
STEPS = st.one_of(
    ANSWERS,
    ANSWERS,
    ANSWERS,
    MESSAGES,
    st.builds(Say, st.binary(max_size=40)),
    st.builds(Connect, st.sampled_from([True, True, True, False])),
    st.builds(Pause, st.sampled_from([0.0, 0.01, 0.03])),
    st.builds(HalfClose),
    st.builds(HangUp),
)
BEGUN = st.builds(
    lambda join, steps: [
        Connect(known=True),
        Say(pb.PlayRequest(join=join).SerializeToString()),
        Pause(0.01),
        *steps,
    ],
    JOINS,
    st.lists(STEPS, max_size=15),
)
SCRIPTS = st.builds(
    Script,
    steps=st.one_of(BEGUN, BEGUN, BEGUN, st.lists(STEPS, max_size=15)),
    ends=st.sampled_from(["gone"] * 7 + ["withdrawn"] * 2 + ["silent"]),
)


class HostileBot:
    """Follows a script, over as many calls as it takes."""

    def __init__(self, wire: Wire, name: str, nursery: trio.Nursery) -> None:
        self._wire = wire
        self._name = name
        self._nursery = nursery
        self._calls: list[Caller] = []
        self._prompt = pb.Prompt()

    async def follow(self, script: Script) -> None:
        """Does all of it; nothing that breaks on the way ends it."""
        for step in script.steps:
            with suppress(*BROKEN):
                await self._take(step)
            await trio.lowlevel.checkpoint()
        player = self._wire.lobby.player(self._name)
        if script.ends == "gone":
            player.depart()
        elif script.ends == "withdrawn":
            self._wire.lobby.dismiss(self._name)

    def leave(self) -> None:
        """Cancels every call it has ever opened."""
        for call in self._calls:
            call.hang_up()

    async def _take(self, step: Step) -> None:
        match step:
            case Connect():
                self._connect(self._name if step.known else "nobody's")
            case Pause():
                await trio.sleep(step.seconds)
            case _ if not self._calls:
                return
            case Say():
                await self._calls[-1].send(step.message)  # type: ignore[arg-type]
            case Answer():
                answers = [self._answer(step)] * step.times
                message = pb.PlayRequest(answers=answers).SerializeToString()
                await self._calls[-1].send(message)  # type: ignore[arg-type]
            case HalfClose():
                await self._calls[-1].finish_sending()
            case HangUp():
                self._calls[-1].hang_up()

    def _connect(self, token: str) -> None:
        # Bytes go out as they are: some are no messages at all.
        method: Any = self._wire.channel.stream_stream(
            "/arena.v1.PlayService/Play",
            request_serializer=bytes,
            response_deserializer=pb.PlayResponse.FromString,
        )
        call = Caller(method(metadata=(("authorization", f"Bearer {token}"),)))
        self._calls.append(call)
        self._nursery.start_soon(self._read, call)

    async def _read(self, call: Caller) -> None:
        with suppress(*BROKEN):
            while (response := await call.receive()) is not None:
                for prompt in response.prompts:
                    self._prompt = prompt

    def _answer(self, step: Answer) -> pb.Answer:
        prompt = self._prompt
        turn = prompt.turn if step.turn is None else step.turn
        plays = prompt.legal_plays or [prompt.hand[:1]]
        return pb.Answer(
            table_id=prompt.table_id if step.table is None else step.table,
            turn=max(0, min(turn + step.later, 2**32 - 1)),
            cards=plays[-1] if step.cards is None else step.cards,
        )


async def play_well(caller: Caller, results: list[pb.DealResult]) -> None:
    """Answers every prompt with a legal play until the last result has come."""
    while (response := await caller.receive()) is not None:
        assert not response.rulings
        assert not response.HasField("goodbye")
        answers = [
            pb.Answer(
                table_id=prompt.table_id,
                turn=prompt.turn,
                cards=prompt.legal_plays[-1],
            )
            for prompt in response.prompts
        ]
        if answers:
            await caller.send(pb.PlayRequest(answers=answers))
        results += response.deal_results
        if any(result.last for result in response.deal_results):
            return
    raise AssertionError("a good bot's stream has ended")


def trio_tasks() -> int:
    """How many tasks there are in the whole run."""

    def below(task: trio.lowlevel.Task) -> Iterator[trio.lowlevel.Task]:
        yield task
        for nursery in task.child_nurseries:
            for child in nursery.child_tasks:
                yield from below(child)

    root = trio.lowlevel.current_root_task()
    assert root is not None
    return sum(1 for _ in below(root))


def all_tasks() -> tuple[int, int]:
    """How many tasks there are, trio's and asyncio's."""
    loop = trio_asyncio.current_loop.get()
    return trio_tasks(), len(asyncio.all_tasks(loop))


async def play_at_one_table(scripts: tuple[Script, Script]) -> None:
    async with serving(*SEATS, LATE) as wire:
        before = all_tasks()
        match = Match(variant("thirteen"), dealt(deals=DEALS, hand=5), CONTROL)
        forfeits: list[tuple[str, Forfeit]] = []
        table = Table(
            match,
            [wire.lobby.player(name) for name in SEATS],
            CONTROL,
            lambda name, forfeit: forfeits.append((name, forfeit)),
        )
        results: dict[str, list[pb.DealResult]] = {name: [] for name in GOOD}
        callers = [await wire.join(name, send_legal_plays=True) for name in GOOD]
        for caller in callers:
            await caller.receive_until(lambda response: response.HasField("joined"))
        with trio.fail_after(MOST_SECONDS):
            async with trio.open_nursery() as calls:
                bots = [HostileBot(wire, name, calls) for name in HOSTILE]
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(table.play)
                    for name, caller in zip(GOOD, callers, strict=True):
                        nursery.start_soon(play_well, caller, results[name])
                    for bot, script in zip(bots, scripts, strict=True):
                        nursery.start_soon(bot.follow, script)
                for bot in bots:
                    bot.leave()
        check_deals(match, forfeits)
        check_results(match, results)
        late = await wire.join(LATE)
        await late.receive_until(lambda response: response.HasField("joined"))
        for caller in (*callers, late):
            caller.hang_up()
        await check_nothing_is_left(wire, before)


def check_deals(match: Match, forfeits: list[tuple[str, Forfeit]]) -> None:
    assert len(match.played) == DEALS
    assert {name for name, _ in forfeits} <= set(HOSTILE)
    for played in match.played:
        for name, ending in zip(SEATS, played.terminations, strict=True):
            assert name in HOSTILE or ending is Termination.NORMAL
        record = record_of(played, variant("thirteen"), SEATS)
        readjudicate(record)
        check_conduct(record, variant("thirteen"), CONTROL, forced_passes=True)


def check_results(match: Match, results: dict[str, list[pb.DealResult]]) -> None:
    for name in GOOD:
        seat = SEATS.index(name)
        assert [result.deal for result in results[name]] == list(range(DEALS))
        for result, played in zip(results[name], match.played, strict=True):
            assert result.seat == seat
            assert tuple(result.payoff) == played.payoff


async def check_nothing_is_left(wire: Wire, before: tuple[int, int]) -> None:
    with trio.move_on_after(60.0):
        while all_tasks() != before or any(p.present for p in wire.lobby.players()):
            await trio.sleep(0.005)
    assert all_tasks() == before
    assert not any(player.present for player in wire.lobby.players())
    assert not any(player.seats for player in wire.lobby.players())


@given(scripts=st.tuples(SCRIPTS, SCRIPTS))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_two_bots_send_the_table_ends_and_the_others_lose_nothing(
    scripts: tuple[Script, Script],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        # As with the clocks: nobody wants to wait for one that never answers.
        patch.setattr("arena.server.player.PATIENCE", 0.5)
        trio.run(play_at_one_table, scripts)
