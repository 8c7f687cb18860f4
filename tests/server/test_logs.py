"""Requests have ids, and are logged as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.server import create_app
from perfect_play.server.middleware.logs import HEADER


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_request_keeps_its_name(client: FlaskClient):
    assert client.get("/health", headers={HEADER: "mine-1.a_B"}).headers[HEADER] == "mine-1.a_B"


@pytest.mark.parametrize("given", ["", "with blank", "x" * 65, "a\u00e4", 'quote"', "a;b"])
def test_a_name_that_will_not_do_is_replaced(given: str, client: FlaskClient):
    names = {
        client.get("/nowhere", headers={HEADER: given.encode().decode("latin-1")}).headers[HEADER] for _ in range(2)
    }
    assert len(names) == 2
    assert all(len(name) == 32 and name.isalnum() for name in names)


def test_requests_are_written_if_wished(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    client = create_app({"data_dir": tmp_path, "build": False, "log_requests": True}).test_client()
    client.get("/health?x=1", headers={HEADER: "one"})
    client.get("/nowhere", headers={HEADER: "two"})
    first, second = lines(capsys.readouterr().err)
    assert (first["requestId"], first["method"], first["path"], first["status"]) == ("one", "GET", "/health", 200)
    assert (second["requestId"], second["path"], second["status"]) == ("two", "/nowhere", 404)
    assert first["level"] == "info"
    assert 0 <= first["milliseconds"] < 60_000
    assert first["time"].endswith("Z")


def test_otherwise_they_are_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    create_app({"data_dir": tmp_path, "build": False}).test_client().get("/health")
    assert capsys.readouterr().err == ""


def test_a_fault_is_written_with_its_traceback_and_told_without(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    app = create_app({"data_dir": tmp_path, "build": False})

    def broken() -> None:
        raise RuntimeError("a secret")

    app.add_url_rule("/broken/", "broken", broken)
    answer = app.test_client().get("/broken", headers={HEADER: "bad-1"})
    assert answer.status_code == 500
    assert answer.headers[HEADER] == "bad-1"
    assert "secret" not in answer.text
    (line,) = lines(capsys.readouterr().err)
    assert line["level"] == "error"
    assert line["requestId"] == "bad-1"
    assert "RuntimeError: a secret" in line["traceback"]


def test_what_is_left_out_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    create_app({"data_dir": tmp_path, "build": False})
    registry.LOGGER.warning("Left out %s: %s", "/srv/plug-ins/wonky.py", "line 3: it cannot be imported")
    (line,) = lines(capsys.readouterr().err)
    assert line["level"] == "warning"
    assert line["message"] == "Left out /srv/plug-ins/wonky.py: line 3: it cannot be imported"
