"""One very long tournament: whether anything grows with it.

It is played by tenths, in a process of its own, and by each tenth's end it is told how
many rotations a second of CPU time the tenth had and how much memory the process has.
Then `arena export` and `arena verify` go through it, each in a process of its own, and
through another tournament of a tenth of the length: what streams needs as much memory
for the one as for the other.
"""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from scripts.benches.long_run_host import TENTHS, config_text
from scripts.benches.measure import Spread, spread

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Tenth:
    """A tenth of the run."""

    rotations: int
    """How many have been played at its end."""
    rate: float
    """Rotations a second."""
    cpu_rate: float
    """Rotations a second of CPU time."""
    memory: int
    """Bytes that the process has at its end."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A command that goes through a whole tournament."""

    seconds: float
    peak: int
    """The most bytes of memory that its process had."""


@dataclass(frozen=True, slots=True)
class LongReport:
    """What was measured of a long run."""

    tenths: Sequence[Tenth]
    database: int
    """Bytes of the database."""
    records: int
    """Bytes of the exported records."""
    passages: Mapping[str, Passage]
    """`export` and `verify`, and both of a tenth of the rotations."""

    @property
    def rotations(self) -> int:
        """How many were played."""
        return self.tenths[-1].rotations

    @property
    def flatness(self) -> Spread:
        """How fast the later tenths were, beside the first."""
        later = [tenth.cpu_rate / self.tenths[0].cpu_rate for tenth in self.tenths[1:]]
        return spread(later)

    @property
    def growth(self) -> float:
        """Bytes of memory that the process gained a rotation after the first tenth."""
        first, last = self.tenths[0], self.tenths[-1]
        return (last.memory - first.memory) / (last.rotations - first.rotations)

    def plain(self) -> dict[str, object]:
        """Gives it for JSON."""
        return {
            "bench": "store",
            "unit": "rotations per second of CPU time",
            "python": platform.python_version(),
            "rotations": self.rotations,
            "ratio": self.flatness.plain(),
            "ratio_to": "first tenth",
            "growth": self.growth,
            "database_per_rotation": self.database / self.rotations,
            "records_per_rotation": self.records / self.rotations,
            "tenths": [
                {
                    "rotations": tenth.rotations,
                    "rate": float(f"{tenth.rate:.4g}"),
                    "cpu_rate": float(f"{tenth.cpu_rate:.4g}"),
                    "memory": tenth.memory,
                }
                for tenth in self.tenths
            ],
            "passages": {
                name: {"seconds": float(f"{one.seconds:.4g}"), "peak": one.peak}
                for name, one in self.passages.items()
            },
        }

    def lines(self) -> Iterator[str]:
        """Writes it for people."""
        yield f"{self.rotations} rotations in one tournament, played without bots"
        yield ""
        yield f"{'rotations':>10} {'a second of CPU':>16} {'memory, MB':>11}"
        for tenth in self.tenths:
            yield (
                f"{tenth.rotations:10} {tenth.cpu_rate:16,.0f}"
                f" {tenth.memory / 1e6:11.1f}"
            )
        yield ""
        yield f"rate of the later tenths, beside the first: {self.flatness}"
        yield f"memory gained a rotation since: {self.growth:.0f} bytes"
        yield (
            f"database a rotation: {self.database / self.rotations:,.0f} bytes,"
            f" {self.records / self.rotations:,.0f} of them the record"
        )
        for name, one in self.passages.items():
            yield f"{name}: {one.seconds:.1f} s, at most {one.peak / 1e6:.0f} MB"


def run_long(folder: Path, rotations: int) -> LongReport:
    """Plays the tournament and goes through it."""
    passages: dict[str, Passage] = {}
    tenth = f"sqlite:///{folder}/tenth.db"
    _play(tenth, config_text("tenth", max(1, rotations // TENTHS)))
    _pass_through(passages, " of a tenth", folder, tenth)
    whole = f"sqlite:///{folder}/whole.db"
    tenths = _play(whole, config_text("whole", rotations))
    _pass_through(passages, "", folder, whole)
    return LongReport(
        tenths,
        (folder / "whole.db").stat().st_size,
        (folder / "records.jsonl").stat().st_size,
        passages,
    )


def _play(database: str, text: str) -> list[Tenth]:
    done = subprocess.run(
        [sys.executable, "-m", "scripts.benches.long_run_host", database, text],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [Tenth(**json.loads(line)) for line in done.stdout.splitlines()]


def _pass_through(
    passages: dict[str, Passage], suffix: str, folder: Path, database: str
) -> None:
    output = folder / "records.jsonl"
    output.unlink(missing_ok=True)
    passages[f"export{suffix}"] = _command("export", database, f"--output={output}")
    passages[f"verify{suffix}"] = _command("verify", database)


def _command(command: str, database: str, *options: str) -> Passage:
    """Runs a command of the arena on the newest tournament of a database."""
    begun = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "arena", command, "--database", database, *options],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    with process:
        said = b"" if process.stderr is None else process.stderr.read()
        # Of this one alone: the system's sum over all children is their maximum.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"arena {command}: {said.decode(errors='replace')}")
    return Passage(perf_counter() - begun, usage.ru_maxrss * 1024)
