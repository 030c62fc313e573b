"""The shell scripts' help: there at once, on a machine where nothing is installed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"

SHELL = sorted(
    path.name
    for path in SCRIPTS.iterdir()
    if path.is_file() and path.read_text().startswith("#!/bin/sh\n")
)

BASE_PYTHON = Path(sys.base_prefix) / "bin" / "python3"
"""A Python without the project."""

TOOLS = ("sh", "sed", "dirname")

SETUP = """\
#!/bin/sh
echo "$0 $*" >&2
exit 3
"""
"""Instead of `scripts/setup`: whatever would be installed is only told."""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the scripts, and `bin` as all of PATH."""
    shutil.copytree(SCRIPTS, tmp_path / "scripts", ignore=lambda *_: ["benches"])
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        path = shutil.which(tool)
        assert path is not None
        (tmp_path / "bin" / tool).symlink_to(path)
    return tmp_path


def run(clone: Path, name: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [clone / "scripts" / name, *words],
        cwd="/",
        env={"PATH": str(clone / "bin")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("word", ["-h", "--help"])
@pytest.mark.parametrize("name", SHELL)
def test_help_is_the_comment_at_the_top(clone: Path, name: str, word: str) -> None:
    done = run(clone, name, word)
    assert (done.returncode, done.stderr) == (0, "")
    lines = (SCRIPTS / name).read_text().splitlines()[1:]
    comment = lines[: next(at for at, line in enumerate(lines) if line[:1] != "#")]
    assert done.stdout.splitlines() == [line[2:] for line in comment]
    assert not (clone / ".venv").exists()


@pytest.mark.parametrize("name", [name for name in SHELL if name != "setup"])
def test_any_other_argument_goes_on(clone: Path, name: str) -> None:
    (clone / "scripts" / "setup").write_text(SETUP)
    done = run(clone, name, "--other")
    assert (done.returncode, done.stderr.split()[0]) == (3, "scripts/setup")


@pytest.mark.parametrize("name", ["bench", "fuzz", "simulate-coverage"])
def test_what_is_python_makes_the_environment_it_runs_in(
    clone: Path, name: str
) -> None:
    (clone / "scripts" / "setup").write_text(SETUP)
    (clone / "bin" / "python3").symlink_to(BASE_PYTHON)
    (clone / "bin" / "env").symlink_to(shutil.which("env") or "")
    done = run(clone, name, "--help")
    assert done.stderr.split()[:2] == [str(clone / "scripts" / "setup"), "dev"]


def test_there_are_scripts_to_try() -> None:
    assert {"check", "setup", "test", "tournament"} <= set(SHELL)
