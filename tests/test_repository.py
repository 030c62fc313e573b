"""What holds for the repository as a whole, and no tool checks by itself."""

import ast
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

TOP_LEVEL = {
    ".ci",
    ".editorconfig",
    ".gitattributes",
    ".gitignore",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "arena",
    "clients",
    "constraints.txt",
    "docs",
    "examples",
    "hatch_build.py",
    "proto",
    "pyproject.toml",
    "scripts",
    "tests",
}
"""All there is to see at the top; an addition is a decision, so it is made here."""

REGISTRY_HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("static", "crates", "io"),
        ("index", "crates", "io"),
        ("proxy", "golang", "org"),
        ("sum", "golang", "org"),
        ("repo", "maven", "apache", "org"),
        ("repo1", "maven", "org"),
        ("deb", "debian", "org"),
    )
]
"""Put together here, because this file is searched as well."""

MODULE_LINES = 400
"""A hand-written module longer than this wants to be two."""


def tracked_files() -> list[Path]:
    """Every file that is, or is about to be, under version control."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("needs git and a clone")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    return [ROOT / name for name in listed if name and (ROOT / name).is_file()]


def tracked_texts() -> list[tuple[Path, str]]:
    """Path from the root and text of every tracked file that is text."""
    texts = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        texts.append((path.relative_to(ROOT), text))
    return texts


def arena_modules() -> list[Path]:
    """Every hand-written module of the arena."""
    return [
        path
        for path in sorted((ROOT / "arena").rglob("*.py"))
        if not path.name.endswith(("_pb2.py", "_pb2_grpc.py"))
    ]


def docstring_of(module: Path) -> str:
    return ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""


def test_nothing_lies_about_at_the_top_level() -> None:
    found = {path.relative_to(ROOT).parts[0] for path in tracked_files()}
    assert found - TOP_LEVEL == set()


def test_no_file_names_the_host_of_a_package_registry() -> None:
    offenders = [
        (str(path), host)
        for path, text in tracked_texts()
        for host in REGISTRY_HOSTS
        if host in text
    ]
    assert offenders == []


def test_no_file_puts_work_off_to_later() -> None:
    marker = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX)\b")
    offenders = [
        str(path)
        for path, text in tracked_texts()
        if marker.search(text) and not path.name.endswith("lock.json")
    ]
    assert offenders == []


def test_modules_stay_short_enough_to_read_in_one_go() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in arena_modules()
    }
    assert {p: n for p, n in lengths.items() if n > MODULE_LINES} == {}


def test_every_folder_of_the_arena_says_what_lives_there() -> None:
    folders = {path.parent for path in arena_modules()}
    silent = [
        str(folder.relative_to(ROOT))
        for folder in sorted(folders)
        if not (folder / "__init__.py").exists()
        or not docstring_of(folder / "__init__.py")
    ]
    assert silent == []


def test_the_map_in_the_arenas_docstring_names_every_part() -> None:
    parts = {
        path.relative_to(ROOT / "arena").parts[0].removesuffix(".py")
        for path in arena_modules()
    } - {"__init__", "__main__"}
    words = set(re.findall(r"\w+", docstring_of(ROOT / "arena" / "__init__.py")))
    assert parts - words == set()


def test_links_between_documents_lead_somewhere() -> None:
    dead = []
    for path, text in tracked_texts():
        if path.suffix != ".md":
            continue
        for target in re.findall(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)", text):
            if "://" in target or target.startswith("mailto:"):
                continue
            if not (ROOT / path).parent.joinpath(target).exists():
                dead.append((str(path), target))
    assert dead == []


def scripts() -> list[Path]:
    """Every shell script that people and continuous integration start."""
    found = [ROOT / ".ci" / "run"]
    found += [
        path
        for path in sorted((ROOT / "scripts").iterdir())
        if path.is_file() and not path.suffix
    ]
    return found


@pytest.mark.parametrize("script", scripts(), ids=lambda path: path.name)
def test_scripts_can_be_started_and_are_sound(script: Path) -> None:
    first_line = script.read_text(encoding="utf-8").splitlines()[0]
    assert script.stat().st_mode & 0o111 == 0o111
    if first_line == "#!/usr/bin/env python3":
        compile(script.read_text(encoding="utf-8"), script, "exec")
        return
    assert first_line in {"#!/bin/sh", "#!/usr/bin/env bash"}
    shell = "bash" if first_line.endswith("bash") else "sh"
    subprocess.run([shell, "-n", script], check=True)


def test_no_clock_is_asked_for_where_it_is_not_given() -> None:
    """A test's clock is the one among its arguments; `usefixtures` gives it none."""
    asked = re.compile(r'usefixtures\([^)]*"(mock|autojump)_clock"')
    found = [
        str(file)
        for file in tracked_files()
        if file.suffix == ".py" and asked.search(file.read_text())
    ]
    assert not found
