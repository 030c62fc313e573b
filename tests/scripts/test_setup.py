"""`scripts/setup` before stand-in Pythons that note what they are asked to do."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

# What the script itself needs; the machine's own Pythons stay out of sight.
TOOLS = ("sh", "cat", "cksum", "cp", "dirname", "mkdir", "rm")

# Like a real one it answers checks of its version and modules, and puts a copy
# of itself into the environments that it makes; unlike one it installs nothing.
STAND_IN = """\
#!/bin/sh
case "$*" in
*version_info*) exit {too_old} ;;
*ensurepip*) exit {no_venv} ;;
--version) echo "Python 3.99" ;;
"-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
esac
echo "$*" >>calls
case "$*" in
"-m pip "*"-e .") exit $(cat pip-status) ;;
esac
"""


INSTALLING = '"-m pip "*"-e .") exit $(cat pip-status) ;;\n'

# Installs until it is interrupted, and says then what a Python says. A signal that
# comes just before a long sleep would not end it.
HANGING = """\
"-m pip "*"-e .")
    exec {python} -c 'import time; open("began", "w").close()
while True: time.sleep(0.05)' ;;
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the script and what it reads, and `bin` as all of PATH."""
    root = tmp_path / "clone"
    for name in ("pyproject.toml", "constraints.txt", "clients/python/pyproject.toml"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("first\n")
    (root / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "setup", root / "scripts")
    (root / "bin").mkdir()
    for tool in TOOLS:
        path = shutil.which(tool)
        assert path is not None
        (root / "bin" / tool).symlink_to(path)
    (root / "pip-status").write_text("0")
    return root


@pytest.fixture
def add_python(clone: Path) -> Callable[..., None]:
    """Puts a stand-in on the clone's PATH."""

    def add(name: str, *, too_old: bool = False, no_venv: bool = False) -> None:
        path = clone / "bin" / name
        path.write_text(STAND_IN.format(too_old=int(too_old), no_venv=int(no_venv)))
        path.chmod(0o755)

    return add


def run_setup(
    clone: Path, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [clone / "scripts" / "setup", *arguments],
        cwd="/",
        env={"PATH": str(clone / "bin"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def calls(clone: Path) -> list[str]:
    """What the stand-ins were asked to do since the last time this was asked."""
    try:
        return (clone / "calls").read_text().splitlines()
    finally:
        (clone / "calls").unlink(missing_ok=True)
        (clone / "calls").touch()


def test_the_second_run_has_nothing_to_do(
    clone: Path, add_python: Callable[..., None]
) -> None:
    add_python("python3")
    assert run_setup(clone).returncode == 0
    assert "-m venv .venv" in calls(clone)
    second = run_setup(clone)
    assert (second.returncode, second.stderr, calls(clone)) == (0, "", [])


def test_the_tools_of_development_come_when_asked_for_and_stay(
    clone: Path, add_python: Callable[..., None]
) -> None:
    add_python("python3")
    run_setup(clone)
    assert not any("--group dev" in call for call in calls(clone))
    run_setup(clone, "dev")
    made = calls(clone)
    assert any("--group dev" in call for call in made)
    assert "-m venv .venv" not in made
    run_setup(clone)
    assert calls(clone) == []


@pytest.mark.parametrize(
    "changed", ["pyproject.toml", "constraints.txt", "clients/python/pyproject.toml"]
)
def test_changed_requirements_are_installed_into_the_same_environment(
    clone: Path, add_python: Callable[..., None], changed: str
) -> None:
    add_python("python3")
    run_setup(clone)
    calls(clone)
    (clone / changed).write_text("second\n")
    assert run_setup(clone).returncode == 0
    made = calls(clone)
    assert any(call.endswith("-e .") for call in made)
    assert "-m venv .venv" not in made


def test_an_interrupted_installation_is_made_anew(
    clone: Path, add_python: Callable[..., None]
) -> None:
    add_python("python3")
    (clone / "pip-status").write_text("1")
    assert run_setup(clone).returncode == 1
    calls(clone)
    (clone / ".venv" / "left-over").touch()
    (clone / "pip-status").write_text("0")
    assert run_setup(clone).returncode == 0
    assert "-m venv .venv" in calls(clone)
    assert not (clone / ".venv" / "left-over").exists()


@pytest.mark.parametrize("script", ["setup", "tournament"])
def test_an_installation_that_is_interrupted_ends_with_a_line_and_no_traceback(
    clone: Path, add_python: Callable[..., None], script: str
) -> None:
    add_python("python3")
    shutil.copy(ROOT / "scripts" / "tournament", clone / "scripts")
    hanging = HANGING.format(python=sys.executable)
    python = clone / "bin" / "python3"
    python.write_text(python.read_text().replace(INSTALLING, hanging))
    process = subprocess.Popen(
        [clone / "scripts" / script],
        env={"PATH": str(clone / "bin")},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not (clone / "began").exists():
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert said.splitlines()[-1] == ("setup: interrupted; the same command begins anew")
    assert "Traceback" not in said


def test_an_environment_whose_python_has_gone_is_made_anew(
    clone: Path, add_python: Callable[..., None]
) -> None:
    add_python("python3")
    run_setup(clone)
    calls(clone)
    (clone / ".venv" / "bin" / "python").unlink()
    (clone / ".venv" / "bin" / "python").symlink_to("/nowhere/python3")
    assert run_setup(clone).returncode == 0
    assert "-m venv .venv" in calls(clone)


def test_an_environment_that_was_moved_is_made_anew(
    clone: Path, add_python: Callable[..., None], tmp_path: Path
) -> None:
    add_python("python3")
    run_setup(clone)
    calls(clone)
    moved = clone.rename(tmp_path / "moved")
    assert run_setup(moved).returncode == 0
    assert "-m venv .venv" in calls(moved)


def test_a_newer_python_beside_an_old_one_is_found(
    clone: Path, add_python: Callable[..., None]
) -> None:
    add_python("python3", too_old=True)
    add_python("python3.12")
    assert run_setup(clone).returncode == 0


def test_a_name_without_a_python_behind_it_is_passed_over(
    clone: Path, add_python: Callable[..., None]
) -> None:
    shim = clone / "bin" / "python3"
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    add_python("python3.11")
    assert run_setup(clone).returncode == 0


def test_too_old_a_python_is_an_error_that_says_what_to_do(
    clone: Path, add_python: Callable[..., None]
) -> None:
    add_python("python3", too_old=True)
    result = run_setup(clone)
    assert result.returncode == 1
    assert "needs Python 3.11 or newer" in result.stderr
    assert "PYTHON=" in result.stderr
    assert not (clone / ".venv").exists()


def test_a_python_without_venv_is_an_error_that_names_the_package(
    clone: Path, add_python: Callable[..., None]
) -> None:
    add_python("python3", no_venv=True)
    result = run_setup(clone)
    assert result.returncode == 1
    assert "python3-venv" in result.stderr


def test_the_named_python_is_used_and_no_other(
    clone: Path, add_python: Callable[..., None]
) -> None:
    add_python("python3")
    add_python("python3.11", too_old=True)
    result = run_setup(clone, PYTHON="python3.11")
    assert result.returncode == 1
    assert "python3.11" in result.stderr


def test_a_missing_node_is_told_and_only_fails_continuous_integration(
    clone: Path, add_python: Callable[..., None]
) -> None:
    add_python("python3")
    (clone / "clients" / "node").mkdir()
    (clone / "clients" / "node" / "package-lock.json").write_text("{}")
    result = run_setup(clone)
    assert result.returncode == 0
    assert "install Node.js" in result.stderr
    assert run_setup(clone, CI="true").returncode == 1
