"""A serving arena as its users start it, and strangers' bots that connect to it."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trio

from arena.director.opening import now_text
from arena.director.stored import stored_standings
from arena.server.auth import new_token, token_hash
from arena.store.repository import Repository
from arena.store.rows import PresenceRow, TournamentStatus
from arena.tournament.standings import Standing
from tests.support.runs import PATIENCE, UNHURRIED, Finished, call


@dataclass
class Arena:
    """A running `arena serve` in a folder of its own."""

    folder: Path
    process: trio.Process
    address: str = ""
    bots: list[trio.Process] = field(default_factory=list)

    @property
    def events(self) -> list[dict[str, Any]]:
        """What it has logged so far, in whole lines."""
        text = (self.folder / "serve.log").read_text()
        lines = text[: text.rfind("\n") + 1].splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def repository(self) -> Repository:
        """Opens its database."""
        return Repository.open(f"sqlite:///{self.folder / 'arena.db'}")

    async def logged(self, event: str, **facts: object) -> dict[str, Any]:
        """Waits for a line of the log with those facts, and gives the newest."""
        wanted = {"event": event, **facts}.items()
        with trio.fail_after(PATIENCE):
            while True:
                found = [line for line in self.events if wanted <= line.items()]
                if found:
                    return found[-1]
                log = (self.folder / "serve.log").read_text()
                assert self.process.poll() is None, log
                await trio.sleep(0.02)

    async def command(self, *words: str, code: int = 0) -> Finished:
        """Runs a command on the arena's database."""
        return await command(self.folder, *words, code=code)

    async def add(self, name: str) -> str:
        """Registers a bot as `arena bots add` does; gives its token."""
        token = new_token()
        with self.repository() as repository:
            repository.add_bot(name, token_hash(token), now_text())
        return token

    async def bot(
        self,
        token: str,
        *,
        kind: str = "planner",
        patience: str = f"{PATIENCE:g}",
        env: Mapping[str, str] | None = None,
    ) -> trio.Process:
        """Starts a stranger's bot; what it prints goes to `bots.log`."""
        with (self.folder / "bots.log").open("ab") as output:
            process = await trio.lowlevel.open_process(
                [sys.executable, "-m", "arena_client", kind, "--patience", patience],
                stdout=output,
                stderr=subprocess.STDOUT,
                env={
                    "ARENA_ADDRESS": self.address,
                    "ARENA_TOKEN": token,
                    **(env or {}),
                },
            )
        self.bots.append(process)
        return process

    async def join(self, *names: str, kind: str = "planner") -> dict[str, trio.Process]:
        """Registers bots and has them in the lobby."""
        tokens = {name: await self.add(name) for name in names}
        joined = {n: await self.bot(t, kind=kind) for n, t in tokens.items()}
        await self.present(*names)
        return joined

    async def present(
        self, *names: str, tournament: str | None = None
    ) -> list[PresenceRow]:
        """Waits until these bots are in the lobby and no others, entered as said."""
        with self.repository() as repository, trio.fail_after(PATIENCE):
            while True:
                rows = repository.presence()
                if {row.bot for row in rows} == set(names) and (
                    tournament is None or {r.tournament for r in rows} == {tournament}
                ):
                    return rows
                assert self.process.poll() is None
                await trio.sleep(0.05)

    async def schedule(
        self,
        name: str,
        entrants: Mapping[str, str | None],
        *options: str,
        **settings: object,
    ) -> None:
        """Enters a tournament; an entrant without command is a registered bot."""
        values = {"rounds": 1, "boards": 1, **UNHURRIED, **settings}
        lines = [f'name = "{name}"']
        lines += [f"{key} = {json.dumps(value)}" for key, value in values.items()]
        for entrant, start in entrants.items():
            lines += ["[[entrants]]", f'name = "{entrant}"']
            lines += [] if start is None else [f"command = {json.dumps(start)}"]
        config = self.folder / f"{name}.toml"
        config.write_text("\n".join(lines))
        await self.command("tournament", "schedule", str(config), *options)

    async def over(self, name: str) -> None:
        """Waits until a tournament has finished."""
        with self.repository() as repository, trio.fail_after(PATIENCE):
            while repository.tournament(name).status is not TournamentStatus.FINISHED:
                assert self.process.poll() is None
                await trio.sleep(0.05)

    async def standings(self, name: str) -> dict[str, Standing]:
        """The standings of a tournament by entrant."""
        with self.repository() as repository:
            lines = stored_standings(repository, repository.tournament(name))
        return {line.entrant: line for line in lines}


async def command(folder: Path, *words: str, code: int = 0) -> Finished:
    """Runs a command on the database of `folder`."""
    database = ("--database", f"sqlite:///{folder / 'arena.db'}")
    return await call([sys.executable, "-m", "arena", *words, *database], code=code)


async def certificates(folder: Path, *options: str) -> Path:
    """Makes a set of certificates; gives its folder."""
    made = folder / "certificates"
    words = ("certificate", "--out", str(made), *options)
    await call([sys.executable, "-m", "arena", *words])
    return made


@asynccontextmanager
async def serving(
    folder: Path, *options: str, listen: str = "127.0.0.1:0"
) -> AsyncIterator[Arena]:
    """Serves a database in `folder`; in the end it is stopped, and all bots with it."""
    with (folder / "serve.log").open("wb") as log:
        process = await trio.lowlevel.open_process(
            [
                *(sys.executable, "-m", "arena", "serve", "--log-format", "json"),
                *("--database", f"sqlite:///{folder / 'arena.db'}"),
                *("--listen", listen, "--folder", str(folder)),
                *("--output", str(folder / "output"), *options),
            ],
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
    arena = Arena(folder, process)
    try:
        arena.address = (await arena.logged("listening"))["address"]
        yield arena
    finally:
        with trio.CancelScope(shield=True):
            process.terminate()
            with trio.move_on_after(20):
                await process.wait()
            for started in (process, *arena.bots):
                started.kill()
                await started.wait()
