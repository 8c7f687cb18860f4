"""No text in an address reaches a file: tries every place of every route and watches what is opened."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from perfect_play.server.api_docs.route_docs import doc_of
from tests.server.routes import APP, Route, routes

SECRET = secrets.token_hex(8)
UPWARDS = ["../" * 12 + "etc/passwd", "..", "../../pyproject.toml", "../tables", ".builder.lock", ".progress"]
ABSOLUTE = ["/etc/passwd", "//etc/passwd", "/proc/self/environ", "file:///etc/passwd", "C:\\Windows\\win.ini", "~root"]
TRICKS = [
    *("..\\..\\wsgi.py", "....//....//wsgi.py", "..;/wsgi.py", "%2e%2e%2fwsgi.py", "%252e%252e%252fwsgi.py"),
    *("..%c0%afwsgi.py", "..%00/wsgi.py", "3_3\0.sqlite", "3_3.sqlite", "\0", ".", "./3_3", "3_3/", "3_3/../3_3"),
    *("|id", "$(id)", "`id`", "; id", "%n%s", "\r\nX-Evil: 1", "nul", "con", "-rf", "--data-dir=/tmp", "?mode=rw"),
]

EVENTS = {"open", "os.listdir", "os.scandir", "os.mkdir", "os.rename", "os.remove", "sqlite3.connect"}
HEADERS = ["Host", "X-Forwarded-Host", "X-Forwarded-Prefix", "X-Original-URL", "X-Rewrite-URL"]
_opened: list[str] | None = None


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened is not None and event in (
        "open",
        "os.listdir",
        "os.scandir",
        "os.mkdir",
        "os.rename",
        "sqlite3.connect",
    ):
        _opened.append(os.fsdecode(arguments[0]) if isinstance(arguments[0], str | bytes | Path) else "")


sys.addaudithook(_watch)  # permanent: Python cannot remove audit hooks


@contextmanager
def watching() -> Iterator[list[str]]:
    """Collect the files and folders opened within the block."""
    global _opened
    _opened = []
    try:
        yield _opened
    finally:
        _opened = None


@pytest.fixture(scope="module")
def attempts(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Texts that would lead elsewhere, some to a file with a secret."""
    path = tmp_path_factory.mktemp("elsewhere") / "secret.sqlite"
    path.write_text(SECRET)
    return [*UPWARDS, *ABSOLUTE, *TRICKS, str(path), f"{'../' * 12}{str(path)[1:]}", str(path)[: -len(".sqlite")]]


def ask(client: FlaskClient, path: str, query: str = "") -> TestResponse:
    """Request exactly these bytes, as a server passes them on."""
    decoded = unquote_to_bytes(path).decode("latin-1")
    return client.get("/", environ_overrides={"PATH_INFO": decoded, "QUERY_STRING": query})


def usually_opened(client: FlaskClient, route: Route) -> set[str]:
    """The files this route opens to answer its example."""
    with watching() as opened:
        for _ in range(2):
            client.get(route.address())
    return set(opened)


def harmless(answer: TestResponse, asked: str, attempt: str, opened: set[str]) -> None:
    """Check that the text is refused or answered literally, and that nothing was opened by its name."""
    assert answer.status_code in (200, 304, 400, 404, 422, 503), asked
    text = answer.data.decode("utf-8", "replace")
    assert SECRET not in text, asked
    assert "root:" not in text, asked
    assert "Traceback" not in text, asked
    assert "X-Evil" not in answer.headers, asked
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    if answer.status_code != 200:
        assert answer.is_json, asked
    tail = attempt.replace("\\", "/").rstrip("/").rpartition("/")[2].strip(".")
    for path in opened:
        assert len(tail) < 5 or tail not in path, f"{asked}: opened {path}"
        assert ".." not in Path(path).parts, f"{asked}: opened {path}"
        assert not path.startswith(("/etc", "/proc/self/env")), f"{asked}: opened {path}"


ROUTES = [pytest.param(route, id=route.rule.rule) for route in routes()]
SHARE = 8
"""In each place one in this many of the texts is tried, in the next place the next ones."""


@pytest.mark.parametrize("route", [param for param in ROUTES if param.values[0].path])
def test_paths_in_every_place_of_every_path_open_no_file(
    client: FlaskClient, route: Route, attempts: list[str], nothing_written: None
):
    usual = usually_opened(client, route)
    for number, name in enumerate(route.path, len(route.rule.rule)):
        for attempt in attempts[number % SHARE :: SHARE]:
            encoded = [quote(attempt, safe=""), quote(attempt, safe="/%"), quote(quote(attempt, safe=""), safe="")]
            for text in dict.fromkeys(encoded):
                pattern = route.address().partition("?")[0].replace(quote(route.path[name], safe=""), text, 1)
                with watching() as opened:
                    answer = ask(client, pattern)
                harmless(answer, pattern, attempt, set(opened) - usual)


@pytest.mark.parametrize("route", ROUTES)
def test_paths_in_parameters_of_any_route_open_no_file(
    client: FlaskClient, route: Route, attempts: list[str], nothing_written: None
):
    told = doc_of(APP.view_functions[route.rule.endpoint])
    names = [query.name for query in told.query] if told is not None else []
    usual = usually_opened(client, route)
    for number, name in enumerate([*names, "file", "path"], len(route.rule.rule)):
        for attempt in attempts[number % SHARE :: SHARE]:
            address, _, query = route.address().partition("?")
            asked = f"{query}&{name}={quote(attempt, safe='')}" if query and name != "p" else f"{name}={quote(attempt)}"
            with watching() as opened:
                answer = ask(client, address, asked)
            harmless(answer, f"{address}?{asked}", attempt, set(opened) - usual)


@pytest.mark.parametrize(
    "header", ["Host", "X-Forwarded-Host", "X-Forwarded-Prefix", "X-Original-URL", "X-Rewrite-URL"]
)
def test_headers_lead_nowhere(client: FlaskClient, header: str):
    """Proxies send some of these; a client may send any."""
    answer = client.get("/puzzles/npuzzle/", headers={header: "/etc/passwd" if "URL" in header else "evil.example.org"})
    assert answer.status_code == 200
    assert answer.get_json()["response"]["gameId"] == "npuzzle"
    assert "root:" not in answer.text


def test_the_watch_sees_what_is_opened(client: FlaskClient, tmp_path: Path):
    with watching() as opened:
        (tmp_path / "x").write_text("y")
        client.get("/puzzles/hanoi/3_3/7-0-0")
    assert str(tmp_path / "x") in opened
