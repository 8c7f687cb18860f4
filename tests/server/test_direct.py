"""Positions are answered without Flask's routing and contexts: with the same answers, headers and counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.server import create_app
from perfect_play.server.middleware.logs import HEADER
from tests.server.test_metrics import asked, scrape

NEAR = "/universal/v1/tictactoe/regular/positions/?p="
ROUTE = "/universal/v1/<game_id>/<variant_id>/positions/"
FLASK = "perfect_play.server.application.Flask.full_dispatch_request"


@pytest.fixture
def without_flask(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    client = create_app({"data_dir": data_dir, "build": False}).test_client()

    def fail(*_: object) -> None:
        raise AssertionError("Flask was asked")

    monkeypatch.setattr(FLASK, fail)
    return client


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("more", [{}, {"If-None-Match": "*"}, {"Range": "bytes=0-9"}, {"Accept-Encoding": "gzip"}])
def test_answers_are_those_of_flask(
    client: FlaskClient, without_flask: FlaskClient, monkeypatch: pytest.MonkeyPatch, method: str, more: dict[str, str]
):
    address = NEAR + "xo-------"
    headers = {HEADER: "one", **more}
    direct = without_flask.open(address, method=method, headers=headers)
    monkeypatch.undo()
    monkeypatch.setattr("perfect_play.server.application._Service._position", lambda *_: None)
    usual = client.open(address, method=method, headers=headers)
    answers = [
        (answer.status, [(name, value) for name, value in answer.headers if name != "Date"], answer.data)
        for answer in (direct, usual)
    ]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("address", "status"),
    [(NEAR + "nonsense", 400), (NEAR, 400), ("/universal/v1/nothing/regular/positions/?p=1", 404)],
)
def test_errors_are_left_to_flask(client: FlaskClient, address: str, status: int):
    answer = client.get(address)
    assert answer.status_code == status
    assert "error" in answer.get_json()


def test_position_is_counted_once(client: FlaskClient):
    before = scrape(client)
    client.get(NEAR + "---------")
    client.get(NEAR + "nonsense")
    after = scrape(client)
    assert [asked(after, ROUTE, status) - asked(before, ROUTE, status) for status in (200, 400)] == [1, 1]


def test_position_is_logged_with_its_id(data_dir: Path, capsys: pytest.CaptureFixture[str]):
    client = create_app({"data_dir": data_dir, "build": False, "log_requests": True}).test_client()
    client.get(NEAR + "---------", headers={HEADER: "mine"})
    (line,) = map(json.loads, capsys.readouterr().err.splitlines())
    assert (line["requestId"], line["status"], line["path"]) == ("mine", 200, NEAR.partition("?")[0])
