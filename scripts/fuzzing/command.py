"""The command line of `scripts/fuzz`."""

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from scripts.fuzzing.blind import HANG_SECONDS, feed, within_time
from scripts.fuzzing.targets import ROOT, TARGETS, unwrapped, wrapped

_MOST_BYTES = 16_384
_MOST_MEGABYTES = 2048
_COUNTS = re.compile(r"^#(\d+)\s+\w+\s+cov: (\d+)", re.MULTILINE)
_WRITTEN = re.compile(r"Test unit written to (.*)")
_TAIL = 2000
"""How much of what atheris has said is shown when it fails."""

_START_SECONDS = 600
"""How long a process may take beyond its time, to start and to end."""


def main(words: Sequence[str]) -> int:
    """Fuzzes, or feeds a finding again; gives the exit code."""
    arguments = _parser().parse_args(words)
    if arguments.reproduce is not None:
        return _reproduce(arguments.reproduce)
    names = arguments.target or list(TARGETS)
    arguments.findings.mkdir(parents=True, exist_ok=True)
    guided = not arguments.blind and find_spec("atheris") is not None
    if not guided and not arguments.blind:
        print("atheris is not installed: fuzzing by chance, without coverage")
    fuzz = _guided if guided else _blind
    found = fuzz(names, arguments.seconds, arguments.seed, arguments.findings)
    for path in found:
        print(f"FINDING written to {path}")
        _show(path)
    return 1 if found else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz",
        description="Feeds hostile records, configurations and notation to what reads"
        " them. Anything but an error of the arena's own is a finding, which is"
        " written to a file. Exit code 1 says that there was one.",
    )
    parser.add_argument(
        "--seconds", type=int, default=20, help="how long in all (default: 20)"
    )
    parser.add_argument(
        "--target", action="append", choices=TARGETS, help="only this; may be repeated"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="of chance (default: 0, another each time)"
    )
    parser.add_argument(
        "--findings",
        type=Path,
        default=ROOT / "build" / "fuzz",
        metavar="DIR",
        help="where findings are written (default: build/fuzz)",
    )
    parser.add_argument(
        "--blind", action="store_true", help="by chance, even where atheris is there"
    )
    parser.add_argument(
        "--reproduce", type=Path, metavar="FILE", help="feed a finding again"
    )
    return parser


def _guided(
    names: Sequence[str], seconds: int, seed: int, findings: Path
) -> list[Path]:
    """Fuzzes by coverage in a process of its own; gives the findings' files."""
    with tempfile.TemporaryDirectory() as corpus:
        for name in names:
            for number, data in enumerate(TARGETS[name].seeds()):
                (Path(corpus) / f"{name}-{number}").write_bytes(wrapped(name, data))
        command = [sys.executable, "-m", "scripts.fuzzing.guided"]
        command += [
            f"-max_total_time={seconds}",
            f"-timeout={HANG_SECONDS}",
            f"-rss_limit_mb={_MOST_MEGABYTES}",
            f"-max_len={_MOST_BYTES}",
            f"-seed={seed}",
            f"-artifact_prefix={findings}/",
            corpus,
        ]
        done = subprocess.run(
            command,
            cwd=ROOT,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=seconds + _START_SECONDS,
        )
    counts = _COUNTS.findall(done.stderr)
    if not counts:
        raise RuntimeError(f"atheris did not begin: {done.stderr[-_TAIL:]}")
    inputs, coverage = counts[-1]
    print(f"{', '.join(names)}: {inputs} inputs, {coverage} branches reached")
    found = [Path(line) for line in _WRITTEN.findall(done.stderr)]
    if done.returncode != 0 and not found:
        raise RuntimeError(f"atheris failed: {done.stderr[-_TAIL:]}")
    return found


def _blind(names: Sequence[str], seconds: int, seed: int, findings: Path) -> list[Path]:
    """Fuzzes by chance, target after target; gives the findings' files."""
    found = []
    for name in names:
        fed = feed(TARGETS[name], seconds / len(names), seed or None)
        print(f"{name}: {fed.inputs} inputs, {fed.accepted} of them accepted")
        if fed.finding is not None:
            data = wrapped(name, fed.finding)
            path = findings / f"{fed.kind}-{hashlib.sha256(data).hexdigest()[:16]}"
            path.write_bytes(data)
            found.append(path)
    return found


def _reproduce(path: Path) -> int:
    target, _ = unwrapped(path.read_bytes())
    if target is None:
        print(f"the first line of {path} names no target: {', '.join(TARGETS)}")
        return 2
    return _show(path)


def _show(path: Path) -> int:
    """Feeds a finding again and shows what it raises; gives 1 if it still does."""
    target, data = unwrapped(path.read_bytes())
    if target is None:
        return 0
    try:
        good = within_time(target, data)
    except Exception as error:
        traceback.print_exception(error, file=sys.stdout)
        return 1
    print(f"{target.name}: {'accepted' if good else 'refused, as it should be'}")
    return 0
