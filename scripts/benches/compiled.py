"""The compiled arena, for benches that are told to measure it."""

import argparse
import subprocess
import sys
from functools import cache
from pathlib import Path

from scripts.benches.measured_process import ROOT

COMPILED = "_compiled"
"""What the name of a side ends in whose arena is compiled."""


def add_compiled(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds the option `--compiled`, which does `what`."""
    parser.add_argument("--compiled", action="store_true", help=what)


@cache
def compiled_arena() -> Path:
    """Gives the folder of a compiled arena, which is made if it is not up to date.

    Raises:
        SystemExit: It cannot be made; why has been said.
    """
    folder = ROOT / ".build" / "compiled"
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "compile", folder],
        # What it says there is for people who want to use it themselves.
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        raise SystemExit(done.returncode)
    return folder
