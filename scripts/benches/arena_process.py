"""An arena in a process of its own, with its bots in processes of theirs.

The arena is the real one and plays a tournament: it launches the bots, keeps every
rotation in a SQLite database on the disk, and is asked how many decisions it passed in
how much time. Bots that have no command join by themselves: what starts them waits for
`tokens` and then for `await_play`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from scripts.benches.compiled import compiled_arena
from scripts.benches.measured_process import SOURCES, MeasuredProcess

SEED = "b0a2d0" + "00" * 29
"""The master seed: every run plays the same deals."""

LONG = {"rounds": 1000, "boards": 500, "clock": "600+10", "connect_time": 600}
"""The settings of a tournament that is not over before it has been measured, with
clocks that a busy machine does not let run out."""


class HostProcess(MeasuredProcess):
    """A process that plays the tournament of a file and is measured."""

    def __init__(self, module: str, config: Path, *, compiled: bool) -> None:
        """Starts `arena_host` or what is like it, on the compiled arena or not."""
        super().__init__(
            module,
            [str(config), *(["--compiled"] if compiled else [])],
            before=compiled_arena() if compiled else None,
        )


class ArenaProcess(HostProcess):
    """One arena playing; a context manager that ends it and its bots."""

    def __init__(
        self,
        entrants: Mapping[str, str | None],
        settings: Mapping[str, object],
        *,
        environment: Mapping[str, str] | None = None,
        compiled: bool = False,
    ) -> None:
        """Starts an arena.

        Args:
            entrants: By name, the command that the arena launches a bot with; `None`
                is a bot that joins by itself.
            settings: Keys of the tournament's file, beside or instead of `LONG`.
            environment: What launched bots find in their environment.
            compiled: Whether its hot path is compiled.
        """
        self._folder = TemporaryDirectory()
        config = Path(self._folder.name) / "bench.toml"
        config.write_text(
            _config_text(entrants, {**LONG, **settings}, environment or {}),
            encoding="utf-8",
        )
        super().__init__("scripts.benches.arena_host", config, compiled=compiled)

    def tokens(self) -> tuple[str, dict[str, str]]:
        """Gives the arena's address, and by name the tokens of bots without command."""
        address = self.hear("listening")["address"]
        return address, self.hear("awaiting")["tokens"]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Ends the arena, which ends the bots that it has launched."""
        super().__exit__(kind, error, traceback)
        self._folder.cleanup()


def _config_text(
    entrants: Mapping[str, str | None],
    settings: Mapping[str, object],
    environment: Mapping[str, str],
) -> str:
    lines = ['name = "bench"', f'seed = "{SEED}"']
    lines += [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    variables = {"PYTHONPATH": SOURCES, **environment}
    inline = ", ".join(f"{key} = {json.dumps(text)}" for key, text in variables.items())
    for name, command in entrants.items():
        lines += ["[[entrants]]", f'name = "{name}"']
        if command is not None:
            lines += [f"command = {json.dumps(command)}", f"env = {{ {inline} }}"]
    return "\n".join(lines) + "\n"
