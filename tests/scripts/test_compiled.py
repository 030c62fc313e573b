"""The compiled arena: it is compiled, passes the tests of its parts, plays the same."""

import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from hatchling.metadata.core import ProjectMetadata

import hatch_build
from tests.support.compiled import ROOT, demand_compiler, make_compiled, run_python

SUITES = [
    "tests/conformance",
    "tests/game",
    "tests/match",
    "tests/properties/test_game.py",
    "tests/properties/test_literal_conformance.py",
    "tests/properties/test_match_machine.py",
    "tests/properties/test_two_adjudicators.py",
    "tests/server/test_answers.py",
    "tests/server/test_convert.py",
    "tests/server/test_gathering.py",
    "tests/server/test_notices.py",
    "tests/server/test_offers.py",
    "tests/server/test_overdue.py",
    "tests/server/test_prompts.py",
    "tests/server/test_table.py",
    "tests/test_dealing.py",
]
"""What tests what is compiled, and needs no more of the project than itself."""

TELL = """\
import json, sys

def pytest_sessionfinish(session):
    loaded = {n: m.__file__ for n, m in sys.modules.items() if n.startswith("arena.")}
    told = {"loaded": loaded, "files": sorted({item.nodeid.partition("::")[0]
                                               for item in session.items})}
    with open("told.json", "w") as file:
        json.dump(told, file)
"""
"""A plugin that writes down which modules were tested by what."""

COMPILED = {
    path.removesuffix(".py").replace("/", ".")
    for path in hatch_build.compiled_sources()
}

MATCHES = "240"
"""Enough for every variant with each of the house rules, five times."""


@pytest.fixture(scope="module")
def compiled() -> Path:
    """The folder of the compiled arena."""
    return make_compiled()


@pytest.mark.slow
def test_the_compiled_modules_pass_the_tests_of_the_others(
    compiled: Path, tmp_path: Path
) -> None:
    # Beside the tests there is no other arena that might be tested in its place.
    shutil.copytree(ROOT / "tests", tmp_path / "tests")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tell.py").write_text(TELL)
    options = ("-q", "-p", "tell", "-p", "no:cacheprovider", "-m", "not slow")
    ran = run_python(
        "-m", "pytest", *options, *SUITES, packages=compiled, folder=tmp_path
    )
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr
    told = json.loads((tmp_path / "told.json").read_text())
    for suite in SUITES:
        assert any(file.startswith(suite) for file in told["files"]), suite
    for module, file in told["loaded"].items():
        assert file.startswith(str(compiled)), module
        assert file.endswith(tuple(EXTENSION_SUFFIXES)) == (module in COMPILED), module
    assert set(told["loaded"]) >= COMPILED


@pytest.mark.slow
def test_both_arenas_play_the_same_byte_for_byte(compiled: Path) -> None:
    words = ("-m", "tests.support.by_seed", "seed", MATCHES)
    pure = run_python(*words, packages=None)
    other = run_python(*words, packages=compiled, folder=ROOT)
    assert (pure.returncode, other.returncode) == (0, 0), pure.stderr + other.stderr
    pairs = zip_longest(pure.stdout.splitlines(), other.stdout.splitlines())
    assert [pair for pair in pairs if pair[0] != pair[1]][:1] == []
    for what in ("flag_fall", "illegal_answer", "lost_connection", "withdrawn"):
        assert f'"{what}"' in pure.stdout, "or there was nothing to compare"


@pytest.mark.slow
def test_the_version_tells_which_it_is(compiled: Path) -> None:
    words = ("-m", "arena", "--version")
    pure = run_python(*words, packages=None).stdout.strip()
    assert run_python(*words, packages=compiled).stdout.strip() == f"{pure}, compiled"


@pytest.mark.slow
def test_wire_measures_both_arenas_and_the_compiled_one_comes_first(
    compiled: Path,
) -> None:
    words = ("wire", "--compiled", "--json", "--rounds", "1", "--seconds", "0.3")
    script = [sys.executable, str(ROOT / "scripts" / "bench"), *words, "--tables", "4"]
    done = subprocess.run(script, check=True, capture_output=True, text=True)
    result = json.loads(done.stdout)
    assert result["compiled"] is True
    assert result["ratio_of"] == "arena_minimal_compiled"
    assert result["ratio"] == result["ratios"]["arena_minimal_compiled"]["ping_pong"]
    assert {"arena_minimal_compiled", "arena_minimal"} < set(result["sides"])


@pytest.mark.slow
def test_a_second_run_of_the_script_makes_nothing(compiled: Path) -> None:
    before = (compiled / "made-of").stat().st_mtime_ns
    assert make_compiled() == compiled
    assert (compiled / "made-of").stat().st_mtime_ns == before


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    mine = ["lock", "mine"]
    for name in mine:
        (tmp_path / name).touch()
    script = [sys.executable, str(ROOT / "scripts" / "compile"), str(tmp_path)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "holds something else" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == mine


def test_where_no_folder_can_be_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "folder"
    script = [sys.executable, str(ROOT / "scripts" / "compile"), str(folder)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"compile: no folder {folder}: Not a directory\n"


def test_without_a_compiler_the_script_says_what_to_install(tmp_path: Path) -> None:
    script = [sys.executable, str(ROOT / "scripts" / "compile"), str(tmp_path)]
    done = subprocess.run(
        script,
        env={**os.environ, "CC": "no-such-compiler"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "apt install gcc" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def hook(folder: Path) -> hatch_build.CompilingHook:
    """What builds the arena, into a folder."""
    project: ProjectMetadata[Any] = ProjectMetadata(str(ROOT), None)
    return hatch_build.CompilingHook(str(folder), {}, None, project, str(folder), "x")


def built(folder: Path, version: str = "standard") -> dict[str, Any]:
    """What a build is told of the wheel."""
    data: dict[str, Any] = {"force_include": {}, "pure_python": True}
    hook(folder).initialize(version, data)
    return data


PURE = {"force_include": {}, "pure_python": True}


@pytest.mark.parametrize("compiler", ["no-such-compiler", "cc"])
def test_nothing_is_compiled_where_it_is_forbidden_or_cannot_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, compiler: str
) -> None:
    monkeypatch.setenv("CC", compiler)
    if compiler == "cc":
        monkeypatch.setenv(hatch_build.VARIABLE, "0")
    else:
        monkeypatch.delenv(hatch_build.VARIABLE, raising=False)
    assert hook(tmp_path).dependencies() == []
    assert built(tmp_path) == PURE


def test_what_is_demanded_and_cannot_be_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv(hatch_build.VARIABLE, "1")
    assert hook(tmp_path).dependencies() == hatch_build.TOOLS
    with pytest.raises(SystemExit, match="apt install gcc"):
        built(tmp_path)
    with pytest.raises(SystemExit, match="leave out -e"):
        built(tmp_path, "editable")


def test_what_does_not_compile_stays_python_unless_it_is_demanded(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(folder: Path, root: Path) -> dict[str, str]:
        raise ValueError(f"nothing of {root.name} in {folder.name}")

    demand_compiler()
    monkeypatch.setattr(hatch_build, "compile_to", fail)
    monkeypatch.delenv(hatch_build.VARIABLE, raising=False)
    assert hook(tmp_path).dependencies() == hatch_build.TOOLS
    assert built(tmp_path) == PURE
    assert "not compiled, only slower: nothing of" in capsys.readouterr().err
    monkeypatch.setenv(hatch_build.VARIABLE, "1")
    with pytest.raises(ValueError, match="nothing of"):
        built(tmp_path)


def test_what_is_compiled_is_there() -> None:
    assert all((ROOT / path).is_file() for path in hatch_build.compiled_sources())
