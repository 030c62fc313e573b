"""Whole runs of the arena as its users start them: processes, files, signals."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trio

from arena.cli.standings_table import standing_object
from arena.director.stored import stored_standings
from arena.game.record import DealRecord, decode_record
from arena.store.repository import Repository

BOTS = Path(__file__).parents[1] / "e2e" / "bots"
"""Bots that misbehave, one a file."""

SEED = "5eed" * 16
"""The master seed of tests."""

PATIENCE = 300.0
"""Seconds after which what is waited for will not come, however busy the machine is."""

UNHURRIED = {"clock": "60+1", "connect_time": PATIENCE, "join_time": PATIENCE}
"""Settings of a tournament in which nobody who plays on is ever late."""


def unhurried(config: str) -> str:
    """Gives a configuration with time enough for a busy machine."""
    table = config.index("\n[")
    head, rest = config[: table + 1], config[table + 1 :]
    head = re.sub(rf"^({'|'.join(UNHURRIED)}) *=.*\n", "", head, flags=re.MULTILINE)
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in UNHURRIED.items()]
    return "".join([head, *lines]) + rest


def bot(name: str) -> str:
    """The command of one of the misbehaving bots."""
    return f"python {BOTS / name}.py"


@dataclass
class Tournament:
    """A tournament's files in a folder of its own, and the commands on them."""

    folder: Path
    entrants: Mapping[str, str | None]
    """Commands by entrant; None is one that joins by itself."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    name: str = "test"

    def __post_init__(self) -> None:
        """Writes the configuration."""
        values = {"rounds": 2, "boards": 2, **UNHURRIED, **self.settings}
        lines = [f'name = "{self.name}"', f'seed = "{SEED}"']
        lines += [f"{key} = {json.dumps(value)}" for key, value in values.items()]
        for entrant, command in self.entrants.items():
            lines += ["[[entrants]]", f'name = "{entrant}"']
            if command is not None:
                lines.append(f"command = {json.dumps(command)}")
        self.folder.mkdir(parents=True, exist_ok=True)
        self.config.write_text("\n".join(lines) + "\n")

    @property
    def config(self) -> Path:
        """The configuration file."""
        return self.folder / "test.toml"

    @property
    def database(self) -> str:
        """The database's URL."""
        return f"sqlite:///{self.folder / 'arena.db'}"

    @property
    def output(self) -> Path:
        """The folder with the bots' output."""
        return self.folder / "output"

    def command(self, *words: str) -> list[str]:
        """A command line of the arena on this tournament's database."""
        return [sys.executable, "-m", "arena", *words, "--database", self.database]

    def run_command(self, *options: str) -> list[str]:
        """The command line that plays the tournament."""
        return self.command(
            "tournament",
            "run",
            str(self.config),
            "--output",
            str(self.output),
            *options,
        )

    async def run(self, *options: str, code: int = 0) -> "Finished":
        """Plays the tournament and asserts how the command ends."""
        return await call(self.run_command(*options), code=code)

    def standings(self) -> dict[str, dict[str, Any]]:
        """The standings by entrant."""
        with Repository.open(self.database, create=False) as repository:
            lines = stored_standings(repository, repository.tournament(self.name))
        return {line.entrant: standing_object(line) for line in lines}

    def records(self) -> list[DealRecord]:
        """All records, in the order of the export."""
        with Repository.open(self.database, create=False) as repository:
            return [decode_record(line) for line in repository.records(self.name)]


@dataclass(frozen=True)
class Finished:
    """A command that has ended."""

    code: int
    out: str
    err: str


async def call(command: list[str], *, code: int | None = 0) -> Finished:
    """Runs a command to its end and asserts its exit code unless that is None."""
    done = await trio.run_process(
        command, capture_stdout=True, capture_stderr=True, check=False
    )
    finished = Finished(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert code is None or done.returncode == code, finished.err + finished.out
    return finished


async def start(command: list[str], errors: Path) -> trio.Process:
    """Starts a command whose stderr goes to a file that the test can watch."""
    with errors.open("wb") as file:
        return await trio.lowlevel.open_process(
            command, stdout=subprocess.DEVNULL, stderr=file
        )


async def round_begun(tournament: Tournament, arena: trio.Process) -> None:
    """Waits until the arena has paired the tournament's first round, or has ended."""
    with Repository.open(tournament.database) as repository, trio.fail_after(PATIENCE):
        while arena.poll() is None and not (
            repository.tournaments() and repository.rounds(tournament.name)
        ):
            await trio.sleep(0.02)


def bots_in(folder: Path) -> list[int]:
    """Gives the living processes that were started in `folder`, as bots are."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                home = (entry / "cwd").readlink()
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if home == folder.resolve() and state != "Z":
                found.append(int(entry.name))
    return found


def keeps(pid: int) -> bool:
    """Tells whether a process is a bot's keeper rather than a bot."""
    with suppress(OSError):
        return b"/keeper.py" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def bot_of(folder: Path, entrant: str) -> int | None:
    """Gives the process of a launched bot; None while there is none."""
    for pid in bots_in(folder):
        with suppress(OSError, IndexError):
            parent = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]).split()
            keeper = int(parent[1])
            # Its keeper holds the file that its output goes to.
            output = Path(f"/proc/{keeper}/fd/2").readlink()
            if keeps(keeper) and output.stem == entrant and not keeps(pid):
                return pid
    return None


def kill(pid: int) -> None:
    """Kills a process so that it has no word left to say."""
    os.kill(pid, signal.SIGKILL)


def timeless(record: DealRecord) -> dict[str, Any]:
    """A record without what a repetition cannot repeat: its times."""
    values = {name: getattr(record, name) for name in record.__struct_fields__}
    del values["think_ms"], values["started_time"]
    return values
