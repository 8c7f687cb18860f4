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
    PATIENCE,
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
    """The first answers come at once, and one builder solves everything, once and correctly."""
    service = start(data)
    wait("the first answer", service.answers, 10)
    assert service.ask("/puzzles/")[0] == 200
    status, body = service.ask("/games/nim/variants/1_3_5/positions/R_A_5_3_--l--l-ll-lllll/")
    assert (status, body["response"]["remoteness"]) == (200, 7), "a game needs no table"
    begun = time.monotonic()
    status, body = service.ask(LATE)
    moved = status == 200 or re.match(f"{LATE_RULES.full_id} is (going to be|being) solved", body["error"])
    assert moved, "asking moves it to the front, and waits for it a moment"
    at_once = {len(builders(data))}
    while not service.answers("/ready"):
        at_once.add(len(builders(data)))
        assert time.monotonic() - begun < 20 * PATIENCE
        assert service.status(HANOI) in (200, 503)
        time.sleep(0.05)
    assert max(at_once) == 1, "one builder at a time, and it was seen"
    status, body = service.ask(LATE)
    assert (status, body["response"]["remoteness"]) == (200, 1)
    wait("the builder is done", lambda: not builders(data))
    said = service.said()
    assert BEGUN.findall(said) == [str(len(START_UP))]
    assert sorted(SOLVED.findall(said)) == sorted(rules.full_id for rules in START_UP), "each was solved once"
    assert f"{len(START_UP)} variants solved, 0 failed." in said
    assert tables(data) == ALL_TABLES
    assert leftovers(data) == []
    assert "Traceback" not in said


@pytest.mark.second_ring
def test_requested_variant_is_solved_next(start: Start, data: Path):
    """The last in the queue, while most others are missing."""
    service = start(data)
    last = START_UP[-1]
    path = position_path(last, last.format(last.start()))
    wait("the first answer", service.answers, 10)
    wait("the queue", lambda: "variants to solve" in service.said(), 10)
    assert service.status(path) in (200, 503)
    wait("the last is answered", lambda: service.answers(path), 30)
    assert len(ALL_TABLES - tables(data)) > len(ALL_TABLES) // 10
    service.wait_ready()
    wait("the builder is done", lambda: not builders(data))
    assert not (data / "tables" / ".requests").exists()


@pytest.mark.second_ring
def test_killed_worker_loses_only_its_requests_and_is_replaced(start: Start, live_data: Path):
    """Under load: only the requests it holds are lost, and a new worker takes its place."""
    there = tables(live_data)
    service = start(live_data)
    wait("two workers answer", lambda: service.answers() and len(service.children()) == 2, 10)
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
    assert tables(live_data) == there >= ALL_TABLES
    assert BEGUN.findall(service.said()) == [], "there was nothing to solve"


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
def test_killed_builder_leaves_solved_tables_and_a_restart_completes_the_rest(start: Start, data: Path):
    """The service goes on with what is solved; a restart completes the rest correctly."""
    service = start(data, workers=1)  # a second worker that comes up later would start another builder
    builder = wait("the builder", lambda: builders(data), 10, every=0.005)
    wait("a table", lambda: (data / "tables").exists() and len(tables(data)) >= 5, 10, every=0.002)
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
    assert 5 <= len(done) < len(ALL_TABLES)
    waiting = service.ask("/ready")[1]["waiting"]
    needed = {name for name in ALL_TABLES if not name.startswith("lightsout.")}  # the algebra can do without
    assert len(waiting) == len(needed - done)
    service.kill_group()

    before = {name: (data / "tables" / name).stat().st_mtime_ns for name in done}
    again = start(data)
    again.wait_ready()
    wait("the builder is done", lambda: not builders(data))
    assert tables(data) == ALL_TABLES
    assert leftovers(data) == []
    assert {name: (data / "tables" / name).stat().st_mtime_ns for name in done} == before, "solved once more"
    assert BEGUN.findall(again.said()) == [str(len(START_UP)), str(len(START_UP) - len(done))]
    verified(data, "towersofhanoi/4_5", "pegsolitaire/star", "nqueens/6")


@pytest.mark.second_ring
def test_power_cut_during_a_build_is_made_good_by_a_restart(start: Start, data: Path):
    """Everything killed at once at a random moment of a cold build; a restart completes it and nothing is left."""
    service = start(data)
    wait("the builder", lambda: builders(data), 10)
    moment = random.uniform(0.05, 2.5)
    print(f"killed after {moment:.3f} s")  # shown when the test fails
    time.sleep(moment)
    service.kill_group()
    wait("the builder is gone", lambda: not builders(data), 3)
    done = tables(data)
    again = start(data)
    again.wait_ready()
    wait("the builder is done", lambda: not builders(data))
    assert done <= tables(data) == ALL_TABLES
    assert leftovers(data) == []
    status, body = again.ask(LATE)
    assert (status, body["response"]["remoteness"]) == (200, 1)
    verified(data, "towersofhanoi/3_3")


@pytest.mark.second_ring
def test_killed_master_takes_workers_and_builder_with_it(start: Start, data: Path):
    """Workers and builder do not outlive their master, and their leftovers are swept."""
    service = start(data)
    (builder,) = wait("the builder", lambda: builders(data), 10)
    wait("an answer", service.answers, 10)
    left = data / "tables" / ".towersofhanoi.3_3.sqlite.999999999.tmp"
    left.write_bytes(b"what a killed writer left")
    os.kill(service.process.pid, signal.SIGKILL)
    service.process.wait(5)
    wait("the builder is gone", lambda: not runs(builder), 3)
    wait("the workers are gone", lambda: not service.answers(), 5)
    again = start(data)
    wait(
        "the leftovers are swept away",
        lambda: not (data / "tables" / ".towersofhanoi.3_3.sqlite.999999999.tmp").exists(),
    )
    assert again.process.poll() is None


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
    """On one directory: one builder, whichever starts it, and both answer."""
    first, second = start(data), start(data, workers=1)
    at_once = set()
    wait("both answer", lambda: first.answers() and second.answers(), 10)
    while not (first.answers("/ready") and second.answers("/ready")):
        at_once.add(len(builders(data)))
        time.sleep(0.1)
    assert max(at_once) == 1
    assert first.ask(LATE) == second.ask(LATE)
    assert first.ask(LATE)[0] == 200
    expected = sorted(rules.full_id for rules in START_UP)  # the last is reported a moment after it can be requested
    wait("all are told of", lambda: sorted(SOLVED.findall(first.said())) == expected)
    said = first.said()  # one log for both
    assert BEGUN.findall(said) == [str(len(START_UP))]
    assert "Traceback" not in said


@pytest.mark.second_ring
def test_a_killed_service_leaves_no_lock(start: Start, live_data: Path):
    """Another service on its directory goes on, and the next one can build."""
    first, second = start(live_data), start(live_data, workers=1)
    wait("both answer", lambda: first.answers(HANOI) and second.answers(HANOI), 10)
    first.kill_group()
    wait("no builder is left", lambda: not builders(live_data), 5)
    (live_data / "tables" / "towersofhanoi.3_3.sqlite").unlink()
    assert second.status(HANOI) == 503
    command = [sys.executable, "-m", "solvers", "--data-dir", str(live_data), "build"]
    done = subprocess.run(command, cwd=ROOT, env=second.environment, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stdout + done.stderr
    assert BEGUN.findall(done.stdout) == ["1"]
    assert second.status(HANOI) == 200, "it needs no restart to see the new table"


@pytest.mark.second_ring
def test_damaged_tables_are_reported_and_replaced_at_the_start(start: Start, live_data: Path):
    """Whether bytes are lost or others; the other tables are left alone."""
    half, other_bytes = (live_data / "tables" / f"{name}.sqlite" for name in ("towersofhanoi.3_3", "towersofhanoi.3_2"))
    half.write_bytes(half.read_bytes()[: half.stat().st_size // 2])
    content = other_bytes.read_bytes()
    other_bytes.write_bytes(content[: len(content) // 2] + bytes(len(content) // 2))
    others = {p.name: p.stat().st_mtime_ns for p in half.parent.glob("*.sqlite") if p not in (half, other_bytes)}
    service = start(live_data)
    wait("it is solved anew", lambda: service.answers(HANOI) and service.answers("/ready"), 15)
    assert service.ask(HANOI)[1]["response"]["remoteness"] == 7
    assert "The table of towersofhanoi/3_3 is damaged" in service.said()
    assert "The table of towersofhanoi/3_2 is damaged" in service.said()
    assert sorted(SOLVED.findall(service.said())) == ["towersofhanoi/3_2", "towersofhanoi/3_3"]
    assert {name: (half.parent / name).stat().st_mtime_ns for name in others} == others


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
def test_odd_requests_over_a_socket_are_refused_and_the_service_goes_on(start: Start, live_data: Path):
    """Requests that no client library would send."""
    service = start(live_data, workers=1)
    wait("an answer", service.answers, 10)
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


def test_command_line_of_the_server_says_where_it_is():
    done = subprocess.run(
        [sys.executable, "-m", "server", "--help"], cwd=ROOT, capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 0
    assert "--data-dir" in done.stdout
    assert "curl http://127.0.0.1:8000/puzzles/hanoi/3_3/" in done.stdout
