"""Numbers of action sequences from given deals; see `tests/support/perft.py`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.perft import begin, perft

TABLE = json.loads((Path(__file__).parent / "data" / "perft.json").read_text("utf-8"))


@pytest.mark.parametrize("line", TABLE, ids=[line["variant"] for line in TABLE])
def test_numbers_of_action_sequences(line: dict[str, Any]) -> None:
    depths = range(1, len(line["sequences"]) + 1)
    assert [perft(begin(line), depth) for depth in depths] == line["sequences"]
