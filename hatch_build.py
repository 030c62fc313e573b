"""Has the arena's hot path compiled when it is built, where that is possible.

mypyc makes C of the modules in `COMPILED`: what it gives lies beside their sources in
the wheel, and Python takes it instead of them. Where there is no C compiler, or it does
not succeed, the arena is nothing but Python, and only slower. Nothing is ever compiled
in the project's own folder, where it would hide later changes.

    pip install .                    compiled where possible
    ARENA_COMPILE=1 pip install .    compiled, or an error that says why not
    ARENA_COMPILE=0 pip install .    nothing but Python
"""

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE = "ARENA_COMPILE"
"""The variable of the environment that demands it with `1` and forbids it with `0`."""

COMPILED = {
    "arena": ["dealing", "errors"],
    "arena/game": [
        "cards", "combinations", "deal", "groups", "holding", "leads", "memo", "moves",
        "options", "refusal", "scoring", "setting_up", "shapes", "variant", "view",
    ],
    "arena/match": [
        "attendance", "clock", "events", "machine", "playing", "record", "result",
        "session", "substitute", "termination",
    ],
    "arena/server": [
        "answers", "convert", "encoding", "gathering", "notices", "offers", "outbox",
        "positions", "prompts", "table",
    ],
}  # fmt: skip
"""By folder, what is compiled: what a decision passes through.

Not everything there may be:

- Classes of msgspec (`game/record.py`) lose under mypyc what they say to their
  metaclass, such as that they are frozen.
- Coroutines that asyncio runs, or that wait for its futures (`server/stream.py`,
  `server/player.py`, `server/play.py`), have to be Python's own.

The rest is not asked for every decision, and would only take time to compile.
"""

TOOLS = ["mypy[mypyc]>=1.18", "msgspec>=0.19", "trio>=0.30", "types-protobuf>=7"]
"""What a build of its own environment needs for it: mypyc, and the types of packages
that the compiled modules use."""

TYPES = [
    # Whether types are right is asked elsewhere, with everything installed.
    "--config-file=", "--ignore-missing-imports", "--follow-imports=silent",
    "--explicit-package-bases", "--namespace-packages",
]  # fmt: skip
"""How mypyc reads types."""

OPTIMISATION = "2"


class CompilingHook(BuildHookInterface[Any]):
    """Puts compiled modules into the wheel."""

    PLUGIN_NAME = "custom"

    _folder: TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """Gives what has to be installed for the build."""
        return TOOLS if _wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles, if that is possible or demanded.

        Raises:
            SystemExit: It is demanded and something is missing, or an editable install
                is asked for.
        """
        if version == "editable":
            if _demanded():
                raise SystemExit(
                    f"{VARIABLE}=1 compiles a copy, and an editable install runs the"
                    " sources: leave out -e, or the variable"
                )
            return
        if not _wanted():
            return
        folder = TemporaryDirectory()
        try:
            compiled = compile_to(Path(folder.name), Path(self.root))
        except (Exception, SystemExit) as error:
            folder.cleanup()
            if _demanded():
                raise
            sys.stderr.write(f"the arena is not compiled, only slower: {error}\n")
            return
        # It has to last until the wheel has been written.
        self._folder = folder
        build_data["force_include"].update(compiled)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(
        self, version: str, build_data: dict[str, Any], artifact_path: str
    ) -> None:
        """Clears away what is in the wheel now."""
        del version, build_data, artifact_path
        if self._folder is not None:
            self._folder.cleanup()


def compile_to(folder: Path, root: Path) -> dict[str, str]:
    """Compiles the modules into an empty folder.

    Args:
        folder: Where everything goes that comes of it.
        root: The project's folder.

    Returns:
        By path, where that belongs in a folder for packages.

    Raises:
        SystemExit: Something is missing for it, or cannot be compiled.
    """
    _demand_tools()
    # mypyc goes by what has been imported: setuptools has to be there before it.
    from setuptools import Distribution  # noqa: PLC0415, I001
    from mypyc.build import mypycify  # noqa: PLC0415

    built = folder / "built"
    with _working_in(root):
        extensions = mypycify(
            [f"--cache-dir={folder / 'types'}", *TYPES, *compiled_sources()],
            opt_level=OPTIMISATION,
            debug_level="0",
            target_dir=str(folder / "c"),
            group_name="arena",
        )
        distribution = Distribution({"name": "arena", "ext_modules": extensions})
        command: Any = distribution.get_command_obj("build_ext")
        command.build_lib = str(built)
        command.build_temp = str(folder / "objects")
        command.ensure_finalized()
        command.run()
    return {
        str(path): path.relative_to(built).as_posix()
        for path in sorted(built.rglob("*"))
        if path.is_file()
    }


def compiled_sources() -> list[str]:
    """Gives the paths of the compiled modules from the project's folder."""
    return [
        f"{folder}/{name}.py" for folder, names in COMPILED.items() for name in names
    ]


def missing_tools() -> str | None:
    """Says what has to be installed before anything can be compiled, or `None`."""
    missing = _missing_on_the_machine()
    if missing is not None:
        return missing
    try:
        import mypyc  # noqa: F401, PLC0415
        import setuptools  # noqa: F401, PLC0415
    except ImportError:
        return f"mypyc (pip install '{TOOLS[0]}', or leave out --no-build-isolation)"
    return None


def _missing_on_the_machine() -> str | None:
    """Says what no build of its own environment installs."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    if os.name == "posix" and not (compiler and shutil.which(compiler[0])):
        return "a C compiler (Debian, Ubuntu: apt install gcc)"
    headers = Path(sysconfig.get_path("include"))
    if not (headers / "Python.h").is_file():
        return (
            f"Python's headers in {headers} (Debian, Ubuntu: apt install python3-dev)"
        )
    return None


def _demanded() -> bool:
    return os.environ.get(VARIABLE) == "1"


def _wanted() -> bool:
    """Whether to try it: it is demanded, or neither forbidden nor hopeless."""
    if os.environ.get(VARIABLE, "") in {"0", "1"}:
        return _demanded()
    return _missing_on_the_machine() is None


def _demand_tools() -> None:
    missing = missing_tools()
    if missing is not None:
        raise SystemExit(f"to compile the arena, install {missing}")


@contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
