"""Sound input to begin with: records of a small tournament, deals of every variant."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from arena.director.recording import Recorder
from arena.director.schedule import assignments
from arena.game.record import DealRecord, decode_record
from arena.game.variant import PRESETS, Variant
from arena.tournament.config import TournamentConfig, parse_config
from arena.tournament.swiss import Swiss
from tests.support.verifiable import play_session

_CONFORMANCE = Path(__file__).resolve().parents[2] / "tests" / "conformance" / "data"

_SEED = bytes(range(32))

_CONFIG = """\
name = "fuzz"
rounds = 1
boards = 1
rotations = 2
deals = 2

[[entrants]]
name = "a"
copies = 4
"""


@cache
def config() -> TournamentConfig:
    """Gives the configuration of the tournament that `records` are of."""
    return parse_config(_CONFIG)


@cache
def records() -> Sequence[DealRecord]:
    """Gives the records of a whole tournament with forfeits in it."""
    paired = Swiss(config(), _SEED).next_round([])
    assert paired is not None
    played = [
        play_session(config(), assignment, assignment.entrants, faulty="a-2")
        for assignment in assignments(config(), _SEED, paired)
    ]
    recorder = Recorder(config())
    return [
        decode_record(line)
        for rotation in played
        for line in recorder.finished(rotation, "2026-03-01T12:00:00.000Z").lines
    ]


def playthroughs() -> list[DealRecord]:
    """Gives the deals of the conformance data as records."""
    lines = (_CONFORMANCE / "playthroughs.jsonl").read_text(encoding="utf-8")
    return [_as_record(json.loads(line)) for line in lines.splitlines()]


def variants() -> list[Variant]:
    """Gives every variant that has a name."""
    return list(PRESETS.values())


def _as_record(values: dict[str, list[object]]) -> DealRecord:
    seats = len(values["hands"])
    known = {
        name: values[name] for name in DealRecord.__struct_fields__ if name in values
    }
    record: DealRecord = msgspec.convert(
        {
            "tournament": "fuzz",
            "round": 1,
            "table": 1,
            "board": 1,
            "rotation": 1,
            "deal": 0,
            "entrants": [f"a-{seat}" for seat in range(seats)],
            "terminations": ["normal"] * seats,
            "think_ms": [0] * seats,
            "started_time": None,
            **known,
        },
        DealRecord,
    )
    return record
