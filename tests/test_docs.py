"""The documents say what the code does, where that can be compared."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from arena_client import Bot, Play, View
from arena_client.testing import choose_out_of_turn, seated, view
from google.protobuf import text_format

from arena.game.refusal import Refusal
from arena.game.variant import PRESETS
from arena.match.termination import Termination
from arena.server.play import DEFAULT_TABLES
from arena.tournament import config, roster
from arena.tournament.config import parse_config
from arena.v1 import play_service_pb2
from tests.support.documents import (
    ROOT,
    code_blocks,
    sections,
    table_rows,
    text_of,
)

MINIMAL = """
name = "t"
{key}
[[entrants]]
name = "a"
[[entrants]]
name = "b"
"""
"""A configuration with one more key."""

OPERATING = "docs/running-a-tournament.md"


def keys_in_file_section() -> tuple[list[list[str]], list[list[str]]]:
    """The rows of the two tables of keys: the file's, and an entrant's."""
    section = sections(OPERATING)["3. The file"]
    whole, entrant = section.split("Each `[[entrants]]` block")
    return table_rows(whole), table_rows(entrant)


@pytest.mark.parametrize(
    ("number", "module"), [(0, config), (1, roster)], ids=["file", "entrants"]
)
def test_every_key_of_the_configuration_is_explained(
    number: int, module: ModuleType
) -> None:
    rows = keys_in_file_section()[number]
    assert sorted(row[0].strip("`") for row in rows) == sorted(module._KEYS)


def test_the_defaults_are_those_of_the_configuration() -> None:
    plain = parse_config(MINIMAL.format(key=""))
    compared = 0
    for key, _, default, _ in keys_in_file_section()[0]:
        if default.startswith("`") and default.endswith("`"):
            given = f"{key.strip('`')} = {default.strip('`')}"
            assert parse_config(MINIMAL.format(key=given)) == plain, given
            compared += 1
    assert compared > 12


def test_the_configurations_in_the_documents_can_be_used() -> None:
    for name in (OPERATING, "docs/writing-a-bot.md"):
        for block in code_blocks(name, "toml"):
            if block.startswith("name ="):
                parse_config(block)


def test_every_termination_and_refusal_is_explained() -> None:
    operating, protocol = text_of(OPERATING), text_of("docs/protocol.md")
    for termination in Termination:
        assert f"| `{termination.value.upper()}` |" in protocol
        if termination is not Termination.NORMAL:
            assert f"| `{termination.value}` |" in operating
    refusals = [row[0].strip("`") for row in table_rows(protocol)]
    order = [name for name in refusals if name in Refusal.__members__]
    assert order == list(Refusal.__members__)


def test_the_protocol_page_has_the_tables_of_who_names_no_number() -> None:
    found = re.search(
        r"0 leaves it to the arena, which gives (\d+)", text_of("docs/protocol.md")
    )
    assert found is not None
    assert int(found[1]) == DEFAULT_TABLES


def test_the_messages_of_the_protocol_page_can_be_read() -> None:
    blocks = code_blocks("docs/protocol.md", "textproto")
    assert len(blocks) > 10
    for block in blocks:
        kind = block.splitlines()[0].removeprefix("# ")
        message = getattr(play_service_pb2, kind)()
        text_format.Parse(block, message)
        assert message.ByteSize()


def test_every_field_of_a_view_is_explained() -> None:
    explained = set(re.findall(r"`view\.(\w+)`", text_of("docs/writing-a-bot.md")))
    fields = {name for name in vars(View) if not name.startswith("_")}
    assert explained == fields


def test_the_tests_of_the_guides_bot_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = code_blocks("docs/writing-a-bot.md", "python")
    (bot,) = [block for block in blocks if "class TidyBot" in block]
    (tests,) = [block for block in blocks if "def test_" in block]
    module = ModuleType("tidy_bot")
    exec(bot, vars(module))  # noqa: S102 - the document is ours
    monkeypatch.setitem(sys.modules, "tidy_bot", module)
    found: dict[str, Callable[[], None]] = {}
    exec(tests, found)  # noqa: S102 - the document is ours
    names = [name for name in found if name.startswith("test_")]
    assert len(names) == tests.count("def test_")
    for name in names:
        found[name]()


def test_the_guides_command_for_tests_heeds_no_settings_above(tmp_path: Path) -> None:
    (command,) = re.findall(
        r"^\$ python (-m pytest .*)$", text_of("docs/writing-a-bot.md"), re.MULTILINE
    )
    blocks = code_blocks("docs/writing-a-bot.md", "python")
    folder = tmp_path / "bots"
    folder.mkdir()
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\nminversion = "999"\n'
    )
    for name, part in (("tidy_bot", "class TidyBot"), ("test_tidy", "def test_")):
        (text,) = [block for block in blocks if part in block]
        (folder / f"{name}.py").write_text(text)
    ran = subprocess.run(
        [sys.executable, *command.split()],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT / "clients/python/src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " 4 passed" in ran.stdout


def test_the_guides_play_out_of_turn_bombs_a_two() -> None:
    blocks = code_blocks("docs/writing-a-bot.md", "python")
    (method,) = [block for block in blocks if "def play_out_of_turn" in block]
    found: dict[str, Any] = {"View": View, "Play": Play}
    exec(method, found)  # noqa: S102 - the document is ours
    bot = type("Bomber", (Bot,), {"play_out_of_turn": found["play_out_of_turn"]})
    hand = "4S 4C 4D 4H 9S"
    for table, played in (("2S", "4S 4C 4D 4H"), ("KS", None)):
        seen = view(hand, table=table, may_pass=False)
        assert choose_out_of_turn(seated(bot()), seen) == played


def test_every_module_of_the_arena_is_on_the_map() -> None:
    by_folder: dict[str, set[str]] = {}
    for heading, text in sections("docs/architecture.md").items():
        named = {row[0].strip("`") for row in table_rows(text)}
        by_folder[heading.partition(":")[0]] = named
    for folder in sorted((ROOT / "arena").iterdir()):
        if folder.is_dir() and folder.name not in {"v1", "__pycache__"}:
            modules = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
            named = {name for name in by_folder[folder.name] if name.endswith(".py")}
            assert named == modules, f"docs/architecture.md, section {folder.name}"


def test_every_variant_has_a_name_that_the_documents_use_rightly() -> None:
    pattern = r'variant = "([\w-]+)"|arena variants show ([\w-]+)'
    for path in sorted((ROOT / "docs").glob("*.md")):
        for one, other in re.findall(pattern, path.read_text(encoding="utf-8")):
            name = one or other
            assert name in PRESETS or name == "NAME", f"{path.name}: {name}"
