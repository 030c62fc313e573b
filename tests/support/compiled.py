"""The compiled arena for tests, and programs that run on it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hatch_build import missing_tools

ROOT = Path(__file__).parents[2]


def demand_compiler() -> None:
    """Skips the test where nothing can be compiled; continuous integration must."""
    missing = missing_tools()
    if missing is None:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI needs {missing}")
    pytest.skip(f"the compiled arena is not tried: install {missing}")


def make_compiled() -> Path:
    """Gives the folder where `scripts/compile` has made it."""
    demand_compiler()
    folder = ROOT / ".build" / "compiled"
    script = [sys.executable, str(ROOT / "scripts" / "compile"), str(folder)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert str(folder) in done.stdout
    return folder


def run_python(
    *words: str, packages: Path | None, folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Runs Python in a folder, with the arena in `packages` or the project's own."""
    before = [folder, ROOT] if packages is None else [packages, folder]
    before.append(ROOT / "clients" / "python" / "src")
    return subprocess.run(
        [sys.executable, "-P", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, before))},
        capture_output=True,
        text=True,
        check=False,
    )
