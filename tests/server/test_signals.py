"""Stopping and reloading a busy service: requests made are answered, and none is refused."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from perfect_play.server.config import SETTINGS
from perfect_play.server.middleware.headers import constant
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.settings import PRESOLVE, PRESOLVE_LIMIT
from tests.helpers import ROOT
from tests.kept_tables import copy_kept
from tests.server.live import HANOI, Service, builders, in_group, wait

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes under /proc")

BATCH = {"gameId": "towersofhanoi", "variantId": "3_3", "positions": ["R_A_3_3_A--B--C--"] * 3}
EXPECTED = [{"positionValue": "win", "remoteness": 7}] * 3


class Half:
    """A half-sent request, so that the service is in the middle of it."""

    def __init__(self, port: int) -> None:
        self.body = json.dumps(BATCH).encode()
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=15)
        head = f"POST /api/positions HTTP/1.1\r\nHost: x\r\nContent-Length: {len(self.body)}\r\n"
        self.connection.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode() + self.body[:20])

    def finish(self) -> tuple[int, list[dict[str, object]]]:
        """Send the rest; return status and results."""
        with self.connection:
            self.connection.sendall(self.body[20:])
            answer = http.client.HTTPResponse(self.connection)
            answer.begin()
            return answer.status, json.loads(answer.read())["response"]


@contextmanager
def load(service: Service, clients: int = 4) -> Iterator[tuple[list[object], list[object]]]:
    """Run clients that send requests all the time, each on a new connection: (right answers, everything else)."""
    stop, good, bad = threading.Event(), [], []
    wanted = service.ask(HANOI)
    assert wanted[0] == 200

    def ask() -> None:
        while not stop.is_set():
            try:
                answer: object = service.ask(HANOI, 60)  # slow does not mean refused
            except (OSError, http.client.HTTPException, json.JSONDecodeError) as error:
                answer = error
            (good if answer == wanted else bad).append(answer)
            time.sleep(0.03)

    threads = [threading.Thread(target=ask) for _ in range(clients)]
    for thread in threads:
        thread.start()
    try:
        yield good, bad
    finally:
        stop.set()
        for thread in threads:
            thread.join(10)


def temporary(service: Service) -> list[str]:
    """The files of the service under its directory for temporary files."""
    return os.listdir(service.log.parent / "tmp")


def answers_soon(service: Service) -> bool:
    try:
        return service.ask("/health", 0.5)[0] == 200
    except (OSError, http.client.HTTPException):
        return False


@pytest.fixture
def serve(live_data: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Callable[..., Service]:
    def started(**settings: str) -> Service:
        folder = tempfile.mkdtemp()  # sockets need a short name
        request.addfinalizer(lambda: shutil.rmtree(folder, ignore_errors=True))
        (tmp_path / "tmp").symlink_to(folder)
        service = Service(live_data, tmp_path / "service.log", TMPDIR=folder, **settings)
        request.addfinalizer(lambda: service.__exit__())
        wait("two workers answer", lambda: service.answers(HANOI) and len(service.children()) == 2, 15)
        return service

    return started


def test_requests_in_progress_are_answered_before_the_service_stops(serve: Callable[..., Service], live_data: Path):
    """One that is never finished does not delay it: after `graceful_timeout` the service stops anyway."""
    service = serve(GUNICORN_CMD_ARGS="--graceful-timeout=10")
    assert temporary(service), "there the workers count"
    halves = [Half(service.port) for _ in range(6)]
    wait("another answer", service.answers)
    service.process.send_signal(signal.SIGTERM)
    wait("it takes no more", lambda: not answers_soon(service), 10)
    assert service.process.poll() is None, "it waits for what it has begun"
    assert [half.finish() for half in halves[1:]] == [(200, EXPECTED)] * 5
    assert service.process.wait(25) == 0
    halves[0].connection.close()
    wait("nothing is left", lambda: not builders(live_data) and not in_group(service.process.pid), 5)
    assert temporary(service) == []
    assert "Traceback" not in service.said()


def test_a_reload_refuses_nothing_and_keeps_counts(serve: Callable[..., Service], live_data: Path, tmp_path: Path):
    """Counts of workers that are gone still count, whether they ended or were killed. It finds new plug-ins, and keeps
    settings."""
    folder = tmp_path / "plug-ins"
    folder.mkdir()
    copy_kept(live_data, PuzzleManager(presolve="all", presolve_limit=9).presolved())
    settings = {"UWAPI_PLUGINS": str(folder), "UWAPI_MAX_POSITION": "50", PRESOLVE: "all", PRESOLVE_LIMIT: "9"}
    service = serve(**settings)
    assert service.status("/puzzles/leapfrog/") == 404

    def counted() -> float:
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
        connection.close()
        key = 'perfectplay_requests_total{method="GET",route="/universal/v1/",status="200"}'
        return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(key))

    for _ in range(10):
        assert service.ask("/universal/v1/", 60)[0] == 200
    assert counted() == 10
    killed = min(service.children())
    os.kill(killed, signal.SIGKILL)
    wait("another worker", lambda: len(now := service.children()) == 2 and killed not in now, 10)
    before = set(service.children())
    halves = [Half(service.port) for _ in range(3)]
    shutil.copytree(ROOT / "tests" / "outside" / "plugins", folder, dirs_exist_ok=True)
    with load(service) as (good, bad):
        wait("some answers", lambda: len(good) > 50)
        count = len(good)
        service.process.send_signal(signal.SIGHUP)
        wait("other workers beside them", lambda: len(set(service.children()) - before) == 2, 20)
        assert [half.finish() for half in halves] == [(200, EXPECTED)] * 3
        wait("the others are gone", lambda: not before & set(service.children()), 20)
        wait("more answers", lambda: len(good) > count + 50)
    assert bad == []
    assert service.process.poll() is None, "the master is the same"
    assert counted() == 10
    for _ in range(5):
        assert service.ask("/universal/v1/", 60)[0] == 200
    assert counted() == 15
    assert service.answers("/puzzles/leapfrog/"), "the new plug-in"
    wait("it is ready", lambda: service.answers("/ready"), 20)
    assert (live_data / "tables" / "leapfrog.9.sqlite").exists(), "it was solved"
    assert "at most 50 characters" in service.ask("/puzzles/hanoi/3_3/" + "A" * 51)[1]["error"]
    assert "Traceback" not in service.said()


# --- what gunicorn itself refuses -------------------------------------------------------------


REFUSED = {
    "an address that is too long": (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    "headers that are too long": (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 9000 + b"\r\n\r\n", 431),
    "too many headers": (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Many: a\r\n" * 101 + b"\r\n", 431),
    "no HTTP": (b"\x16\x03\x01\x02\x00 secret \x00\xff\r\n\r\n", 400),
    "a version that there is not": (b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", 400),
    "a header without a name": (b"GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
    "two lengths": (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    "a length below 0": (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", 400),
    "an unknown coding": (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: rot13\r\n\r\n", 501),
    "an address that is no path": (b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n", 400),
}


def raw(service: Service, sent: bytes) -> http.client.HTTPResponse:
    with socket.create_connection(("127.0.0.1", service.port), timeout=5) as connection:
        connection.sendall(sent)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        answer.body = answer.read()  # type: ignore[attr-defined]
        return answer


@pytest.mark.parametrize("what", REFUSED)
def test_gunicorns_own_refusals_are_json(service: Service, what: str):
    sent, status = REFUSED[what]
    answer = raw(service, sent)
    assert answer.status == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    body = json.loads(answer.body)  # type: ignore[attr-defined]
    assert set(body) == {"title", "status", "detail"}
    assert body["status"] == status
    assert body["detail"].endswith(".")
    assert "secret" not in str(body), "what was sent is not sent back"
    assert service.answers(), "and it goes on"


@pytest.mark.parametrize(
    ("path", "length", "root"),
    [(b"/g/", 9000, "../"), (b"/", 70_000, "./"), (b"/g/tictactoe/regular?p=/", 200_000, "../../")],
)
def test_browser_is_shown_a_page_about_an_address_that_is_too_long(
    service: Service, path: bytes, length: int, root: str
):
    head = b"GET " + path + b"a" * length + b" HTTP/1.1\r\nHost: x\r\nAccept: text/html,*/*;q=0.8\r\n\r\n"
    answer = raw(service, head)
    assert (answer.status, answer.headers["Content-Type"]) == (414, "text/html; charset=utf-8")
    assert answer.headers["Content-Security-Policy"]
    page = answer.body.decode()  # type: ignore[attr-defined]
    assert "The URL is too long: expected at most 8190 bytes" in page
    assert f'href="{root}"' in page, "a proxy may have taken off a path"


def test_the_longest_address_and_headers_are_answered(service: Service):
    """One byte, or one header, below the limit."""
    path = b"/puzzles/" + b"a" * (8190 - len(b"GET /puzzles/ HTTP/1.1"))
    assert raw(service, b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n").status == 404
    assert raw(service, b"GET " + path + b"a HTTP/1.1\r\nHost: x\r\n\r\n").status == 414
    many = b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"X-Many: a\r\n" * 99 + b"\r\n"
    assert raw(service, many).status == 200
    assert raw(service, many[:-2] + b"X-Many: a\r\n\r\n").status == 431


def test_refusals_have_the_headers_of_all_answers(service: Service, tmp_path: Path):
    """If origins are restricted, no page may read what is refused before its origin is known."""
    settings = {"UWAPI_BUILD": "0", "UWAPI_CORS_ORIGINS": "https://play.example.org"}
    with Service(service.data, tmp_path / "service.log", workers=1, **settings) as restricted:
        wait("an answer", restricted.answers, 15)
        for asked, origin in ((service, "*"), (restricted, settings["UWAPI_CORS_ORIGINS"])):
            expected = constant((origin,))
            assert ("Access-Control-Allow-Origin" in expected) == (origin == "*")
            answer = raw(asked, REFUSED["an address that is too long"][0])
            assert answer.status == 414
            assert {name: answer.headers[name] for name in expected} == expected
            assert answer.headers["Access-Control-Allow-Origin"] == expected.get("Access-Control-Allow-Origin")
    assert set(settings) <= set(SETTINGS)
