"""The index, `/health`, `/ready`, and that creating the application does no work."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle
from perfect_play.server import create_app
from perfect_play.server.operations import health as operations
from perfect_play.solvers.building.builder_process import BuilderProcess, Progress, take_builder_lock
from perfect_play.solvers.manager import PuzzleManager
from tests.helpers import load, start_up
from tests.server.conftest import files_below

TABLES = 160  # start-up tables of the tests when this was written: 165


# --- health and readiness ---------------------------------------------------------------------


def test_health_tells_status_version_and_use_within_bounds(client: FlaskClient):
    before = datetime.now(UTC) - timedelta(seconds=2)  # it is told in whole seconds, and clocks are set back
    response = client.get("/health")
    assert response.status_code == 200
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    told = response.get_json()
    assert set(told) == {"status", "version", "uptime", "cpu_usage", "memory_usage", "timestamp"}
    assert told["status"] == "ok"
    assert isinstance(told["uptime"], float)
    assert 0 <= told["uptime"] < 3600
    assert isinstance(told["cpu_usage"], int | float)
    assert 0 <= told["cpu_usage"] < 100 * (os.cpu_count() or 1) * 4
    assert isinstance(told["memory_usage"], int)
    assert 5_000_000 < told["memory_usage"] < 8_000_000_000
    assert before <= datetime.fromisoformat(told["timestamp"]) <= datetime.now(UTC)


def test_health_goes_on(client: FlaskClient):
    first = client.get("/health").get_json()["uptime"]
    time.sleep(0.01)
    assert client.get("/health/").get_json()["uptime"] > first


def test_health_asks_nothing_of_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It is constant and cheap, so it works even if no table can be read."""

    def fail(*_: Any) -> None:
        raise AssertionError("health looked at the tables")

    monkeypatch.setattr(PuzzleManager, "status", fail)
    monkeypatch.setattr(BuilderProcess, "progress", fail)
    app = create_app({"data_dir": tmp_path / "none", "build": False})
    assert app.test_client().get("/health").status_code == 200


def test_ready_with_all_tables_is_200(client: FlaskClient, nothing_written: None):
    response = client.get("/ready")
    assert response.status_code == 200
    told = response.get_json()
    assert told["status"] == "ready"
    assert told["waiting"] == {}
    assert told["solving"] is None
    assert told["tables"] == {"available": len(registry_tables()), "solving": 0, "unavailable": 0}
    assert told["tables"]["available"] >= TABLES
    assert response.headers["Access-Control-Allow-Origin"] == "*"


def registry_tables() -> list[str]:
    """The variants solved into tables at start-up."""
    return [rules.full_id for rules in filter(PuzzleManager().at_start, start_up())]


def waited_for() -> list[str]:
    """Those that cannot be answered without a table."""
    names = [name for name in registry_tables() if not name.startswith(("lightsout/", "wayout/"))]
    return [name for name in names if not isinstance(load(name), ScriptPuzzle)]


def test_ready_without_tables_is_503_with_counts(tmp_path: Path):
    client = create_app({"data_dir": tmp_path / "none", "build": False}).test_client()
    response = client.get("/ready")
    assert response.status_code == 503
    assert int(response.headers["Retry-After"]) > 0
    told = response.get_json()
    assert told["status"] == "not ready"
    by_algebra = len(registry_tables()) - len(waited_for())
    assert by_algebra >= 7
    assert told["tables"] == {"available": by_algebra, "solving": 0, "unavailable": len(waited_for())}
    assert set(told["waiting"]) == set(waited_for())
    shown = client.get("/api/progress")
    assert (shown.status_code, shown.get_json()) == (200, told)
    assert "Retry-After" not in shown.headers
    assert not (tmp_path / "none").exists()


@contextmanager
def builder(data: Path, **told: Any) -> Iterator[None]:
    """Pretend that a builder is running and last reported this."""
    tables = data / "tables"
    lock = take_builder_lock(tables)
    assert lock is not None
    if told:
        progress = Progress(tables)
        vars(progress).update(told)
        progress.write(at_once=True)
    try:
        yield
    finally:
        os.close(lock)


@pytest.mark.second_ring
def test_progress_is_told(tmp_path: Path):
    client = create_app({"data_dir": tmp_path, "build": False}).test_client()
    path, waiting = "/puzzles/hanoi/3_3/7-0-0", "/puzzles/npuzzle/2x3/R_A_2_3_12345-"
    current = {"id": "towersofhanoi/3_3", "positions": 12, "expected": 14, "seconds": 0.5}
    with builder(
        tmp_path, current=current, queue=["npuzzle/2", "npuzzle/2x3"], failed={"nqueens/4": "It is too hard."}
    ):
        response = client.get(path)
        assert response.status_code == 503
        assert int(response.headers["Retry-After"]) > 0
        assert response.get_json()["progress"] == current
        assert response.get_json()["error"] == "towersofhanoi/3_3 is being solved: 12 of about 14 positions so far."
        assert client.get("/puzzles/hanoi/3_3/").get_json()["response"]["status"] == "solving"
        assert client.get(waiting).get_json()["error"] == "npuzzle/2x3 is going to be solved; 1 before it."
        response = client.get("/puzzles/nqueens/4/" + 16 * "-")
        assert response.status_code == 503
        assert "It is too hard." in response.get_json()["error"]
        ready = client.get("/ready")
        assert ready.status_code == 503
        assert ready.get_json()["solving"] == current
        assert ready.get_json()["tables"]["solving"] == 3
    assert client.get(path).get_json()["error"].startswith("towersofhanoi/3_3 is not solved yet.")
    assert client.get("/ready").get_json()["solving"] is None


@pytest.mark.second_ring
def test_a_builder_that_has_said_nothing_yet(tmp_path: Path):
    client = create_app({"data_dir": tmp_path, "build": False}).test_client()
    with builder(tmp_path):
        told = client.get("/puzzles/hanoi/3_3/7-0-0").get_json()["error"]
        assert told == "towersofhanoi/3_3 is going to be solved; the solver is just starting."
        unasked = client.get("/puzzles/npuzzle/2x5/R_A_2_5_12345678-9").get_json()["error"]
        assert unasked.startswith("npuzzle/2x5 is not solved yet."), "it is not solved at the start of the service"


@pytest.mark.parametrize("text", ["", "perfplay", '{"pid": 1, "failed": []}', "\0\0"])
def test_unreadable_progress_leaves_the_service_answering(tmp_path: Path, text: str):
    """The file is replaced atomically, but no content may take the service down."""
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / ".progress").write_text(text)
    client = create_app({"data_dir": tmp_path, "build": False}).test_client()
    assert client.get("/puzzles/hanoi/3_3/7-0-0").status_code == 503
    assert client.get("/ready").status_code == 503
    assert client.get("/puzzles/").status_code == 200


def test_asking_whether_it_is_ready_starts_a_dead_builder_again(tmp_path: Path, monkeypatch):
    """A client that waits for /ready, such as a load balancer, must not wait forever."""
    app = create_app({"data_dir": tmp_path, "build": False})
    manager = app.extensions["manager"]
    started: list[list[str]] = []
    monkeypatch.setattr(manager.builder, "_spawn", lambda options: started.append(list(options)))
    monkeypatch.setattr(manager.builder, "_owner", 1)
    with app.test_request_context():
        assert operations.ready().status_code == 503
        assert operations.ready().status_code == 503
    assert started == [[]], "once, and not again for half a minute"


# --- index and errors outside the old protocol ------------------------------------------------


def test_index_lists_all_puzzles_and_games_with_addresses_that_answer(client: FlaskClient, nothing_written: None):
    response = client.get("/")
    assert response.status_code == 200
    assert response.mimetype == "application/json"
    told = response.get_json()
    assert told["name"]
    assert told["version"]
    assert len(told["puzzles"]) == len(registry.all_puzzles())
    assert len(told["games"]) == len(registry.all_games())
    for url in [*told["puzzles"], *told["games"], told["health"], told["ready"]]:
        assert url.startswith("http://localhost/")
        assert client.get(url.removeprefix("http://localhost")).status_code == 200


@pytest.mark.parametrize("path", ["/nothing", "/health/x", "/ready/x/y", "/universal/v0/", "/api/none/x/y"])
def test_unknown_path_is_a_problem_with_404(client: FlaskClient, path: str):
    response = client.get(path)
    assert response.status_code == 404
    assert response.mimetype == "application/problem+json"
    told = response.get_json()
    assert told["status"] == 404
    assert told["title"]
    assert path.rstrip("/") in told["detail"]
    assert response.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["/puzzles/hanoi/3_3/7-0-0/", "/games/nim/variants/3_3_3/", "/health/"])
def test_fault_of_the_service_gives_a_clean_body_and_a_logged_traceback(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, path: str, capsys: pytest.CaptureFixture[str]
):
    """A clean body and a logged traceback."""

    def fail(*_: Any) -> None:
        raise ZeroDivisionError("a secret of the service")

    monkeypatch.setattr(PuzzleManager, "rules", fail)
    monkeypatch.setattr("perfect_play.server.operations.health._resident_bytes", fail)
    client = create_app({"data_dir": data_dir, "build": False}).test_client()
    response = client.get(path)
    assert response.status_code == 500
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    text = response.get_data(as_text=True)
    assert "secret" not in text
    assert "Traceback" not in text
    assert "it has been logged" in text
    assert "ZeroDivisionError: a secret of the service" in capsys.readouterr().err


# --- making the application -------------------------------------------------------------------


def test_presolve_limit_of_the_application_precedes_the_environment(tmp_path: Path):
    """Only variants within the limit are solved at start-up, or waited for."""
    client = create_app({"data_dir": tmp_path, "build": False, "presolve_limit": 10}).test_client()
    waiting = set(client.get("/ready").get_json()["waiting"])
    assert "towersofhanoi/3_2" in waiting
    assert waiting < set(waited_for())
    assert "towersofhanoi/3_3" not in waiting
    assert "towersofhanoi/3_3 is not solved yet." in client.get("/puzzles/hanoi/3_3/7-0-0").get_json()["error"]


def test_create_app_does_no_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: Any, **__: Any) -> None:
        raise AssertionError("a process was started, or a table opened")

    monkeypatch.setattr(subprocess, "Popen", fail)
    monkeypatch.setattr("sqlite3.connect", fail)
    threads = threading.active_count()
    before = files_below(tmp_path)
    create_app({"data_dir": tmp_path / "data"})
    assert files_below(tmp_path) == before
    assert threading.active_count() == threads


@pytest.mark.parametrize("build", [True, False])
def test_the_first_request_starts_the_builder_once(data_dir: Path, monkeypatch: pytest.MonkeyPatch, build: bool):
    """If no server has started it after its fork."""
    started = []
    monkeypatch.setattr(BuilderProcess, "start", lambda self, owner=None: started.append(owner))
    client = create_app({"data_dir": data_dir, "build": build}).test_client()
    assert started == []
    for _ in range(3):
        client.get("/health")
    assert started == ([None] if build else [])


def test_a_builder_started_by_the_server_is_not_started_again(data_dir: Path, monkeypatch: pytest.MonkeyPatch):
    spawned = []
    monkeypatch.setattr(BuilderProcess, "_spawn", lambda self, options: spawned.append(list(options)))
    app = create_app({"data_dir": data_dir})
    app.extensions["manager"].builder.start(owner=os.getppid())
    app.test_client().get("/health")
    assert spawned == [["--fresh"]]
