"""The clients as programs, each run against an arena that follows a script."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from arena_client.scripted import Script, ScriptedArena

ROOT = Path(__file__).parents[2]
NODE_CLIENT = ROOT / "clients" / "node"
TOKEN = "a-made-up-token"
LIMIT = 180


@dataclass(frozen=True, slots=True)
class Program:
    """How to start a client."""

    command: tuple[str, ...]
    """The program and its arguments."""


PYTHON = Program((sys.executable, "-m", "arena_client", "lowest"))
NODE = Program(("node", str(NODE_CLIENT / "src" / "bot.js")))
NODE_IS_READY = shutil.which("node") and (NODE_CLIENT / "node_modules").is_dir()

CLIENTS = [
    pytest.param(PYTHON, id="python"),
    pytest.param(
        NODE,
        id="node",
        marks=[
            pytest.mark.node,
            pytest.mark.skipif(
                not NODE_IS_READY, reason="needs node, and npm ci in clients/node"
            ),
        ],
    ),
]
each_client = pytest.mark.parametrize("program", CLIENTS)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a client's process ended."""

    code: int
    errors: str


async def run(
    program: Program,
    scripts: Sequence[Script],
    *,
    args: Sequence[str] = ("--patience", "20"),
    env: Mapping[str, str] | None = None,
    leash: asyncio.Event | None = None,
) -> tuple[Ended, int]:
    """Runs a client to its end; gives that and how often it connected.

    With `leash` the client's standard input stays open until the event is set.
    """
    async with ScriptedArena(scripts, token=TOKEN) as arena:
        shown = {"ARENA_ADDRESS": arena.address, "ARENA_TOKEN": TOKEN} | dict(env or {})
        process = await asyncio.create_subprocess_exec(
            *program.command,
            *args,
            env=clean_environment() | shown,
            stdin=subprocess.PIPE if leash else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(LIMIT):
                if leash:
                    await leash.wait()
                    assert process.stdin is not None
                    process.stdin.close()
                _, errors = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
        assert process.returncode is not None
        return Ended(process.returncode, errors.decode()), arena.connections


def clean_environment() -> dict[str, str]:
    """This process's environment without anything meant for a bot."""
    kept = {n: v for n, v in os.environ.items() if not n.startswith("ARENA_")}
    return kept | {"PYTHONPATH": str(ROOT / "clients" / "python" / "src")}
