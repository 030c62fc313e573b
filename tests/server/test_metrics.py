"""What is counted, and what a scrape makes of it."""

import pytest
from prometheus_client import generate_latest

from arena.errors import ConfigError
from arena.match.termination import Termination
from arena.server.lobby import Lobby
from arena.server.meter import Histogram
from arena.server.metrics import Metrics
from tests.support.tables import TestTable
from tests.support.wire import Comings


def scraped(metrics: Metrics) -> dict[str, float]:
    lines = generate_latest(metrics._registry).decode().splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def test_a_histogram_counts_a_value_at_its_bound_below_it() -> None:
    histogram = Histogram((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 9.0):
        histogram.observe(value)
    assert histogram.counts == [2, 1, 1]
    assert histogram.sum == 12.0


def test_forfeits_are_counted_by_termination_from_nought_on() -> None:
    metrics = Metrics()
    metrics.forfeited(Termination.FLAG_FALL)
    values = scraped(metrics)
    assert values['arena_forfeits_total{termination="flag_fall"}'] == 1
    assert values['arena_forfeits_total{termination="illegal_answer"}'] == 0
    assert 'arena_forfeits_total{termination="normal"}' not in values


def test_rotations_and_deals_are_counted() -> None:
    metrics = Metrics()
    metrics.rotation_finished(3)
    metrics.rotation_finished(1)
    values = scraped(metrics)
    assert (values["arena_rotations_total"], values["arena_deals_total"]) == (2, 4)


def test_a_lobby_is_read_when_it_is_scraped() -> None:
    lobby, metrics = Lobby("", Comings()), Metrics()
    metrics.watch(lobby)
    assert scraped(metrics)["arena_decisions_total"] == 0
    lobby.meter.decisions = 7
    lobby.meter.refused = 2
    lobby.meter.tasks = 9
    lobby.meter.queued.observe(0.003)
    values = scraped(metrics)
    assert values["arena_decisions_total"] == 7
    assert values["arena_refused_callers_total"] == 2
    assert values["arena_tasks"] == 9
    assert values['arena_prompt_queue_seconds_bucket{le="0.0025"}'] == 0
    assert values['arena_prompt_queue_seconds_bucket{le="0.005"}'] == 1
    assert values['arena_prompt_queue_seconds_bucket{le="+Inf"}'] == 1
    assert values["arena_prompt_queue_seconds_sum"] == 0.003


async def test_a_table_is_counted_once_whoever_sits_at_it() -> None:
    lobby, metrics = Lobby("", Comings()), Metrics()
    metrics.watch(lobby)
    table = TestTable().table
    for name in ("ann", "bob"):
        lobby.expect(name, name).seats[table.id] = (table, 0)
    assert scraped(metrics)["arena_tables"] == 1


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:99999999", "host:"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ConfigError, match="cannot listen"):
        Metrics().open(address)
