"""The files with what launched bots print: a heading a launch, and the last words."""

from pathlib import Path

from arena.director.opening import now_text

OUTPUT_LINES = 5
"""How many of a bot's last lines an error shows."""

_HEAD = "--- launched"


def head_output(output: Path) -> None:
    """Begins a launch's part of a bot's output, which earlier ones may stand before."""
    output.parent.mkdir(parents=True, exist_ok=True)
    with output.open("a", encoding="utf-8") as file:
        file.write(f"{_HEAD} {now_text()}\n")


def last_words(output: Path) -> str:
    """Gives a hint with the last lines a bot printed, and where the rest is."""
    said = output.read_text(errors="replace").rpartition(_HEAD)[2].splitlines()[1:]
    lines = said[-OUTPUT_LINES:]
    if not lines:
        return f"it printed nothing; its output goes to {output}"
    return f"it printed (all of it is in {output}):\n" + "\n".join(lines)
