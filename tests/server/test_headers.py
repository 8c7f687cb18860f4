"""The headers of every answer: who may read it, and what a browser may do with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from perfect_play.server import create_app
from perfect_play.server.api.images import SVG
from perfect_play.server.middleware.headers import POLICY
from perfect_play.solvers.manager import PuzzleManager
from tests.server.routes import addresses

PAGE = "https://play.example.org"
OTHER = "https://elsewhere.example.org"
COMPILED = "/api/scripts/doorkeeper/1"
"""Where a search is compiled before it answers."""
AN_ERROR = ("/nothing", "/puzzles/nope", "/universal/v1/nope", "/puzzles/npuzzle/3/nonsense", "/puzzles/a%00b")


def hardened(answer: TestResponse) -> None:
    """Check that no browser sniffs an answer's type, leaks its address, or runs its content."""
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert "Server" not in answer.headers or "Python" not in answer.headers["Server"]


@pytest.mark.parametrize(
    "address",
    [
        pytest.param(address, marks=pytest.mark.second_ring if address.startswith(COMPILED) else ())
        for address in (*addresses(), *AN_ERROR)
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "DELETE"])
def test_every_answer_has_the_security_headers(client: FlaskClient, address: str, method: str):
    answer = client.open(address, method=method)
    hardened(answer)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    if answer.mimetype not in ("text/html", SVG):
        assert answer.headers["Content-Security-Policy"] == POLICY


def test_faults_have_the_security_headers(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(PuzzleManager, "rules", fail)
    answer = create_app({"data_dir": data_dir, "build": False}).test_client().get("/puzzles/hanoi/3_3/7-0-0/")
    assert answer.status_code == 500
    hardened(answer)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_any_page_may_read_by_default(client: FlaskClient):
    answer = client.get("/puzzles/npuzzle/2/", headers={"Origin": OTHER})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Vary" not in answer.headers
    assert {"ETag", "X-Request-Id", "Retry-After"} <= set(answer.headers["Access-Control-Expose-Headers"].split(", "))


# --- origins that are named -----------------------------------------------------------------------


@pytest.fixture
def restricted(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    monkeypatch.setenv("UWAPI_CORS_ORIGINS", f"{PAGE}, http://localhost:3000")
    app: Flask = create_app({"data_dir": data_dir, "build": False})
    return app.test_client()


@pytest.mark.parametrize("address", ["/puzzles/", "/", "/nothing", "/universal/v1/tictactoe/"])
def test_named_origins_may_read(restricted: FlaskClient, address: str):
    for origin in (PAGE, "http://localhost:3000"):
        answer = restricted.get(address, headers={"Origin": origin})
        assert answer.headers.getlist("Access-Control-Allow-Origin") == [origin]
        assert "Origin" in answer.headers["Vary"]
        hardened(answer)


@pytest.mark.parametrize(
    "origin", [OTHER, "", "null", "*", PAGE + "/", PAGE.upper(), f"{PAGE}.evil.org", f"{PAGE}:8443", "http" + PAGE[5:]]
)
def test_origins_that_are_not_allowed_get_no_cors_header(restricted: FlaskClient, origin: str):
    """They get the answer, as anyone does, but no browser shows it to a page."""
    answer = restricted.get("/puzzles/", headers={"Origin": origin})
    assert answer.status_code == 200
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "Origin" in answer.headers["Vary"], "a cache would show it to those who may"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_pictures_may_still_be_shown_elsewhere(restricted: FlaskClient):
    answer = restricted.get("/api/npuzzle/3/image.svg")
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


# --- browsers that ask first ----------------------------------------------------------------------


def preflight(client: FlaskClient, address: str, origin: str, method: str = "POST") -> TestResponse:
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": "content-type"}
    return client.options(address, headers={"Origin": origin, **asked})


def test_a_browser_that_asks_first_is_told(client: FlaskClient):
    answer = preflight(client, "/api/positions", PAGE)
    assert answer.status_code == 200
    assert answer.data == b""
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert set(answer.headers["Access-Control-Allow-Methods"].split(", ")) == {"POST", "OPTIONS"}
    assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"].split(", ")
    assert int(answer.headers["Access-Control-Max-Age"]) > 0
    answer = preflight(client, "/puzzles/npuzzle", PAGE, "GET")
    assert set(answer.headers["Access-Control-Allow-Methods"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_preflight_allows_named_origins_and_no_others(restricted: FlaskClient):
    allowed = preflight(restricted, "/api/positions", PAGE)
    assert allowed.headers["Access-Control-Allow-Origin"] == PAGE
    assert "POST" in allowed.headers["Access-Control-Allow-Methods"]
    refused = preflight(restricted, "/api/positions", OTHER)
    assert not [name for name in refused.headers.keys() if name.startswith("Access-Control")]  # noqa: SIM118
    assert "Origin" in refused.headers["Vary"]
