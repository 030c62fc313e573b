"""What a serving arena counts, for Prometheus to scrape.

No metric has the name of a bot or tournament for a label: strangers would decide how
many series there are.
"""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from arena.errors import ConfigError
from arena.match.termination import Termination
from arena.server.lobby import Lobby
from arena.server.meter import Histogram


class Metrics:
    """The metrics of one arena."""

    def __init__(self) -> None:
        """Begins at nothing; `watch` adds what a lobby counts."""
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._forfeits = Counter(
            "arena_forfeits",
            "Deals forfeited, by why.",
            ("termination",),
            registry=self._registry,
        )
        for termination in Termination:
            if termination is not Termination.NORMAL:
                self._forfeits.labels(termination.value)
        self._rotations = Counter(
            "arena_rotations",
            "Rotations played and stored.",
            registry=self._registry,
        )
        self._deals = Counter(
            "arena_deals", "Deals played and stored.", registry=self._registry
        )

    def watch(self, lobby: Lobby) -> None:
        """Adds what is counted in and around a lobby."""
        self._registry.register(_LobbyCollector(lobby))

    def forfeited(self, termination: Termination) -> None:
        """Counts a forfeit."""
        self._forfeits.labels(termination.value).inc()

    def rotation_finished(self, deals: int) -> None:
        """Counts a rotation with that many deals."""
        self._rotations.inc()
        self._deals.inc(deals)

    def open(self, address: str) -> str:
        """Serves the metrics by HTTP, in threads of their own, until the process ends.

        Args:
            address: `host:port`, or a port of this machine alone; 0 is any.

        Returns:
            Where, `host:port`.

        Raises:
            ConfigError: the address cannot be listened on.
        """
        host, _, port = address.rpartition(":")
        host = host.strip("[]") or "127.0.0.1"
        try:
            server, _ = start_http_server(int(port), host, registry=self._registry)
        except (OSError, ValueError, OverflowError) as error:
            raise ConfigError(
                "metrics",
                f"cannot listen on '{address}'",
                "choose a free port of this machine, or 0 for any",
            ) from error
        return f"{host}:{server.server_port}"


class _LobbyCollector(Collector):
    """Reads a lobby and its meter when it is scraped, from another thread.

    Nothing is locked: each number is right by itself, and a moment apart from others.
    """

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def collect(self) -> Iterator[Metric]:
        meter, players = self._lobby.meter, self._lobby.players()
        yield GaugeMetricFamily(
            "arena_connected_bots",
            "Bots with a stream.",
            sum(player.present for player in players),
        )
        yield GaugeMetricFamily(
            "arena_tables",
            "Tables being played.",
            len({table for player in players for table in list(player.seats)}),
        )
        yield GaugeMetricFamily(
            "arena_tasks", "Tasks of the arena's own event loop.", meter.tasks
        )
        yield CounterMetricFamily(
            "arena_decisions", "Answers taken to tables.", meter.decisions
        )
        yield CounterMetricFamily(
            "arena_refused_callers", "Callers that were not let in.", meter.refused
        )
        yield _histogram(
            "arena_prompt_queue_seconds",
            "How long the oldest prompt of a message waited in the arena.",
            meter.queued,
        )
        yield _histogram(
            "arena_event_loop_lag_seconds",
            "How late the event loop was, looked at four times a second.",
            meter.lag,
        )


def _histogram(name: str, what: str, counted: Histogram) -> Metric:
    buckets: list[tuple[str, float]] = []
    total = 0
    for bound, count in zip([*counted.bounds, None], list(counted.counts), strict=True):
        total += count
        buckets.append(("+Inf" if bound is None else str(bound), total))
    return HistogramMetricFamily(name, what, buckets=buckets, sum_value=counted.sum)
