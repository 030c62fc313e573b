"""What is left in a serving arena of bots that misbehaved and of strangers: nothing."""

import os
import socket
import urllib.request
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import trio

from tests.support.runs import PATIENCE, bot, bots_in
from tests.support.serving import Arena, serving

HOSTILE = {
    "dying": bot("dying") + " middle",
    "flooding": bot("flooding") + " 1",
    "garbage": bot("garbage"),
}
STRANGERS = 200
POOLS = ("Trio thread", "event_engine")
"""What threads of pools with an upper limit are called."""


@dataclass(frozen=True)
class Held:
    """What a process holds."""

    files: int
    threads: int
    tasks: int

    def fits(self, other: "Held") -> bool:
        """Whether there is nothing of which it holds more than the other."""
        return (
            self.files <= other.files
            and self.threads <= other.threads
            and self.tasks <= other.tasks
        )


async def held(arena: Arena, metrics: str) -> Held:
    """What the arena holds now."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def scrape() -> str:
        with opener.open(f"http://{metrics}/metrics") as response:
            text: str = response.read().decode()
            return text

    text = await trio.to_thread.run_sync(scrape)
    (tasks,) = [line for line in text.splitlines() if line.startswith("arena_tasks ")]
    process = Path(f"/proc/{arena.process.pid}")
    return Held(
        files=len(list((process / "fd").iterdir())),
        threads=len(threads_of(process)),
        tasks=int(float(tasks.split()[1])),
    )


def threads_of(process: Path) -> list[str]:
    """Names a process's threads, but those of pools.

    Trio and gRPC keep some that have been used of late, as many as were needed at once:
    that is chance, and goes back only while nobody looks.
    """
    names = []
    for thread in (process / "task").iterdir():
        with suppress(OSError):
            names.append((thread / "comm").read_text().strip())
    return [name for name in names if not name.startswith(POOLS)]


async def least_held(arena: Arena, metrics: str) -> Held:
    """What the arena holds once what is passing has passed."""
    seen = []
    for _ in range(10):
        seen.append(await held(arena, metrics))
        await trio.sleep(0.3)
    return Held(
        files=min(one.files for one in seen),
        threads=min(one.threads for one in seen),
        tasks=min(one.tasks for one in seen),
    )


def throw_garbage(address: str) -> None:
    """Connects many times at once and says nothing, or nothing that can be read."""
    host, _, port = address.rpartition(":")
    peers = [socket.create_connection((host, int(port))) for _ in range(STRANGERS)]
    for number, peer in enumerate(peers):
        if number % 2:
            peer.send(os.urandom(64))
        peer.close()


async def disturb(arena: Arena, name: str) -> None:
    """Has hostile bots play a tournament, and strangers come, and be gone again."""
    entrants = {"ann": None, **HOSTILE}
    await arena.schedule(name, entrants, clock="3+3", max_forfeits=2)
    stranger = await arena.bot("somebody-elses-token")
    throw_garbage(arena.address)
    await arena.over(name)
    await arena.logged("tournament over", name=name)
    assert await stranger.wait() == 2
    with trio.fail_after(PATIENCE):
        while bots_in(arena.folder):
            await trio.sleep(0.05)


@pytest.mark.slow
async def test_hostile_bots_and_strangers_leave_nothing_behind_in_the_arena(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, "--metrics", "0") as arena:
        metrics = (await arena.logged("metrics"))["address"]
        await arena.join("ann")
        # What is kept once and for all, such as connections to the database, is
        # there after the first time.
        await disturb(arena, "first")
        before = await least_held(arena, metrics)
        assert before.tasks > 0
        await disturb(arena, "second")
        with trio.move_on_after(PATIENCE):
            while not (after := await held(arena, metrics)).fits(before):
                await trio.sleep(0.2)
        assert after.fits(before), f"{after}, before {before}"
        standings = await arena.standings("second")
    assert standings["ann"].deals == 4
    assert standings["dying"].forfeits > 0
