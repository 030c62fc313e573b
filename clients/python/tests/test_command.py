# ruff: noqa: S106, S603 - made-up tokens; commands of this package
"""The command line, as processes against an arena that follows a script."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from arena_client.cards import parse_cards
from arena_client.scripted import Client, ScriptedArena
from arena_client.v1.cards_pb2 import SITUATION_LEAD
from arena_client.v1.play_service_pb2 import (
    GOODBYE_REASON_REPLACED,
    GOODBYE_REASON_SHUTTING_DOWN,
    GOODBYE_REASON_TOURNAMENT_OVER,
    GOODBYE_REASON_WITHDRAWN,
    GoodbyeReason,
    Joined,
    Prompt,
)

SOURCE = Path(__file__).parents[1] / "src"
LIMIT = 180
RAISING = """
from arena_client import Bot, run

class MyBot(Bot):
    def play(self, view):
        raise RuntimeError("no idea")

run(MyBot)
"""

GIVEN_AN_OBJECT = RAISING.replace("run(MyBot)", "run(MyBot())")
WITHOUT_PLAY = RAISING.replace("def play", "def plays")
NEVER_MADE = """
from arena_client import Bot, run

class MyBot(Bot):
    def __init__(self):
        raise OSError("no model")

    def play(self, view):
        return "pass"

run(MyBot)
"""


def environment(extra: Mapping[str, str]) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("ARENA_")
    }
    return kept | {"PYTHONPATH": str(SOURCE)} | dict(extra)


def start(
    *args: str, env: Mapping[str, str], stdin: int = subprocess.DEVNULL
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *args],
        env=environment(env),
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str]:
    with process:
        _, errors = process.communicate(timeout=LIMIT)
    return process.returncode, errors


BOT = ("-m", "arena_client", "lowest")


@pytest.mark.parametrize(
    ("args", "env", "problem"),
    [
        ((), {"ARENA_TOKEN": "t"}, "no address"),
        (("--address", "127.0.0.1:1"), {}, "no token"),
        (("--address", "x:1", "--token-file", "/nowhere"), {}, "/nowhere"),
        (("--address", "x:1"), {"ARENA_TOKEN": "t\u00e9"}, "token has characters"),
        (
            ("--patience", "0.05"),
            {"ARENA_ADDRESS": "127.0.0.1:1", "ARENA_TOKEN": "t"},
            "no arena",
        ),
        (("--tables", "many"), {}, "many"),
        (("--tables", "-1"), {}, "-1 is not within 0 and"),
        (("--patience", "nan"), {}, "nan is no number of seconds"),
        (("--patience=-5",), {}, "-5 is no number of seconds"),
        (("--address", "x:65536"), {"ARENA_TOKEN": "t"}, "expected HOST:PORT"),
        (
            ("--address", "127.0.0.1:1", "--patience", "0"),
            {"ARENA_TOKEN": "t", "ARENA_TABLES": "", "ARENA_TOKEN_FILE": ""},
            "no arena",
        ),
        (
            ("--address", "x:1", "--cert-file", __file__),
            {"ARENA_TOKEN": "t"},
            "--key-file go together",
        ),
        (
            ("--address", "x:1"),
            {"ARENA_TOKEN": "t", "ARENA_KEY_FILE": "/nowhere"},
            "/nowhere",
        ),
    ],
)
def test_misuse_exits_2_and_says_what_is_wrong(
    args: Sequence[str], env: Mapping[str, str], problem: str
) -> None:
    code, errors = finish(start(*BOT, *args, env=env))
    assert code == 2
    assert problem in errors


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("\ufefft".encode(), "no arena at"),
        ("secret".encode("utf-16"), "cannot read"),
        (b"secret\nsecond", "the token has characters that no token has"),
    ],
    ids=["byte-order-mark", "utf-16", "two-lines"],
)
def test_a_token_file_is_read_as_text_or_refused(
    tmp_path: Path, content: bytes, problem: str
) -> None:
    (tmp_path / "token").write_bytes(content)
    words = ("--address", "127.0.0.1:1", "--patience", "0", "--token-file")
    code, errors = finish(start(*BOT, *words, str(tmp_path / "token"), env={}))
    assert code == 2
    assert problem in errors
    assert "secret" not in errors


async def _ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    return await asyncio.get_running_loop().run_in_executor(None, finish, process)


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (GOODBYE_REASON_TOURNAMENT_OVER, 0),
        (GOODBYE_REASON_WITHDRAWN, 0),
        (GOODBYE_REASON_SHUTTING_DOWN, 0),
        (GOODBYE_REASON_REPLACED, 1),
    ],
)
def test_the_exit_code_tells_how_it_ended(
    reason: GoodbyeReason.ValueType, expected: int, tmp_path: Path
) -> None:
    async def script(client: Client) -> None:
        assert client.join.tables == 3
        assert client.join.client.startswith("arena-client-python/")
        await client.send(joined=Joined())
        await client.goodbye(reason)

    async def main() -> None:
        token = tmp_path / "token"
        token.write_text("secret\n")
        async with ScriptedArena([script], token="secret") as arena:
            env = {"ARENA_ADDRESS": arena.address, "ARENA_TABLES": "3"}
            code, errors = await _ended(
                start(*BOT, "--token-file", str(token), env=env)
            )
            assert code == expected, errors

    asyncio.run(main())


def test_a_token_that_is_refused_exits_2() -> None:
    async def main() -> None:
        async with ScriptedArena([], token="secret") as arena:
            env = {"ARENA_ADDRESS": arena.address, "ARENA_TOKEN": "other"}
            code, errors = await _ended(start(*BOT, env=env))
            assert code == 2
            assert "token" in errors
            assert "other" not in errors

    asyncio.run(main())


def test_a_bot_that_raises_exits_1_with_its_traceback() -> None:
    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        prompt = Prompt(
            turn=4,
            situation=SITUATION_LEAD,
            hand=parse_cards("3S 9H"),
            hand_counts=bytes([2, 2, 2, 2]),
        )
        await client.send(prompts=[prompt])
        await client.receive()

    async def main() -> None:
        async with ScriptedArena([script]) as arena:
            env = {"ARENA_ADDRESS": arena.address, "ARENA_TOKEN": "token"}
            code, errors = await _ended(start("-c", RAISING, env=env))
            assert code == 1
            assert "RuntimeError: no idea" in errors
            assert "turn 4, hand 3S 9H, table empty" in errors

    asyncio.run(main())


@pytest.mark.parametrize(
    ("source", "expected", "said"),
    [
        (GIVEN_AN_OBJECT, 2, "-c: run was given an object of MyBot; give it the class"),
        (WITHOUT_PLAY, 2, "-c: the class MyBot has no method 'play'"),
        (NEVER_MADE, 1, "OSError: no model\n-c: no object of MyBot can be made"),
    ],
)
def test_a_bot_whose_class_cannot_play_does_not_join(
    source: str, expected: int, said: str
) -> None:
    async def main() -> None:
        async with ScriptedArena([]) as arena:
            env = {"ARENA_ADDRESS": arena.address, "ARENA_TOKEN": "token"}
            code, errors = await _ended(start("-c", source, env=env))
            assert code == expected
            assert said in errors
            assert "joined" not in errors

    asyncio.run(main())


@pytest.mark.parametrize("leash", ["1", "0"])
def test_a_leashed_bot_ends_when_its_standard_input_closes(leash: str) -> None:
    async def script(client: Client) -> None:
        await client.send(joined=Joined())
        joined.set()
        if leash == "0":
            await closed.wait()
            await asyncio.sleep(0.3)
            await client.goodbye()
        else:
            await client.receive()

    joined, closed = asyncio.Event(), asyncio.Event()

    async def main() -> None:
        async with ScriptedArena([script]) as arena:
            env = {
                "ARENA_ADDRESS": arena.address,
                "ARENA_TOKEN": "token",
                "ARENA_STDIN_LEASH": leash,
            }
            process = start(*BOT, env=env, stdin=subprocess.PIPE)
            async with asyncio.timeout(LIMIT):
                await joined.wait()
            assert process.poll() is None
            assert process.stdin is not None
            process.stdin.close()
            process.stdin = None
            closed.set()
            code, errors = await _ended(process)
            assert code == 0, errors

    asyncio.run(main())


def test_the_help_names_every_option_and_exit_code() -> None:
    process = start("-m", "arena_client", "--help", env={})
    with process:
        text, _ = process.communicate(timeout=LIMIT)
    for word in (
        "--address",
        "--token-file",
        "--seed",
        "--tables",
        "--cert-file",
        "ARENA_TOKEN",
        "2 no address",
        "counter",
    ):
        assert word in text
