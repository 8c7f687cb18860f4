"""Tables that are lost while the service runs are solved again, and its builder is not started more than needed.

The service is in this process, and the half minute between two starts of its builder is shortened.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from perfect_play.server import create_app
from perfect_play.solvers.building import builder_process as builder_process
from tests.server.live import ALL_TABLES, HANOI, LIVE_LIMIT, QUICK, builders, tables, wait

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes under /proc")


@pytest.fixture
def repairing(live_data: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """A service whose builder found nothing to do and is gone."""
    monkeypatch.setattr(builder_process, "RESTART_SECONDS", 0.0)
    app = create_app({"data_dir": live_data, "presolve": QUICK, "presolve_limit": LIVE_LIMIT})
    app.test_client().get("/health")
    builder = app.extensions["manager"].builder
    wait("the builder is done", lambda: not builders(live_data) and not builder.progress()["alive"])
    return app


def test_damaged_and_deleted_tables_are_solved_again_while_serving(repairing: Flask, live_data: Path):
    """Without a restart: at once, as that takes little, or after 503."""
    client, there = repairing.test_client(), tables(live_data)
    path = live_data / "tables" / "towersofhanoi.3_3.sqlite"
    path.write_bytes(path.read_bytes()[:5000])
    response = client.get(HANOI)
    assert response.status_code == 200 or "is damaged" in response.get_json()["error"]
    wait("it is solved again", lambda: client.get(HANOI).status_code == 200, 15, every=0.1)
    assert client.get(HANOI).get_json()["response"]["remoteness"] == 7
    path.unlink()
    assert client.get(HANOI).status_code in (200, 503)
    wait("it is solved again", lambda: client.get(HANOI).status_code == 200, 15, every=0.1)
    assert client.get("/ready").status_code == 200
    assert tables(live_data) == there >= ALL_TABLES
    wait("the builder is done", lambda: not builders(live_data))


def test_the_builder_is_not_started_for_every_request(live_data: Path, monkeypatch: pytest.MonkeyPatch):
    """If the table cannot be solved, requests do not start builder after builder."""
    app = create_app({"data_dir": live_data, "build": False})
    manager, client = app.extensions["manager"], app.test_client()
    started = []
    monkeypatch.setattr(manager.builder, "_spawn", lambda options: started.append(list(options)))
    manager.builder.start()
    path = live_data / "tables" / "towersofhanoi.3_3.sqlite"
    path.write_bytes(b"")
    for _ in range(20):
        assert client.get(HANOI).status_code == 503
    assert started == [["--fresh"]]
    monkeypatch.setattr(builder_process, "RESTART_SECONDS", 0.0)
    assert client.get(HANOI).status_code == 503
    assert started == [["--fresh"], ["--suspect=towersofhanoi/3_3"]], "its checksums are to be compared"


def test_a_service_without_builder_starts_none(live_data: Path):
    app = create_app({"data_dir": live_data, "build": False})
    (live_data / "tables" / "towersofhanoi.3_3.sqlite").unlink()
    assert app.test_client().get(HANOI).status_code == 503
    assert builders(live_data) == []
    assert not (live_data / "tables" / "towersofhanoi.3_3.sqlite").exists()
