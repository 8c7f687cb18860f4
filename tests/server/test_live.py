"""The service as it really runs: cold starts, and processes killed at bad moments.

A kill may cost at most the table in progress, and leave nothing behind.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from perfect_play.solvers.locks import alive
from perfect_play.solvers.tables.reader import build_command
from tests.helpers import ROOT
from tests.server.asking import position_path
from tests.server.live import (
    ALL_TABLES,
    HANOI,
    LATE,
    LATE_RULES,
    START_UP,
    Service,
    builders,
    in_group,
    leftovers,
    processes,
    runs,
    tables,
    verified,
    wait,
)

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes under /proc")

Start = Callable[..., Service]
SOLVED = re.compile(r"^(\S+/\S+): [\d,]+ positions stored in ", re.MULTILINE)
BEGUN = re.compile(r"^(\d+) variants to solve\.$", re.MULTILINE)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory that does not exist yet."""
    return tmp_path / "data"


@pytest.fixture
def start(tmp_path: Path, request: pytest.FixtureRequest) -> Start:
    """Start services, all of which are stopped after the test."""

    def started(data: Path, workers: int = 2) -> Service:
        service = Service(data, tmp_path / "service.log", workers)
        request.addfinalizer(lambda: service.__exit__())
        return service

    return started


@pytest.mark.second_ring
def test_cold_start_answers_at_once_while_one_builder_solves_everything(start: Start, data: Path):
    """The first answers come at once, and one builder solves everything, once and correctly; next what is requested."""
    service, last = start(data), START_UP[-1]
    (builder,) = wait("the builder", lambda: builders(data), 10)
    os.kill(builder, signal.SIGSTOP)
    wait("the first answer", service.answers, 10)
    assert service.ask("/puzzles/")[0] == 200
    status, body = service.ask("/games/nim/variants/1_3_5/positions/R_A_5_3_--l--l-ll-lllll/")
    assert (status, body["response"]["remoteness"]) == (200, 7), "a game needs no table"
    path = position_path(last, last.format(last.start()))
    status, body = service.ask(path)
    assert status == 503
    assert body["error"].startswith(f"{last.full_id} is going to be solved"), body
    os.kill(builder, signal.SIGCONT)
    at_once = set()

    def ready() -> bool:
        at_once.add(len(builders(data)))
        assert service.status(HANOI) in (200, 503)
        return service.answers("/ready")

    wait("all are solved", ready)
    assert service.answers(path)
    assert max(at_once) == 1, "one builder at a time, and it was seen"
    status, body = service.ask(LATE)
    assert (status, body["response"]["remoteness"]) == (200, 1)
    wait("the builder is done", lambda: not builders(data))
    said = service.said()
    assert BEGUN.findall(said) == [str(len(START_UP))]
    order = SOLVED.findall(said)
    assert sorted(order) == sorted(rules.full_id for rules in START_UP), "each was solved once"
    assert last.full_id in order[:-3], "it was moved to the front"
    assert f"{len(START_UP)} variants solved, 0 failed." in said
    assert tables(data) == ALL_TABLES
    assert leftovers(data) == []
    assert not (data / "tables" / ".requests").exists()
    assert "Traceback" not in said


@pytest.mark.second_ring
def test_killed_worker_loses_only_its_requests_and_is_replaced(service: Service):
    """Under load: only the requests it holds are lost, and a new worker takes its place."""
    wanted = service.ask(LATE)
    assert wanted[0] == 200
    stop = threading.Event()
    good, lost, wrong = [], [], []

    def load() -> None:
        while not stop.is_set():
            try:
                answer = service.ask(LATE)
            except (OSError, http.client.HTTPException, json.JSONDecodeError) as error:
                lost.append(error)
            else:
                (good if answer == wanted else wrong).append(answer)

    clients = [threading.Thread(target=load) for _ in range(4)]
    for client in clients:
        client.start()
    try:
        wait("some answers", lambda: len(good) > 50)
        killed = service.children()
        os.kill(killed[0], signal.SIGKILL)
        before = len(good)
        wait("more answers", lambda: len(good) > before + 100)
        wait("a new worker", lambda: len(service.children()) == 2 and killed[0] not in service.children(), 10)
        before = len(good)
        wait("still more answers", lambda: len(good) > before + 100)
    finally:
        stop.set()
        for client in clients:
            client.join(10)
    assert wrong == []
    assert len(lost) <= 2 * len(clients), lost
    assert killed[1] in service.children()
    wait("it is as ready as before", lambda: service.answers("/ready"), 5)


@pytest.mark.second_ring
def test_killed_worker_leaves_the_builder_running(start: Start, data: Path):
    """The builder belongs to the service, not to the worker that happened to start it."""
    service = start(data)
    (builder,) = wait("the builder", lambda: builders(data), 10)
    worker = next(parent for pid, parent, _ in processes() if pid == builder)
    assert worker in service.children()
    own = os.getpriority(os.PRIO_PROCESS, worker)
    wait("answers come first", lambda: os.getpriority(os.PRIO_PROCESS, builder) > own, 5)
    os.kill(worker, signal.SIGKILL)
    wait("a new worker", lambda: len(service.children()) == 2 and worker not in service.children(), 10)
    time.sleep(1.2)  # it checks twice a second whether it is still wanted
    assert builders(data) in ([builder], []), "another builder was started"
    assert builders(data) or tables(data) == ALL_TABLES, "it ended with its worker"
    wait("it tells of itself", lambda: BEGUN.findall(service.said()), 5)
    assert BEGUN.findall(service.said()) == [str(len(START_UP))]


@pytest.mark.second_ring
def test_killed_builder_leaves_solved_tables_and_a_restart_completes_or_mends_the_rest(start: Start, data: Path):
    """The service goes on with what is solved; a restart completes the rest correctly.

    It reports and replaces tables of which bytes are lost or others, and leaves alone what is whole.
    """
    half, other_bytes = (data / "tables" / f"{name}.sqlite" for name in ("towersofhanoi.3_3", "towersofhanoi.3_2"))
    service = start(data, workers=1)  # a second worker that comes up later would start another builder
    builder = wait("the builder", lambda: builders(data), 10, every=0.005)
    wait("tables", lambda: half.exists() and other_bytes.exists(), 10, every=0.002)
    os.kill(builder[0], signal.SIGKILL)
    wait("an answer", service.answers, 10)

    def told() -> bool:
        """Whether nothing is promised; kills any builder that the service restarts after half a minute."""
        for another in builders(data):
            os.kill(another, signal.SIGKILL)
        wait("the builder is gone", lambda: not builders(data), 5)
        status, body = service.ask(LATE)
        assert status == 503
        return body.get("command") == build_command(LATE_RULES)

    wait("who is to wait for a builder that is dead?", told, 5)
    done = tables(data)
    waiting = service.ask("/ready")[1]["waiting"]
    needed = {name for name in ALL_TABLES if not name.startswith("lightsout.")}  # the algebra can do without
    assert len(waiting) == len(needed - done)
    service.kill_group()

    half.write_bytes(half.read_bytes()[: half.stat().st_size // 2])
    content = other_bytes.read_bytes()
    other_bytes.write_bytes(content[: len(content) // 2] + bytes(len(content) // 2))
    whole = {path: path.stat().st_mtime_ns for path in half.parent.glob("*.sqlite") if path not in (half, other_bytes)}
    again = start(data, workers=1)
    again.wait_ready()
    wait("the builder is done", lambda: not builders(data))
    assert again.ask(HANOI)[1]["response"]["remoteness"] == 7
    assert tables(data) == ALL_TABLES
    assert leftovers(data) == []
    assert {path: path.stat().st_mtime_ns for path in whole} == whole, "solved once more"
    for name in ("3_2", "3_3"):
        assert f"The table of towersofhanoi/{name} is damaged" in again.said()
    assert BEGUN.findall(again.said()) == [str(len(START_UP)), str(len(START_UP) - len(whole))]
    verified(data)


@pytest.mark.second_ring
def test_killed_master_and_power_cut_during_a_build_are_made_good_by_a_restart(start: Start, data: Path):
    """Workers and builder do not outlive their master. The leftovers of a killed writer, and of everything killed at
    once at a random moment, are swept, and the next start completes the build."""
    service = start(data, workers=1)
    (builder,) = wait("the builder", lambda: builders(data), 10)
    wait("an answer", service.answers, 10)
    leftover = data / "tables" / ".towersofhanoi.3_3.sqlite.999999999.tmp"
    leftover.write_bytes(b"what a killed writer left")
    os.kill(service.process.pid, signal.SIGKILL)
    service.process.wait(5)
    wait("the builder is gone", lambda: not runs(builder), 3)
    wait("the workers are gone", lambda: not service.answers(), 5)
    cut = start(data, workers=1)
    wait("the builder", lambda: builders(data), 10)
    moment = random.uniform(0.05, 2.5)
    print(f"killed after {moment:.3f} s")  # shown when the test fails
    time.sleep(moment)
    cut.kill_group()
    wait("the builder is gone", lambda: not builders(data), 3)
    done = tables(data)
    again = start(data, workers=1)
    again.wait_ready()
    wait("the builder is done", lambda: not builders(data))
    assert done <= tables(data) == ALL_TABLES
    assert leftovers(data) == []
    status, body = again.ask(LATE)
    assert (status, body["response"]["remoteness"]) == (200, 1)
    verified(data)


def test_the_dead_are_not_alive():
    """In many containers zombies are reaped late or never.

    A builder must still end with its master, and a killed builder's leftovers must be swept.
    """
    child = subprocess.Popen([sys.executable, "-c", ""])
    try:
        wait("it is dead", lambda: not runs(child.pid))
        assert not alive(child.pid)
    finally:
        child.wait()


@pytest.mark.second_ring
def test_services_on_one_directory_share_one_builder_and_both_answer(start: Start, data: Path):
    """One builder, whichever starts it. A killed service leaves no lock: the other goes on, and the next can build."""
    first, second = start(data), start(data, workers=1)
    at_once = set()

    def ready() -> bool:
        at_once.add(len(builders(data)))
        return first.answers("/ready") and second.answers("/ready")

    wait("both are ready", ready, 40)
    assert max(at_once) == 1
    assert first.ask(LATE) == second.ask(LATE)
    assert first.ask(LATE)[0] == 200
    expected = sorted(rules.full_id for rules in START_UP)  # the last is reported a moment after it can be requested
    wait("all are told of", lambda: sorted(SOLVED.findall(first.said())) == expected)
    said = first.said()  # one log for both
    assert BEGUN.findall(said) == [str(len(START_UP))]
    assert "Traceback" not in said
    first.kill_group()
    wait("no builder is left", lambda: not builders(data), 5)
    (data / "tables" / "towersofhanoi.3_3.sqlite").unlink()
    command = [sys.executable, "-m", "solvers", "--data-dir", str(data), "build"]
    done = subprocess.run(command, cwd=ROOT, env=second.environment, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stdout + done.stderr
    assert BEGUN.findall(done.stdout) == ["1"]
    assert second.status(HANOI) == 200


@pytest.mark.second_ring
def test_sigterm_during_a_cold_build_ends_every_process_soon(start: Start, data: Path):
    """In the middle of a cold build: everything ends, and soon."""
    service = start(data)
    wait("the builder", lambda: builders(data), 10)
    wait("an answer", service.answers, 10)
    begun = time.monotonic()
    service.process.terminate()
    assert service.process.wait(15) == 0
    wait(
        "nothing is left",
        lambda: not builders(data) and not in_group(service.process.pid),
        15 - (time.monotonic() - begun),
    )
    assert not service.answers()
    assert "Traceback" not in service.said()


def raw(port: int, request: bytes) -> bytes:
    """Send bytes to the port and return the answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(request)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


@pytest.mark.second_ring
def test_odd_requests_over_a_socket_are_refused_and_the_service_goes_on(service: Service):
    """Requests that no client library would send."""
    close = b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    refused = {
        b"GET /puzzles/hanoi/3_3/" + b"A" * 8000: b"400",
        b"GET /puzzles/hanoi/3_3/" + b"A" * 10_000: b"414",
        b"GET /puzzles/hanoi/3_3/" + b"A" * 100_000: b"414",
        b"GET /puzzles/%ff%fe/": b"404",
        b"GET /puzzles/hanoi/3_3/%00": b"400",
        b"GET /puzzles/../../../etc/passwd": b"404",
        b"GET /puzzles/%2e%2e/%2e%2e/": b"404",
        b"GET /puzzles/%zz/": b"404",
        b"POST /puzzles/hanoi/": b"405",
        b"BREW /puzzles/hanoi/": b"405",
        b"GET /puzzles/\xff/": b"400",
        b"NONSENSE": b"400",
    }
    for request, status in refused.items():
        answer = raw(service.port, request + close)
        assert answer.split()[1] == status, (request[:60], answer[:200])
        assert b"Traceback" not in answer
        assert b"root:" not in answer
    assert service.status("/puzzles/hanoi/3_3/" + "9" * 7000) == 400
    assert service.answers(HANOI)


def test_help_of_the_server_names_the_address_to_ask():
    done = subprocess.run(
        [sys.executable, "-m", "server", "--help"], cwd=ROOT, capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 0
    assert "--data-dir" in done.stdout
    assert "curl http://127.0.0.1:8000/puzzles/hanoi/3_3/" in done.stdout
