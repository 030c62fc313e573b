"""Every language's client through the cases of clients/CONFORMANCE.md.

Each case runs the client as a process against an arena that follows a script. A
client is one line in `CLIENTS` of `tests/support/programs.py`.
"""

import asyncio
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from arena_client.cards import parse_cards
from arena_client.plays import legal_plays
from arena_client.rules import THIRTEEN
from arena_client.scripted import Client
from arena_client.v1 import cards_pb2 as cards_pb
from arena_client.v1 import play_service_pb2 as pb

from tests.support.programs import LIMIT, TOKEN, Ended, Program, each_client, run


def prompt(
    hand: str, table: str = "", *, table_id: int = 1, turn: int = 1, include: str = ""
) -> pb.Prompt:
    held, lies = parse_cards(hand), parse_cards(table)
    must_include = parse_cards(include)
    situation = cards_pb.SITUATION_FOLLOW if lies else cards_pb.SITUATION_LEAD
    return pb.Prompt(
        table_id=table_id,
        turn=turn,
        situation=cards_pb.SITUATION_OPEN if include else situation,
        hand=held,
        table=lies,
        owner=3 if lies else 0,
        hand_counts=bytes([len(held), 5, 5, 5]),
        may_pass=bool(lies),
        must_include=must_include,
        legal_plays=legal_plays(
            THIRTEEN,
            held,
            lies,
            must_include=must_include[0] if must_include else None,
            may_pass=bool(lies),
        ),
    )


JOINED = pb.Joined(entrant="me", tables=8)


@each_client
def test_join_with_token(program: Program) -> None:
    joins: list[pb.Join] = []

    async def script(client: Client) -> None:
        joins.append(client.join)
        await client.send(joined=JOINED)
        await client.goodbye()

    ended, connections = asyncio.run(run(program, [script], args=("--tables", "8")))
    assert (ended.code, connections) == (0, 1), ended.errors
    assert joins[0].tables == 8
    assert 0 < len(joins[0].client) <= 100


@each_client
def test_token_from_file(program: Program, tmp_path: Path) -> None:
    async def script(client: Client) -> None:
        await client.goodbye()

    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    args = ("--token-file", str(file))
    ended, _ = asyncio.run(run(program, [script], args=args, env={"ARENA_TOKEN": ""}))
    assert ended.code == 0, ended.errors


@each_client
def test_many_tables_in_one_message(program: Program) -> None:
    messages: list[int] = []

    async def script(client: Client) -> None:
        await client.send(joined=JOINED)
        prompts = [prompt("3S 9H", table_id=n, turn=n + 7) for n in range(20)]
        await client.send(prompts=prompts)
        answers = await client.answers(20)
        messages.append(len(client.messages))
        assert {(a.table_id, a.turn) for a in answers} == {
            (n, n + 7) for n in range(20)
        }
        await client.goodbye()

    ended, _ = asyncio.run(run(program, [script]))
    assert ended.code == 0, ended.errors
    # A machine that stalls may cost a further message, but never one an answer.
    assert messages[0] <= 4


POSITIONS = [
    prompt("3S 4S 5S 9H"),
    prompt("3S 3D 9H JC", include="3S"),
    prompt("3S 9H", "8H"),
    prompt("3S 9H", "2H"),
    prompt("3S 3C 3D 3H 5S", "2H"),
    prompt("4S 5S 6S 9H", "3S 4D 5D"),
    prompt("2H"),
]


@each_client
def test_legal_plays_in_every_situation(program: Program) -> None:
    async def script(client: Client) -> None:
        await client.send(joined=JOINED)
        for turn, position in enumerate(POSITIONS):
            asked = pb.Prompt()
            asked.CopyFrom(position)
            asked.turn = turn
            await client.send(prompts=[asked])
            (answer,) = await client.answers(1)
            assert bytes(sorted(answer.cards)) in set(position.legal_plays)
        await client.goodbye()

    ended, _ = asyncio.run(run(program, [script]))
    assert ended.code == 0, ended.errors


@each_client
def test_unknown_fields_are_ignored(program: Program) -> None:
    unknown = b"\xa2\x06\x03new"  # Field 100, three bytes.

    async def script(client: Client) -> None:
        await client.send(joined=JOINED, unknown=unknown)
        await client.send(prompts=[prompt("3S 9H")], unknown=unknown)
        assert len(await client.answers(1)) == 1
        await client.goodbye()

    ended, _ = asyncio.run(run(program, [script]))
    assert ended.code == 0, ended.errors


@each_client
def test_offers_may_be_ignored(program: Program) -> None:
    offer = prompt("3S 9H", "8H", turn=5)
    offer.may_pass = False
    del offer.legal_plays[0]

    async def script(client: Client) -> None:
        await client.send(joined=JOINED)
        events = pb.TableEvents(table_id=1, turn=5, offer=offer)
        await client.send(table_events=[events])
        await client.send(prompts=[prompt("3S 9H", "8H", turn=6)])
        (answer,) = await client.answers(1)
        while answer.turn == 5:
            assert bytes(sorted(answer.cards)) in set(offer.legal_plays)
            (answer,) = await client.answers(1)
        assert answer.turn == 6
        await client.goodbye()

    ended, _ = asyncio.run(run(program, [script]))
    assert ended.code == 0, ended.errors


@each_client
def test_ping_is_answered(program: Program) -> None:
    async def script(client: Client) -> None:
        await client.send(joined=JOINED)
        await client.send(ping=2**53 + 1)
        assert (await client.receive()).pong == 2**53 + 1
        await client.goodbye()

    ended, _ = asyncio.run(run(program, [script]))
    assert ended.code == 0, ended.errors


@each_client
def test_reconnects_and_answers_again(program: Program) -> None:
    answers: list[pb.Answer] = []

    async def first(client: Client) -> None:
        await client.send(joined=JOINED)
        await client.send(prompts=[prompt("3S 9H", turn=4)])
        answers.extend(await client.answers(1))
        await client.hang_up()

    async def second(client: Client) -> None:
        await client.send(joined=JOINED)
        await client.send(prompts=[prompt("3S 9H", turn=4)])
        answers.extend(await client.answers(1))
        await client.goodbye()

    ended, connections = asyncio.run(run(program, [first, second]))
    assert (ended.code, connections) == (0, 2), ended.errors
    assert answers[0] == answers[1]


@each_client
def test_reconnects_when_the_stream_just_ends(program: Program) -> None:
    async def first(client: Client) -> None:
        await client.send(joined=JOINED)

    async def second(client: Client) -> None:
        await client.goodbye()

    ended, connections = asyncio.run(run(program, [first, second]))
    assert (ended.code, connections) == (0, 2), ended.errors


@each_client
@pytest.mark.parametrize(
    ("reason", "code"),
    [
        (pb.GOODBYE_REASON_TOURNAMENT_OVER, 0),
        (pb.GOODBYE_REASON_WITHDRAWN, 0),
        (pb.GOODBYE_REASON_SHUTTING_DOWN, 0),
        (pb.GOODBYE_REASON_REPLACED, 1),
    ],
    ids=["over", "withdrawn", "shutting-down", "replaced"],
)
def test_goodbye_ends_it(
    program: Program, reason: pb.GoodbyeReason.ValueType, code: int
) -> None:
    async def script(client: Client) -> None:
        await client.send(joined=JOINED)
        await client.goodbye(reason)

    ended, connections = asyncio.run(run(program, [script, script]))
    assert (ended.code, connections) == (code, 1), ended.errors


@each_client
def test_ruling_is_reported(program: Program) -> None:
    async def script(client: Client) -> None:
        await client.send(joined=JOINED)
        await client.send(prompts=[prompt("3S 9H", "8H", turn=6)])
        await client.answers(1)
        ruling = pb.Ruling(
            table_id=1,
            turn=6,
            termination=cards_pb.TERMINATION_ILLEGAL_ANSWER,
            refusal=cards_pb.REFUSAL_DOES_NOT_BEAT,
            cards=parse_cards("3S"),
            measured_ms=3,
        )
        await client.send(rulings=[ruling])
        await client.goodbye()

    ended, _ = asyncio.run(run(program, [script]))
    assert ended.code == 0
    (line,) = [line for line in ended.errors.splitlines() if "forfeit" in line]
    for part in ("illegal_answer", "does_not_beat", "turn 6", "3S 9H", "8H"):
        assert part in line


@each_client
@pytest.mark.parametrize(
    ("env", "problem"),
    [
        ({"ARENA_ADDRESS": ""}, "address"),
        ({"ARENA_TOKEN": ""}, "token"),
        ({"ARENA_TOKEN": "wrong-token"}, "token"),
        ({"ARENA_TOKEN": "wrong-token\nsecond line"}, "characters that no token has"),
        ({"ARENA_TOKEN_FILE": "/no/such/file"}, "/no/such/file"),
        ({"ARENA_ADDRESS": "127.0.0.1"}, "'127.0.0.1' is no address"),
        ({"ARENA_ADDRESS": "http://127.0.0.1:7070"}, "expected HOST:PORT"),
        ({"ARENA_ADDRESS": "::1:7070"}, "expected HOST:PORT"),
        ({"ARENA_ADDRESS": "127.0.0.1:65536"}, "'127.0.0.1:65536' is no address"),
    ],
    ids=[
        *("no-address", "no-token", "refused-token", "two-lines", "no-token-file"),
        *("no-port", "url", "bare-ipv6", "no-such-port"),
    ],
)
def test_misuse_exits_2(program: Program, env: Mapping[str, str], problem: str) -> None:
    ended, connections = asyncio.run(run(program, [], env=env))
    assert (ended.code, connections) == (2, 0)
    assert problem in ended.errors
    assert "wrong-token" not in ended.errors


@each_client
def test_no_arena_exits_2(program: Program) -> None:
    env = {"ARENA_ADDRESS": "127.0.0.1:1"}
    ended, _ = asyncio.run(run(program, [], args=("--patience", "0"), env=env))
    assert ended.code == 2
    assert "127.0.0.1:1" in ended.errors


@each_client
def test_silent_listener_exits_2(program: Program) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        env = {"ARENA_ADDRESS": address}
        ended, _ = asyncio.run(run(program, [], args=("--patience", "1"), env=env))
    assert ended.code == 2
    assert f"no arena at {address}" in ended.errors


@each_client
@pytest.mark.parametrize("options", [("--ca-file",), ("--cert-file", "--key-file")])
def test_unreadable_certificate_exits_2(
    program: Program, options: Sequence[str], tmp_path: Path
) -> None:
    file = tmp_path / "junk.pem"
    file.write_text("junk")
    args = [part for option in options for part in (option, str(file))]
    ended, _ = asyncio.run(run(program, [], args=("--patience", "1", *args)))
    assert ended.code == 2
    assert str(file) in ended.errors or "no arena at" in ended.errors
    assert "    at " not in ended.errors
    assert "Traceback" not in ended.errors


@each_client
def test_leash_ends_it(program: Program) -> None:
    async def main() -> tuple[Ended, int]:
        leash = asyncio.Event()

        async def script(client: Client) -> None:
            await client.send(joined=JOINED)
            leash.set()
            await asyncio.sleep(LIMIT)

        env = {"ARENA_STDIN_LEASH": "1"}
        return await run(program, [script], env=env, leash=leash)

    ended, _ = asyncio.run(main())
    assert ended.code == 0, ended.errors
