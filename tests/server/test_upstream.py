"""Requests for games not served here are forwarded upstream: bounded, checked, cached and marked; no others are."""

from __future__ import annotations

import http.server
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.server import create_app, upstream
from perfect_play.server.config import Config
from perfect_play.solvers.settings import BadSetting
from tests.server.other_service import GAME, MOVE, NIM_VARIANT, POSITION, VARIANT, Other


@pytest.fixture
def other() -> Iterator[Other]:
    found = Other()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def client(other: Other) -> FlaskClient:
    return asking(f"http://{other.name}/v1/")


def asking(address: str, **more: Any) -> FlaskClient:
    return create_app({"build": False, "upstream": address, **more}).test_client()


def listed(client: FlaskClient, **headers: str) -> dict[str, dict[str, Any]]:
    """The current list, by id."""
    answer = client.get("/universal/v1/", headers=headers)
    assert answer.status_code == 200
    return {entry["id"]: entry for entry in answer.get_json()}


def soon(now: Callable[[], Any], holds: Callable[[Any], bool]) -> Any:
    """The answer once the upstream has answered in the background."""
    end = time.monotonic() + 10
    while not holds(found := now()):
        assert time.monotonic() < end, found
        time.sleep(0.01)
    return found


def listed_soon(client: FlaskClient) -> dict[str, dict[str, Any]]:
    return soon(lambda: listed(client), lambda found: "ghost" in found)


def variants_soon(client: FlaskClient) -> dict[str, Any]:
    """Nim, with a variant of the upstream."""
    return soon(lambda: client.get("/universal/v1/nim/").get_json(), lambda found: "upstream" in found["variants"][-1])


def test_one_list_has_ours_and_marks_theirs(client: FlaskClient, other: Other):
    found = listed_soon(client)
    assert found["ghost"] == {"id": "ghost", "name": "Ghost", "type": "twoPlayer", "gui": "v2", "upstream": other.name}
    assert found["nim"]["name"] == "Nim", "ours comes first"
    assert "../etc" not in found
    assert "odd" not in found
    assert other.asked == ["/v1/"]
    listed(client)
    assert other.asked == ["/v1/"], "the list is kept"


@pytest.mark.parametrize(
    ("path", "theirs"),
    [
        ("ghost", GAME),
        ("ghost/3/", VARIANT),
        ("ghost/3/positions/?p=-", POSITION),
        ("ghost/3/instructions?locale=es", {"instructions": "Letras."}),
    ],
)
def test_what_is_not_here_is_passed_on_and_kept(client: FlaskClient, other: Other, path: str, theirs: Any):
    for _ in range(2):
        answer = client.get(f"/universal/v1/{path}")
        assert answer.status_code == 200
        assert answer.get_json() == {**theirs, "upstream": other.name}
        assert answer.headers["X-Upstream"] == other.name
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert len(other.asked) == 2, "the list, and this once"
    assert set(other.via) == {"1.1 perfect-play"}


def test_at_the_root_too(other: Other):
    client = asking(f"http://{other.name}/v1", at_root=True)
    assert client.get("/ghost/3/").get_json()["upstream"] == other.name
    assert "ghost" in {entry["id"] for entry in client.get("/").get_json()}, "known since the question before"


@pytest.mark.parametrize(
    "path",
    [
        "/universal/v1/nope/",
        "/universal/v1/..%2F..%2Fetc/",
        "/universal/v1/ghost%2F..%2F..%2Fx/3/",
        "/universal/v1/ghost/../",
        "/universal/v1/ghost/..%2F..%2Fadmin/",
        "/universal/v1/ghost/3%3Fx=http:%2F%2F10.0.0.1/",
        "/universal/v1/ghost/%0d%0aX-Evil:1/",
        "/puzzles/ghost/3/start/",
        "/games/ghost/",
        "/api/ghost/3/",
        "/universal/v1/nim/nope/",
    ],
)
def test_nothing_else_is_asked_of_it(client: FlaskClient, other: Other, path: str):
    answer = client.get(path)
    assert answer.status_code in (400, 404)
    assert set(other.asked) <= {"/v1/", "/v1/ghost/", "/v1/nim/"}
    assert "X-Upstream" not in answer.headers


def test_variants_that_only_it_has_are_passed_on(client: FlaskClient, other: Other):
    """In a game served here they come after ours and are marked; variants served here are answered here."""
    ours = asking(f"http://{other.name}/v1/").get("/universal/v1/nim/", headers={"Via": upstream.VIA}).get_json()
    found = variants_soon(client)
    marked = {"id": "misere", "name": "Misère", "gui": "v2", "upstream": other.name}
    assert found == {**ours, "variants": [*ours["variants"], marked]}
    for path, theirs in (("", NIM_VARIANT), ("positions/?p=-", POSITION)):
        answer = client.get(f"/universal/v1/nim/misere/{path}")
        assert answer.get_json() == {**theirs, "upstream": other.name}
    for variant in ("3_3_3", "5_5"):
        assert "upstream" not in client.get(f"/universal/v1/nim/{variant}/").get_json()
    assert client.get("/api/nim/misere/").status_code == 400, "only in this protocol"
    assert sorted(set(other.asked)) == ["/v1/", "/v1/nim/", "/v1/nim/misere/", "/v1/nim/misere/positions/?p=-"]
    assert len(other.asked) == 4, "each once"


def test_a_game_that_is_here_needs_no_upstream(client: FlaskClient, other: Other):
    listed_soon(client)
    other.answers["/v1/nim/"] = (500, b"{}", {})
    found = client.get("/universal/v1/nim/").get_json()
    assert "misere" not in {variant["id"] for variant in found["variants"]}
    answer = client.get("/universal/v1/nim/misere/")
    assert answer.status_code == 400
    assert "is not a start of nim" in answer.get_json()["error"]


def test_what_is_here_never_waits_for_an_upstream(client: FlaskClient, other: Other):
    """Neither before the first answer nor when it is old; then the last one is given and a new one requested."""
    go_on = threading.Event()

    def hang(handler: http.server.BaseHTTPRequestHandler) -> None:
        go_on.wait(10)

    other.answers |= {"/v1/": hang, "/v1/nim/": hang}
    begun = time.monotonic()
    assert "nim" in listed(client)
    for path in ("nim/", "nim/3_3_3/", "nim/3_3_3/positions/?p=1_3,3,3"):
        assert client.get(f"/universal/v1/{path}").status_code == 200
    assert time.monotonic() - begun < upstream.SECONDS / 2
    go_on.set()


def test_what_was_known_is_told_while_it_is_asked_for_again(
    client: FlaskClient, other: Other, monkeypatch: pytest.MonkeyPatch
):
    listed_soon(client)
    variants_soon(client)
    go_on = threading.Event()

    def hang(handler: http.server.BaseHTTPRequestHandler) -> None:
        go_on.wait(10)

    now, asked = upstream.time.monotonic, len(other.asked)
    monkeypatch.setattr(upstream.time, "monotonic", lambda: now() + 2 * upstream.FRESH_SECONDS)
    other.answers |= {"/v1/": hang, "/v1/nim/": hang}
    assert "ghost" in listed(client)
    assert client.get("/universal/v1/nim/").get_json()["variants"][-1]["id"] == "misere"
    soon(lambda: len(other.asked), lambda count: count == asked + 2)
    listed(client)
    assert len(other.asked) == asked + 2, "each once"
    go_on.set()


STEP = {"position": "-;A_x_0", "positionValue": "win", "remoteness": 3, "moves": [{**MOVE, "position": "A"}]}
"""A position between the parts of a move, with the same player to move."""


def test_moves_of_several_parts_are_passed_on(client: FlaskClient, other: Other):
    """The upstream names the position between the parts `<position>;<part>`, and is queried by that name."""
    other.answers["/v1/ghost/3/positions/?p=-"] = {**POSITION, "moves": [{**MOVE, "position": "-;A_x_0"}]}
    other.answers["/v1/ghost/3/positions/?p=-%3BA_x_0"] = STEP
    first = client.get("/universal/v1/ghost/3/positions/?p=-").get_json()
    between = first["moves"][0]["position"]
    found = client.get("/universal/v1/ghost/3/positions/", query_string={"p": between}).get_json()
    assert found == {**STEP, "upstream": other.name}


def test_a_position_is_quoted_and_no_longer_than_ours(client: FlaskClient, other: Other):
    evil = "-&q=1#/../?\r\nX: 1"
    assert client.get("/universal/v1/ghost/3/positions/", query_string={"p": evil}).status_code == 404
    assert other.asked[-1] == "/v1/ghost/3/positions/?p=-%26q%3D1%23%2F..%2F%3F%0D%0AX%3A+1"
    assert client.get("/universal/v1/ghost/3/positions/", query_string={"p": "x" * 2001}).status_code == 400
    assert len(other.asked) == 2


def test_what_it_does_not_know_is_not_known(client: FlaskClient, other: Other):
    answer = client.get("/universal/v1/ghost/9/")
    assert (answer.status_code, set(answer.get_json())) == (404, {"error"})
    assert other.name in answer.get_json()["error"]


SECRET = b'{"instructions": "secret"}'


def drip(handler: http.server.BaseHTTPRequestHandler) -> None:
    """Send an answer byte by byte, for minutes."""
    handler.send_response(200)
    handler.end_headers()
    for _ in range(1000):
        try:
            handler.wfile.write(b" ")
        except OSError:
            return
        time.sleep(0.05)


@pytest.mark.parametrize(
    "bad",
    [
        (200, b"<html>", {}),
        (200, b"[" * 100_000, {}),
        (200, b'{"id": "3"}', {}),
        (200, b'{"error": "x", "id": "3", "name": "3", "startPosition": "-", "autoguiStartPosition": "1_-"}', {}),
        (200, b'{"id": 3, "startPosition": [], "autoguiStartPosition": null}', {}),
        (200, b'"' + b"x" * (upstream.MOST_BYTES + 10) + b'"', {}),
        (302, b"", {"Location": "http://127.0.0.1:1/"}),
        (500, b"{}", {}),
        (200, b"\x1f\x8b", {"Content-Encoding": "gzip"}),
        drip,
    ],
    ids=["html", "nested", "lacking", "error", "types", "long", "redirect", "500", "gzip", "slow"],
)
def test_a_bad_answer_is_told_and_bounded(client: FlaskClient, other: Other, bad: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(upstream, "SECONDS", 0.6)
    listed(client)
    other.answers["/v1/ghost/3/"] = bad
    begun = time.monotonic()
    answer = client.get("/universal/v1/ghost/3/")
    assert answer.status_code == 502
    assert time.monotonic() - begun < 5
    assert other.name in answer.get_json()["error"]
    assert answer.headers["Retry-After"] == "10"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("moves", [None, {}, [3], [{**MOVE, "remoteness": "3"}], [{**MOVE, "positionValue": "w"}]])
def test_a_position_of_another_form_is_refused(client: FlaskClient, other: Other, moves: Any):
    other.answers["/v1/ghost/3/positions/?p=-"] = {**POSITION, "moves": moves}
    assert client.get("/universal/v1/ghost/3/positions/?p=-").status_code == 502


def test_while_it_is_down_ours_goes_on(other: Other, monkeypatch: pytest.MonkeyPatch):
    client = asking(f"http://{other.name}/v1/")
    listed_soon(client)
    other.server.shutdown()
    other.server.server_close()
    failed = client.get("/universal/v1/ghost/")
    assert failed.status_code == 502
    paused = client.get("/universal/v1/ghost/")
    assert (paused.status_code, paused.headers["Retry-After"]) == (503, "10")
    later = time.monotonic() + 2 * upstream.FRESH_SECONDS
    monkeypatch.setattr(upstream.time, "monotonic", lambda: later)
    assert "ghost" in listed(client), "the last list that is known"
    assert client.get("/universal/v1/nim/").status_code == 200
    assert client.get("/universal/v1/nope/").status_code == 404


def test_an_upstream_that_was_never_there_costs_its_games_only():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        client = asking(f"http://127.0.0.1:{closed.getsockname()[1]}/")
        found = listed(client)
        assert {"nim", "npuzzle"} <= set(found)
        assert "ghost" not in found
        assert client.get("/universal/v1/ghost/").status_code == 404


def test_only_so_many_questions_at_a_time(client: FlaskClient, other: Other):
    """Each waits; one more is refused at once."""
    listed(client)
    asked, go_on = threading.Semaphore(0), threading.Event()

    def slow(handler: http.server.BaseHTTPRequestHandler) -> None:
        asked.release()
        go_on.wait(5)
        handler.send_response(404)
        handler.end_headers()

    other.answers |= {f"/v1/ghost/{number}/": slow for number in range(10, 20)}
    app = client.application
    waiting = [
        threading.Thread(target=lambda number=number: app.test_client().get(f"/universal/v1/ghost/{number}/"))
        for number in range(10, 10 + upstream.AT_ONCE)
    ]
    for thread in waiting:
        thread.start()
    for _ in waiting:
        assert asked.acquire(timeout=5)
    assert client.get("/universal/v1/ghost/19/").status_code == 503
    go_on.set()
    for thread in waiting:
        thread.join(5)


def test_two_services_that_name_each_other_ask_only_once(client: FlaskClient, other: Other):
    assert "ghost" not in listed(client, Via="1.1 perfect-play")
    assert client.get("/universal/v1/ghost/", headers={"Via": "1.1 perfect-play"}).status_code == 404
    assert other.asked == []


@pytest.mark.parametrize(
    "text",
    [
        *("ftp://a.org/", "a.org", "http://", "https://u:p@a.org/", "https://a.org/?x=1", "https://a.org/#x"),
        *("http://a.org:99999/", "http://a.org/\r\nX: 1", "http://a b/"),
    ],
)
def test_what_is_no_address_is_refused(monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setenv("UWAPI_UPSTREAM", text)
    with pytest.raises(BadSetting, match="UWAPI_UPSTREAM="):
        Config.read()


def test_an_address_ends_with_a_slash(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UWAPI_UPSTREAM", "https://a.org/universal/v1")
    assert Config.read().upstream == "https://a.org/universal/v1/"


def test_by_default_nobody_is_asked():
    assert Config.read({}).upstream is None
