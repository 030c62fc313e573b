"""What is written in the documents, taken apart for tests."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def text_of(name: str) -> str:
    """The text of a document, by its path from the root."""
    return (ROOT / name).read_text(encoding="utf-8")


def example() -> tuple[str, str]:
    """The example tournament, and the entry at its end that it offers to a bot.

    Whoever has followed the README has entered a bot behind that, or in its place.
    """
    text = text_of("examples/house.toml")
    offered = re.search(
        r'(?:^(?:# )?.+\n){2}^(?:# )?command = "python my_bot.py"\n', text, re.MULTILINE
    )
    assert offered is not None
    entry = re.sub("^# ", "", offered[0], flags=re.MULTILINE)
    return text[: offered.start()], entry


def code_blocks(name: str, language: str) -> list[str]:
    """The fenced blocks of one language in a document, in order."""
    pattern = rf"^```{language}\n(.*?)^```$"
    return re.findall(pattern, text_of(name), re.MULTILINE | re.DOTALL)


def table_rows(text: str) -> list[list[str]]:
    """The cells of each row of the tables in a text, headings left out."""
    rows = []
    for line, after in zip(
        text.splitlines(), [*text.splitlines()[1:], ""], strict=True
    ):
        if line.startswith("| ") and not after.startswith("|---"):
            rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows


def sections(name: str) -> dict[str, str]:
    """The text below each heading of a document, by the heading."""
    parts = re.split(r"^#+ (.*)$", text_of(name), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))
