"""The compiled arena, which benches measure where it can be made."""

import argparse
import subprocess
import sys
from functools import cache
from pathlib import Path

from scripts.benches.measured_process import ROOT

COMPILED = "_compiled"
"""What the name of a side ends in whose arena is compiled."""


def add_compiled(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds the option `--compiled`, which does `what`, and its opposite.

    Without either it depends on whether the arena can be compiled here, as it does when
    the arena is installed.
    """
    parser.add_argument(
        "--compiled",
        action=argparse.BooleanOptionalAction,
        default=_can_be_made(),
        help=f"{what} (default: where it can be made)",
    )


def _can_be_made() -> bool:
    try:
        from hatch_build import missing_tools  # noqa: PLC0415 - needs hatchling
    except ModuleNotFoundError:
        return False
    return missing_tools() is None


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
