"""`/metrics`: request counts and durations, table lookups and the state of tables, for Prometheus.

Each of several worker processes counts in files of its own, in a directory that gunicorn's master creates
(`shared_files.py`); the worker that is scraped adds them up. The state of tables is the same in all workers.
"""

import os
import threading
from collections import Counter as Tally
from collections.abc import Iterator
from functools import cache
from typing import Any

from flask import Blueprint, Flask, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from perfect_play.server.api_docs.json_schema import string
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.middleware.envelope import Count
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.status import State

blueprint = Blueprint("metrics", __name__)

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"  # the variable that prometheus_client reads
BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
NO_ROUTE = "none"
METHODS = frozenset(("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"))
OTHER_METHOD = "other"  # replaces any other method, so that clients cannot create labels

COUNTED = CollectorRegistry()
REQUESTS = Counter("perfectplay_requests", "Requests answered.", ["route", "method", "status"], registry=COUNTED)
SECONDS = Histogram(
    "perfectplay_request_seconds", "How long answers took.", ["route"], buckets=BUCKETS, registry=COUNTED
)
LOOKUPS = Counter(
    "perfectplay_block_lookups",
    "Blocks of tables that were looked up: kept in memory, or read and decoded.",
    ["from"],
    registry=COUNTED,
)


_requests = cache(REQUESTS.labels)  # bounded by the number of routes, methods and statuses
_seconds = cache(SECONDS.labels)
_lookups = cache(LOOKUPS.labels)


class _BlockLookups:
    """Adds the hits and misses of the block cache since the last call to the metrics."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counted: Tally[str] = Tally()

    def update(self, manager: PuzzleManager) -> None:
        """Count the lookups since the last call."""
        cache = manager.store.cache
        with self._lock:
            for name, count in (("memory", cache.hits), ("disk", cache.misses)):
                if new := count - self._counted[name]:
                    _lookups(name).inc(new)
                    self._counted[name] = count


class _TableCollector(Collector):
    """Gauges of the tables by state and of the progress of the current solve, collected at every scrape."""

    def __init__(self, manager: PuzzleManager) -> None:
        self.manager = manager

    def collect(self) -> Iterator[Metric]:
        """The gauges."""
        states = Tally(self.manager.status(rules).state for rules in self.manager.presolved())
        tables = GaugeMetricFamily("perfectplay_tables", "Start-up variants by state.", labels=["state"])
        for state in State:
            tables.add_metric([str(state)], states[state])
        yield tables
        progress = self.manager.builder.progress() or {}
        alive = progress.get("alive", False)
        in_hand: list[dict[str, Any]] = [progress[lane] for lane in ("current", "side") if alive and progress.get(lane)]
        solved = GaugeMetricFamily("perfectplay_solving_positions", "Solved so far.", labels=["variant"])
        expected = GaugeMetricFamily("perfectplay_solving_expected", "Expected in all.", labels=["variant"])
        for current in in_hand:
            solved.add_metric([current["id"]], current["positions"])
            expected.add_metric([current["id"]], current["expected"])
        yield solved
        yield expected
        requested = GaugeMetricFamily("perfectplay_requested", "Variants to be solved that somebody asks about.")
        requested.add_metric([], len(progress.get("requested", ())) if alive else 0)
        yield requested


def register(app: Flask) -> Count:
    """Add the route; returns what counts requests."""
    app.register_blueprint(blueprint)
    block_lookups, manager = _BlockLookups(), app.extensions["manager"]

    def count(route: str | None, method: str, status: int, seconds: float) -> None:
        _requests(route or NO_ROUTE, method if method in METHODS else OTHER_METHOD, status).inc()
        _seconds(route or NO_ROUTE).observe(seconds)
        block_lookups.update(manager)

    return count


@blueprint.get("/metrics/")
@documented("service", string("metrics in Prometheus's text format"), media_type="text/plain")
def metrics() -> Response:
    """Request counts and durations of all workers together, and the state of tables."""
    registry = CollectorRegistry()
    if os.environ.get(DIRECTORY):
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        counted = generate_latest(registry)
    else:
        counted = generate_latest(COUNTED)
    tables = CollectorRegistry()
    tables.register(_TableCollector(current_app.extensions["manager"]))
    answer = Response(counted + generate_latest(tables), content_type=CONTENT_TYPE_LATEST)
    answer.headers["Cache-Control"] = "no-store"
    return answer
