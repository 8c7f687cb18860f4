"""Searches run in separate workers: whatever they do, positions are answered."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import threading
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from benchmarks.waiting import LIGHT
from perfect_play.server import create_app
from perfect_play.server.middleware import search_workers
from perfect_play.solvers.budget import SECONDS, SLOWEST, checkpoint, clock_left, limit_to
from perfect_play.solvers.limiter import AT_ONCE, Limiter, SearchElsewhere
from perfect_play.solvers.manager import PuzzleManager
from tests.server.live import HANOI, Service, wait

SOLUTION = "/api/npuzzle/4/solution?p=12345678-abc9def"
CLIENTS = 24


@pytest.fixture
def service(service: Service) -> Service:
    wait("the search is loaded", lambda: ask(service, SOLUTION)[0] == 200)
    return service


def search_worker(service: Service) -> int:
    """The pid of the one search worker beside two serving workers."""

    def found() -> int | None:
        searching = service.search_workers()
        return searching[0] if len(searching) == 1 else None

    return wait("one search worker", found)


def ask(
    service: Service, path: str, body: Any = None, seconds: float = 30.0
) -> tuple[int, Any, http.client.HTTPMessage]:
    """(status, JSON, headers) of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=seconds)
    headers = {"Content-Type": "application/json"}
    try:
        connection.request("GET" if body is None else "POST", path, body and json.dumps(body), headers if body else {})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read()), answer.headers
    finally:
        connection.close()


def test_closed_connection_shows_that_the_client_has_gone() -> None:
    client, served = socket.socketpair()
    with client, served:
        gone = search_workers.watch(served)
        assert gone is not None
        assert not gone()
        client.sendall(b"GET")
        assert not gone()
        assert served.recv(3) == b"GET", "it has only looked"
        client.close()
        assert gone()
    assert gone()
    assert search_workers.watch(None) is None


def test_a_search_is_given_up_when_the_client_goes(tmp_path: Path, client: FlaskClient) -> None:
    """The connection to the search worker is closed, so it sees that nobody waits."""
    browser, served = socket.socketpair()
    with socket.socket(socket.AF_UNIX) as worker, browser, served:
        worker.bind(str(tmp_path / "worker"))
        worker.listen()
        accepted: list[bytes] = []

        def search() -> None:
            connection, _ = worker.accept()
            with connection:
                accepted.append(connection.recv(10_000))
                browser.close()
                accepted.append(connection.recv(10_000))

        thread = threading.Thread(target=search)
        thread.start()
        environ = {"gunicorn.socket": served, "RAW_URI": SOLUTION}
        with (
            client.application.test_request_context(SOLUTION, environ_overrides=environ),
            pytest.raises(search_workers.SearchInterrupted, match="Nobody waits"),
        ):
            search_workers._forward(tmp_path / "worker")
        thread.join(30)
        assert accepted[0].startswith(f"GET {SOLUTION}".encode())
        assert accepted[1:] == [b""]


BATCH = {"gameId": "npuzzle", "variantId": "2", "positions": ["123-"] * 1001}


@pytest.mark.second_ring
@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        (SOLUTION, None, 200),
        ("/universal/v1/rushhour/basic/positions/?p=" + "-" * 12 + "12----" + "-" * 20, None, 200),
        ("/api/sum/nim_1_2~kayles_4/best-move", None, 200),
        ("/api/nimber/0.77/130", None, 200),
        ("/api/nimber/0.77/x", None, 400),
        ("/api/nimber/0.07/99999999", None, 200),
        ("/puzzles/npuzzle/4/R_A_4_4_fecdba987654321-", None, 422),
        ("/api/positions", BATCH, 200),
        ("/games/kayles/variants/500/positions/R_A_1_500_" + "-" * 500, None, 200),
        ("/universal/v1/nim/60_60_60/positions/?p=1_60,60,60", None, 200),
    ],
)
def test_answers_are_those_of_one_process(
    service: Service, client: FlaskClient, path: str, body: Any, status: int
) -> None:
    expected = client.get(path) if body is None else client.post(path, json=body)
    told, answer, headers = ask(service, path, body)
    assert told == expected.status_code == status
    if status == 200:
        assert answer == expected.get_json()
    assert headers["Content-Type"] == expected.headers["Content-Type"]
    assert headers.get("Retry-After") == expected.headers.get("Retry-After")
    for name in ("ETag", "Cache-Control", "Access-Control-Allow-Origin", "X-Content-Type-Options"):
        assert headers.get_all(name) == (expected.headers.getlist(name) or None), name


@pytest.mark.second_ring
@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="Linux binds processes to cores")
def test_searches_leave_half_of_the_cores_alone(service: Service):
    cores = sorted(os.sched_getaffinity(service.process.pid))
    assert sorted(os.sched_getaffinity(search_worker(service))) == cores[len(cores) // 2 :]


@pytest.mark.second_ring
def test_the_name_of_a_request_and_conditions_go_the_whole_way(service: Service):
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    connection.request("GET", SOLUTION, headers={"X-Request-Id": "mine"})
    answer = connection.getresponse()
    assert (answer.status, answer.headers["X-Request-Id"]) == (200, "mine")
    answer.read()
    connection.request("GET", SOLUTION, headers={"If-None-Match": answer.headers["ETag"]})
    again = connection.getresponse()
    assert (again.status, again.read()) == (304, b"")
    connection.close()


@pytest.mark.second_ring
def test_searches_that_stand_still_keep_no_position_waiting(service: Service):
    """As many clients as all serving workers could have searched for, while the search worker is stopped."""
    pid = search_worker(service)
    os.kill(pid, signal.SIGSTOP)
    statuses: list[int] = []

    def search() -> None:
        statuses.append(ask(service, SOLUTION)[0])

    threads = [threading.Thread(target=search) for _ in range(CLIENTS)]
    try:
        for thread in threads:
            thread.start()
        wait("some are told to come again", lambda: 503 in statuses)
        assert [service.ask(HANOI)[0] for _ in range(100)] == [200] * 100
    finally:
        os.kill(pid, signal.SIGCONT)
        for thread in threads:
            thread.join()
    assert sorted(set(statuses)) == [200, 503]


@pytest.mark.second_ring
def test_light_requests_take_no_search_worker(service: Service):
    """While it is stopped, so that nothing can come from it."""
    pid = search_worker(service)
    os.kill(pid, signal.SIGSTOP)
    try:
        statuses = {what: ask(service, path)[0] for what, path in LIGHT.items()}
        statuses["a map"] = ask(service, "/api/npuzzle/2/map", {"positions": ["12-3"]})[0]
        statuses["a judgment"] = ask(service, "/api/npuzzle/2/judge", {"moves": ["1", "1"] * 20})[0]
        statuses["a batch"] = ask(service, "/api/positions", BATCH)[0]
    finally:
        os.kill(pid, signal.SIGCONT)
    assert set(statuses.values()) == {200}, statuses


@pytest.mark.second_ring
def test_light_requests_are_answered_while_all_searches_are_busy(app: Flask):
    """All turns are taken, and are not given back."""
    manager: PuzzleManager = app.extensions["manager"]
    over, begun = threading.Event(), threading.Semaphore(0)

    def search() -> None:
        with manager.limiter:
            begun.release()
            over.wait(60)

    threads = [threading.Thread(target=search) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
        begun.acquire()
    try:
        client = app.test_client()
        assert client.get(SOLUTION).status_code == 503
        assert {what: client.get(path).status_code for what, path in LIGHT.items()} == dict.fromkeys(LIGHT, 200)
    finally:
        over.set()
        for thread in threads:
            thread.join()


def test_long_work_is_handed_on(monkeypatch: pytest.MonkeyPatch):
    """It begins in the serving worker, and goes to a search worker once it has taken long."""
    limiter = Limiter()
    limiter.elsewhere = True
    monkeypatch.setattr("perfect_play.solvers.limiter.LIGHT", -1.0)
    with limiter.if_long(), pytest.raises(SearchElsewhere):
        checkpoint()
    monkeypatch.setattr("perfect_play.solvers.limiter.LIGHT", 1e6)
    with limiter.if_long():
        checkpoint()


@pytest.mark.second_ring
def test_a_killed_search_worker_is_replaced(service: Service):
    pid = search_worker(service)
    os.kill(pid, signal.SIGSTOP)
    told: list[tuple[int, Any, http.client.HTTPMessage]] = []
    asking = threading.Thread(target=lambda: told.append(ask(service, SOLUTION)))
    asking.start()
    wait("the search is with the worker", lambda: connections_of(pid))
    os.kill(pid, signal.SIGKILL)
    asking.join()
    ((status, answer, headers),) = told
    if status == 503:
        assert headers["Retry-After"] == "2"
        assert "interrupted" in answer["detail"]
    else:  # the next one took the connection
        assert status == 200
    assert search_worker(service) != pid
    assert ask(service, SOLUTION)[0] == 200


def connections_of(pid: int) -> int:
    """The number of connections waiting at or open to the search workers' socket."""
    lines = Path(f"/proc/{pid}/net/unix").read_text().splitlines()
    return sum("perfect-play-" in line and line.split()[5] != "01" for line in lines)


def test_request_without_a_search_worker_gets_retry_after(tmp_path: Path):
    app = create_app({"data_dir": tmp_path, "build": False})
    search_workers.forward_to(app, tmp_path / "nobody")
    client = app.test_client()
    answer = client.get(SOLUTION, environ_overrides={"RAW_URI": SOLUTION})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
    assert client.get("/games/nim/variants/1_3_5/positions/R_A_5_3_--l--l-ll-lllll/").status_code == 200


@pytest.mark.parametrize("variant", ["connect4/6x7", "kalah/6x4", "rubikscube3/3x3x3", "npuzzle/4"])
def test_current_clients_without_a_search_worker_get_unsolved_moves(
    tmp_path: Path, variant: str, monkeypatch: pytest.MonkeyPatch
):
    """They would mistake an error for a lost position."""
    monkeypatch.setattr(
        "perfect_play.solvers.untabled.proving_search.path_of", lambda rules, data_dir: data_dir / "no.book"
    )
    app = create_app({"data_dir": tmp_path, "build": False})
    search_workers.forward_to(app, tmp_path / "nobody")
    client = app.test_client()
    start = client.get(f"/universal/v1/{variant}/").get_json()["startPosition"]
    path = f"/universal/v1/{variant}/positions/?p={start}"
    answer = client.get(path, environ_overrides={"RAW_URI": path})
    told = answer.get_json()
    assert (answer.status_code, told["positionValue"], answer.headers["Cache-Control"]) == (200, "unsolved", "no-store")
    assert told["moves"]


@pytest.mark.parametrize(
    ("path", "limit", "status"),
    [
        ("/universal/v1/connect4/6x7/positions/?p=" + "-" * 42, SLOWEST * SECONDS, 200),
        ("/api/connect4/6x7/known/", SECONDS, 200),
        ("/api/connect4/6x7/best-move/", SLOWEST * SECONDS, 503),
    ],
)
def test_a_search_worker_is_waited_for_as_long_as_an_answer_may_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, limit: float, status: int
):
    """Ten seconds by the clock, of which the page gives it two; today's clients then get what needs no search."""
    monkeypatch.setattr(
        "perfect_play.solvers.untabled.proving_search.path_of", lambda rules, data_dir: data_dir / "no.book"
    )
    app = create_app({"data_dir": tmp_path, "build": False})
    search_workers.forward_to(app, tmp_path / "nobody")
    waits: list[float] = []

    def forward(path: Path) -> Any:
        waits.append(clock_left())
        raise search_workers.SearchInterrupted("No answer came.")

    monkeypatch.setattr(search_workers, "_forward", forward)
    answer = app.test_client().get(path)
    assert limit - 1.9 < waits[0] <= limit
    assert answer.status_code == status
    assert status == 503 or b'"positionValue":"unsolved"' in answer.data


def test_a_search_worker_answers_before_the_time_is_up():
    """So that the client has its answer within ten seconds by the clock."""
    left = []
    for address in ("127.0.0.1", ""):
        search_workers.begin({"REMOTE_ADDR": address})
        left.append(clock_left())
    limit_to(None)
    serving, search = left
    assert search <= SLOWEST * SECONDS - search_workers.GRACE - search_workers.GLANCE < serving <= SLOWEST * SECONDS


def test_time_of_a_request_is_not_extended_for_a_search_worker(
    tmp_path: Path, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
):
    waits: list[float] = []

    class Poll:
        def register(self, *what: object) -> None:
            pass

        def poll(self, milliseconds: float) -> None:
            waits.append(clock_left())

    monkeypatch.setattr(search_workers.select, "poll", Poll)
    monkeypatch.setattr(search_workers, "GLANCE", 0.02)
    with client.application.test_request_context(SOLUTION):
        limit_to(0.01)
        with pytest.raises(TimeoutError):
            search_workers._wait(None)
        assert min(waits) > 0
        limit_to(None)


def test_request_out_of_time_leaves_a_silent_search_worker(
    tmp_path: Path, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
):
    context = client.application.test_request_context(SOLUTION, environ_overrides={"RAW_URI": SOLUTION})
    with socket.socket(socket.AF_UNIX) as worker, context:
        worker.bind(str(tmp_path / "worker"))
        worker.listen()  # it accepts the request, and never answers
        limit_to(0.01)
        with pytest.raises(search_workers.SearchInterrupted):
            search_workers._forward(tmp_path / "worker")
        limit_to(None)
