"""Tables for tests: players without a wire, whose prompts can be read and answered."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import trio
from trio.testing import wait_all_tasks_blocked

from arena.dealing import Dealt, board_key, deal_cards
from arena.game.variant import Variant, variant
from arena.match.clock import TimeControl
from arena.match.machine import Match
from arena.match.result import Forfeit
from arena.server.player import Player
from arena.server.stream import BotStream
from arena.server.table import Table
from arena.v1 import play_service_pb2 as pb

SEED = bytes(range(32))
"""The master seed that tests deal from unless they name one."""


def dealt(seats: int = 4, *, deals: int = 1, hand: int = 13) -> list[Dealt]:
    """The cards of a session of `deals` deals from `SEED`."""
    return [
        deal_cards(
            board_key(SEED, "test", 1, 1, deal),
            seats=seats,
            hand=hand,
            packs=2 if seats > 4 else 1,
        )
        for deal in range(deals)
    ]


def first_play(prompt: pb.Prompt) -> bytes:
    """The first legal play that is no pass; the pass where there is no other."""
    return next((play for play in prompt.legal_plays if play), b"")


class SeatedBot:
    """A player whose stream is read by the test instead of by a socket."""

    def __init__(self, name: str, *, legal_plays: bool = True) -> None:
        self.player = Player(name)
        self.legal_plays = legal_plays
        self.stream = self.connect()

    def connect(self) -> BotStream:
        """Gives the player a new stream, as if its bot had connected (again)."""
        self.stream = BotStream(
            tables=8, wants_legal_plays=self.legal_plays, client="test", peer="here"
        )
        self.player.attach(self.stream)
        return self.stream

    def disconnect(self) -> None:
        """Loses the player's stream."""
        self.player.detach(self.stream)

    def read(self) -> pb.PlayResponse:
        """Takes all that is ready to be written, and starts the prompts' clocks."""
        return pb.PlayResponse.FromString(self.stream.take())

    def prompt(self) -> pb.Prompt | None:
        """Reads the newest prompt; None when there is none."""
        prompts = self.read().prompts
        return prompts[-1] if prompts else None


class TestTable:
    """A table with everything around it, and what it reported."""

    __test__ = False

    def __init__(
        self,
        *,
        rules: Variant | None = None,
        control: TimeControl | None = None,
        cards: Sequence[Dealt] | None = None,
        forced_passes: bool = True,
        forfeited: Callable[[str, Forfeit], None] | None = None,
    ) -> None:
        forfeits: list[tuple[str, Forfeit]] = []
        self.forfeits = forfeits
        chosen = dealt() if cards is None else cards
        time_control = control or TimeControl(10.0, 0.0, None)
        self.bots = [SeatedBot(f"bot-{seat}") for seat in range(len(chosen[0].hands))]
        self.match = Match(
            rules or variant("thirteen"),
            chosen,
            time_control,
            forced_passes=forced_passes,
        )
        self.table = Table(
            self.match,
            [bot.player for bot in self.bots],
            time_control,
            forfeited or (lambda name, forfeit: forfeits.append((name, forfeit))),
        )

    def asked(self) -> SeatedBot:
        """The bot that is to answer now."""
        assert self.match.prompt is not None
        return self.bots[self.match.prompt.seat]

    def answer(self, cards: bytes, now: float) -> None:
        """Answers for whoever is asked."""
        prompt = self.match.prompt
        assert prompt is not None
        self.table.answer(prompt.seat, prompt.turn, cards, now)

    async def answer_first(self) -> None:
        """Answers for whoever is asked with the first play of its prompt."""
        prompt = self.asked().prompt()
        assert prompt is not None
        self.answer(first_play(prompt), trio.current_time())
        await trio.lowlevel.checkpoint()

    async def play_out(self) -> None:
        """Answers every prompt with its first play, till the end."""
        while not self.match.over:
            await self.answer_first()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[trio.Nursery]:
        """Plays at the table during the block and till the end, or a cancellation."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.table.play)
            await wait_all_tasks_blocked()
            yield nursery
