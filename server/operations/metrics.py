"""`/metrics`: what is asked of the service and how long it takes, for Prometheus.

With several worker processes each counts in files of its own, in a directory that gunicorn's master makes
(`gunicorn.conf.py`), and whichever worker is asked adds them up. What tables there are is the same for all of them.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter as Tally
from collections.abc import Iterator
from functools import cache
from typing import Any

from flask import Blueprint, Flask, Response, current_app, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from server.api_docs.json_schema import string
from server.api_docs.route_docs import documented
from solvers.manager import PuzzleManager, State

blueprint = Blueprint("metrics", __name__)

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client's own name for it
KIND = "text/plain"
BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
NO_ROUTE = "none"
METHODS = frozenset(("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"))
OTHER = "other"  # a client can send any word

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


_requests = cache(REQUESTS.labels)  # one for each of the few routes, methods and statuses there are
_seconds = cache(SECONDS.labels)
_lookups = cache(LOOKUPS.labels)


class _Blocks:
    """Hands on what the cache of blocks has counted since the last time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._told: Tally[str] = Tally()

    def hand_on(self, manager: PuzzleManager) -> None:
        """Count what is new."""
        cache = manager.store.cache
        with self._lock:
            for name, count in (("memory", cache.hits), ("disk", cache.misses)):
                if new := count - self._told[name]:
                    _lookups(name).inc(new)
                    self._told[name] = count


class _Tables(Collector):
    """The tables there are, and how far the solve in hand is; asked for at every scrape."""

    def __init__(self, manager: PuzzleManager) -> None:
        self.manager = manager

    def collect(self) -> Iterator[Metric]:
        """The gauges."""
        states = Tally(self.manager.status(rules).state for rules in self.manager.presolved())
        tables = GaugeMetricFamily("perfectplay_tables", "Start-up variants by state.", labels=["state"])
        for state in State:
            tables.add_metric([str(state)], states[state])
        yield tables
        told = self.manager.progress() or {}
        current: dict[str, Any] = (told.get("current") if told.get("alive") else None) or {}
        solved = GaugeMetricFamily("perfectplay_solving_positions", "Solved so far.", labels=["variant"])
        expected = GaugeMetricFamily("perfectplay_solving_expected", "Expected in all.", labels=["variant"])
        if current:
            solved.add_metric([current["id"]], current["positions"])
            expected.add_metric([current["id"]], current["expected"])
        yield solved
        yield expected


def register(app: Flask) -> None:
    """Count every request of an application."""
    blocks = _Blocks()

    @app.before_request
    def begin() -> None:
        g.begun = time.perf_counter()

    @app.after_request
    def count(response: Response) -> Response:
        asked = request._get_current_object()  # type: ignore[attr-defined]
        route = asked.url_rule.rule if asked.url_rule is not None else NO_ROUTE
        method = asked.method if asked.method in METHODS else OTHER
        _requests(route, method, response.status_code).inc()
        begun = g.get("begun")
        if begun is not None:
            _seconds(route).observe(time.perf_counter() - begun)
        blocks.hand_on(app.extensions["manager"])
        return response

    app.register_blueprint(blueprint)


@blueprint.get("/metrics/")
@documented("service", string("metrics as Prometheus reads them"), media_type=KIND)
def metrics() -> Response:
    """What was asked, how long it took, and which tables there are, of all workers together."""
    registry = CollectorRegistry()
    if os.environ.get(DIRECTORY):
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        counted = generate_latest(registry)
    else:
        counted = generate_latest(COUNTED)
    tables = CollectorRegistry()
    tables.register(_Tables(current_app.extensions["manager"]))
    answer = Response(counted + generate_latest(tables), content_type=CONTENT_TYPE_LATEST)
    answer.headers["Cache-Control"] = "no-store"
    return answer
