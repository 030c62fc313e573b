"""What the documents tell a newcomer to type, typed."""

import json
import re
import sys
from pathlib import Path
from typing import Any

from tests.support.documents import code_blocks, example
from tests.support.runs import SEED, call, unhurried

ARENA = [sys.executable, "-m", "arena"]


async def play(config: Path, name: str) -> dict[str, dict[str, Any]]:
    """Plays a tournament beside its file; gives the standings by entrant."""
    database = ["--database", f"sqlite:///{config.parent}/arena.db"]
    output = ["--output", str(config.parent / "output")]
    run = [*ARENA, "tournament", "run", str(config), "--seed", SEED]
    await call([*run, *output, *database])
    shown = await call([*ARENA, "standings", name, "--json", *database])
    return {line["entrant"]: line for line in json.loads(shown.out)}


def shortened(text: str) -> str:
    """A configuration with one small round, and time enough for a busy machine."""
    for key in ("rounds", "boards"):
        text = re.sub(rf"^{key} = \d+", f"{key} = 1", text, flags=re.MULTILINE)
    return unhurried(text)


async def test_the_readmes_bot_pasted_and_entered_plays_and_is_in_the_standings(
    tmp_path: Path,
) -> None:
    (bot,) = code_blocks("README.md", "python")
    (entry,) = code_blocks("README.md", "toml")
    (tmp_path / "my_bot.py").write_text(bot)
    config = tmp_path / "house.toml"
    # One of each house bot is company enough.
    house = re.sub(r"^copies = \d+\n", "", example()[0], flags=re.MULTILINE)
    house = re.sub(r"^anchor = .*\n", "", house, flags=re.MULTILINE)
    config.write_text(shortened(house) + "\n" + entry)
    mine = (await play(config, "house"))["mine"]
    assert (mine["boards"], mine["deals"], mine["forfeits"]) == (1, 4, 0)


async def test_the_guides_bots_play_and_their_deals_are_verified_as_documented(
    tmp_path: Path,
) -> None:
    guide = "docs/writing-a-bot.md"
    blocks = code_blocks(guide, "python")
    (first,) = [block for block in blocks if "class FirstBot" in block]
    (tidy,) = [block for block in blocks if "class TidyBot" in block]
    (tmp_path / "first_bot.py").write_text(first)
    (tmp_path / "tidy_bot.py").write_text(tidy)
    config = tmp_path / "try.toml"
    entrants = code_blocks(guide, "toml")[0].replace(
        "arena-bot planner", "python tidy_bot.py"
    )
    config.write_text(shortened(entrants))
    standings = await play(config, "try")
    assert [line["forfeits"] for line in standings.values()] == [0] * 4

    (script,) = code_blocks("docs/running-a-tournament.md", "python")
    verify, deals = tmp_path / "verify.py", tmp_path / "try.jsonl"
    verify.write_text(script)
    database = ["--database", f"sqlite:///{tmp_path}/arena.db"]
    await call([*ARENA, "export", "try", "--output", str(deals), *database])
    right = await call([sys.executable, str(verify), str(deals), SEED])
    assert "all deals are those of the seed" in right.out
    wrong = await call([sys.executable, str(verify), str(deals), "00" * 32], code=1)
    assert "line 1: not the hands of this seed" in wrong.err
