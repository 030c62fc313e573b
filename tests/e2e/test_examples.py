"""Every example configuration, played by real bots to the end."""

import json
import sys
from pathlib import Path

import pytest

from arena.game.record import decode_record, readjudicate
from arena.game.variant import PRESETS
from arena.tournament.config import parse_config
from tests.support.runs import call, unhurried

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "variants").glob("*.toml"))


def test_every_variant_has_an_example() -> None:
    played = {parse_config(path.read_text()).variant.name for path in EXAMPLES}
    assert played == set(PRESETS)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
async def test_the_example_is_played_to_its_end_without_a_forfeit(
    example: Path, tmp_path: Path
) -> None:
    config = parse_config(example.read_text())
    played = tmp_path / example.name
    played.write_text(unhurried(example.read_text()))
    database = ["--database", f"sqlite:///{tmp_path}/arena.db"]
    arena = [sys.executable, "-m", "arena"]
    output = ["--output", str(tmp_path / "output")]
    await call([*arena, "tournament", "run", str(played), *output, *database])
    shown = await call([*arena, "standings", config.name, "--json", *database])
    standings = json.loads(shown.out)
    assert {line["entrant"] for line in standings} == set(config.names)
    assert [line["forfeits"] for line in standings] == [0] * len(config.entrants)
    exported = await call([*arena, "export", config.name, *database])
    records = [decode_record(line) for line in exported.out.splitlines()]
    tables = -(-len(config.entrants) // config.seats)
    rotations = config.rounds * tables * config.boards * config.rotations
    assert len(records) == rotations * config.deals
    for record in records:
        readjudicate(record)
        assert len(record.hands) == config.seats
        assert sum(record.payoff) == 0
