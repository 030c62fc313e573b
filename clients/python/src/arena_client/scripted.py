"""An arena that follows a script, to test clients with.

Each connection gets the next script: an async function that sends and receives
messages as it likes. The tests of this package and of the clients in other
languages run against it; it knows no rules of the game.

    async def script(client: Client) -> None:
        await client.send(joined=Joined(entrant="me"))
        await client.goodbye()

    async with ScriptedArena([script], token="secret") as arena:
        ...  # start a client with arena.address
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from types import TracebackType
from typing import Self, TypeAlias

import grpc

from arena_client.v1.play_service_pb2 import (
    GOODBYE_REASON_TOURNAMENT_OVER,
    Answer,
    DealResult,
    DealStart,
    Goodbye,
    GoodbyeReason,
    Join,
    Joined,
    PlayRequest,
    PlayResponse,
    Prompt,
    Ruling,
    TableEvents,
)
from arena_client.v1.play_service_pb2_grpc import (
    PlayServiceServicer,
    add_PlayServiceServicer_to_server,
)

_Context: TypeAlias = grpc.aio.ServicerContext[PlayRequest, PlayResponse]


class ClientGoneError(Exception):
    """The client ended the stream while the script waited for a message."""


class Client:
    """A client that is connected, as a script sees it."""

    def __init__(self, context: _Context, join: Join) -> None:
        """Made by the arena when a client has joined."""
        self._context = context
        self.join = join
        self.messages: list[PlayRequest] = []
        """What the client has sent since it joined."""

    async def send(
        self,
        *,
        joined: Joined | None = None,
        deal_starts: Sequence[DealStart] = (),
        prompts: Sequence[Prompt] = (),
        rulings: Sequence[Ruling] = (),
        deal_results: Sequence[DealResult] = (),
        table_events: Sequence[TableEvents] = (),
        ping: int = 0,
        unknown: bytes = b"",
    ) -> None:
        """Sends one message; `unknown` is encoded fields appended to it."""
        response = PlayResponse(
            joined=joined,
            deal_starts=deal_starts,
            prompts=prompts,
            rulings=rulings,
            deal_results=deal_results,
            table_events=table_events,
            ping=ping,
        )
        response.MergeFromString(unknown)
        await self._context.write(response)

    async def receive(self) -> PlayRequest:
        """The client's next message.

        Raises:
            ClientGoneError: the client ended the stream instead.
        """
        request = await self._context.read()
        if not isinstance(request, PlayRequest):
            raise ClientGoneError
        self.messages.append(request)
        return request

    async def answers(self, count: int) -> list[Answer]:
        """The client's next answers, `count` of them, from as many messages as needed."""
        answers: list[Answer] = []
        while len(answers) < count:
            answers.extend((await self.receive()).answers)
        return answers

    async def goodbye(
        self, reason: GoodbyeReason.ValueType = GOODBYE_REASON_TOURNAMENT_OVER
    ) -> None:
        """Sends the last message."""
        await self._context.write(PlayResponse(goodbye=Goodbye(reason=reason)))

    async def hang_up(
        self, code: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE
    ) -> None:
        """Ends the stream with a status that no arena gives of its own will."""
        await self._context.abort(code, "scripted")


Script: TypeAlias = Callable[[Client], Awaitable[None]]


class ScriptedArena(PlayServiceServicer):
    """An arena on a free loopback port whose every connection follows a script."""

    def __init__(self, scripts: Sequence[Script], token: str = "token") -> None:  # noqa: S107 - for tests
        """Serves one connection a script; later ones are refused."""
        self._scripts = list(scripts)
        self._token = token
        self._server = grpc.aio.server()
        self.address = ""
        self.connections = 0
        """How many clients came with the right token."""

    async def __aenter__(self) -> Self:
        """Starts listening."""
        add_PlayServiceServicer_to_server(self, self._server)
        port = self._server.add_insecure_port("127.0.0.1:0")
        await self._server.start()
        self.address = f"127.0.0.1:{port}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stops at once."""
        await self._server.stop(None)

    async def Play(  # type: ignore[override]  # noqa: N802 - the stub allows both styles
        self,
        request_iterator: AsyncIterator[PlayRequest],  # noqa: ARG002 - read() is used
        context: _Context,
    ) -> None:
        """One connection, from its join to the end of its script."""
        metadata = dict(context.invocation_metadata() or ())
        if metadata.get("authorization") != f"Bearer {self._token}":
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "no such token")
        if self.connections >= len(self._scripts):
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "no script left")
        script = self._scripts[self.connections]
        self.connections += 1
        request = await context.read()
        if isinstance(request, PlayRequest):
            await script(Client(context, request.join))
