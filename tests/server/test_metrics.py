"""`/metrics`: requests, their times, blocks and tables, and their totals over several workers."""

from __future__ import annotations

import http.client
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from perfect_play.server import create_app
from perfect_play.server.operations.metrics import DIRECTORY
from tests.server.live import Service

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]
POSITION = "/puzzles/npuzzle/3/R_A_3_3_1234567-8"
ROUTE = "/puzzles/<puzzle_id>/<variant_id>/<position>/"


def samples(text: str) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def asked(found: Samples, route: str, status: int) -> float:
    labels = {"route": route, "method": "GET", "status": str(status)}
    return found.get(("perfectplay_requests_total", frozenset(labels.items())), 0)


def sample(found: Samples, name: str, **labels: str) -> float:
    return found.get((name, frozenset(labels.items())), 0)


def scrape(client: FlaskClient) -> Samples:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.mimetype == "text/plain"
    assert answer.headers["Cache-Control"] == "no-store"
    return samples(answer.text)


def test_requests_are_counted_by_route_and_status(client: FlaskClient):
    before = scrape(client)
    for _ in range(3):
        client.get(POSITION)
    client.get("/puzzles/npuzzle/3/nonsense")
    client.get("/no/such/route")
    client.open("/puzzles", method="NONSENSE")
    after = scrape(client)
    assert asked(after, ROUTE, 200) - asked(before, ROUTE, 200) == 3
    assert asked(after, ROUTE, 400) - asked(before, ROUTE, 400) == 1
    assert asked(after, "none", 404) - asked(before, "none", 404) == 1
    assert not any("nonsense" in str(key) for key in after), "what is typed is no label"
    assert not any("NONSENSE" in str(key) for key in after)
    times = [sample(found, "perfectplay_request_seconds_count", route=ROUTE) for found in (before, after)]
    assert times[1] - times[0] == 4
    spent = [sample(found, "perfectplay_request_seconds_sum", route=ROUTE) for found in (before, after)]
    assert 0 < spent[1] - spent[0] < 60


def test_blocks_are_counted(data_dir: Path):
    client = create_app({"data_dir": data_dir, "build": False}).test_client()
    counts = []
    for _ in range(3):
        found = scrape(client)
        counts.append(
            [sample(found, "perfectplay_block_lookups_total", **{"from": name}) for name in ("disk", "memory")]
        )
        client.get(POSITION)
    (disk0, memory0), (disk1, memory1), (disk2, memory2) = counts
    assert disk1 > disk0, "the first request reads blocks"
    assert disk2 == disk1, "the second finds them in memory"
    assert memory2 - memory1 > memory1 - memory0


def test_tables_are_told(client: FlaskClient, tmp_path: Path):
    found = scrape(client)
    states = {state: sample(found, "perfectplay_tables", state=state) for state in ("available", "unavailable")}
    assert states["available"] > 100
    bare = scrape(create_app({"data_dir": tmp_path, "build": False}).test_client())
    assert sample(bare, "perfectplay_tables", state="available") < states["available"]
    assert sample(bare, "perfectplay_tables", state="unavailable") > 100


@pytest.mark.second_ring
def test_workers_are_added_up(service: Service):
    def ask(path: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    before = asked(samples(ask("/metrics")[1]), "/universal/v1/", 200)
    for _ in range(40):
        assert ask("/universal/v1/")[0] == 200
    told = {asked(samples(ask("/metrics")[1]), "/universal/v1/", 200) for _ in range(6)}
    assert told == {before + 40}, "whichever worker is asked tells of all"
    assert "Traceback" not in service.said()


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(DIRECTORY, raising=False)
