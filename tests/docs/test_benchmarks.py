"""The benchmarks run, their clients count correctly, and `docs/performance.md` names them."""

from __future__ import annotations

import json
import multiprocessing
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from benchmarks import command as benchmarks
from benchmarks import serving, solving
from benchmarks.expensive import ExpensiveRequest
from benchmarks.figures import TARGETS, Figure, Target, digits, ratios
from benchmarks.probing import measure_probes
from benchmarks.service import ClientConnection, ServiceFailed, ServiceProcess
from benchmarks.serving import measure_by_wrk
from benchmarks.solving import measure_boards, measure_tables
from benchmarks.waiting import sending, waits
from benchmarks.workshop import Workshop
from tests.helpers import ROOT

TEXT = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def workshop(solved_dir: Path) -> Workshop:
    """A workshop that finds its tables built."""
    return Workshop(solved_dir, quick=True)


@pytest.mark.parametrize("measure", [measure_boards, measure_tables, measure_probes])
def test_benchmark_figures_have_units(measure, workshop: Workshop, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solving, "LARGE", 100)
    figures = list(measure(workshop))
    assert len(figures) >= 5
    assert len({figure.what for figure in figures}) == len(figures)
    assert all(figure.unit and figure.value > 0 for figure in figures)


WRK = """#!/bin/sh
case "$*" in
    *batch.lua*) rate=7 p99=400 ;;
    *bare.lua*) rate=400 p99=2 ;;
    *) rate=300 p99=6 ;;
esac
echo "{\\"rate\\": $rate, \\"p50\\": 2, \\"p99\\": $p99, \\"errors\\": ERRORS}" >&2
"""


def fake_wrk(folder: Path, errors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that prints what wrk would."""
    (folder / "wrk").write_text(WRK.replace("ERRORS", str(errors)), encoding="ascii")
    (folder / "wrk").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


@pytest.mark.exhaustive
def test_load_is_measured_beside_a_bare_route(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    fake_wrk(tmp_path, 0, monkeypatch)
    made = Workshop(tmp_path / "data", quick=True)
    figures = {figure.what: figure for figure in measure_by_wrk(made)}
    assert figures["bare route, by wrk"].value == 400
    share = figures["8-puzzle positions, uncached, to a bare Flask route"]
    assert (share.value, share.met) == (0.75, True)
    assert figures["their latency under load, p99 to p50"].value == 3
    assert figures["many positions in one request"].value == 70_000
    asked = (tmp_path / "data" / "tiles.txt").read_text(encoding="ascii").splitlines()
    assert len(asked) == len(set(asked)) == 50
    tagged = (tmp_path / "data" / "tags.txt").read_text(encoding="ascii").splitlines()
    assert [line.split()[0] for line in tagged] == asked
    assert len({line.split()[1] for line in tagged}) == 50, "another position, another tag"


class NoService(ServiceProcess):
    """No process, and a port on which nothing listens."""

    def __init__(self, data_dir: Path, **_: str) -> None:
        self.port, self.log = 1, data_dir / "log"
        self.log.write_text("the end", encoding="ascii")

    def __exit__(self, *_: object) -> None:
        pass

    def seconds_until(self, *_: object) -> float:
        return 0.0


def test_bad_answers_under_load_are_no_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    fake_wrk(tmp_path, 3, monkeypatch)
    monkeypatch.setattr(serving, "ServiceProcess", NoService)
    monkeypatch.setattr(serving, "_tag", lambda *_: "")
    with pytest.raises(ServiceFailed, match="bare route: 3 bad answers"):
        list(measure_by_wrk(Workshop(tmp_path / "data", quick=True)))


def test_missing_wrk_is_reported_and_measures_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert list(measure_by_wrk(Workshop(tmp_path, quick=True))) == []
    assert "wrk is not installed" in capsys.readouterr().err


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch):
    def measure(_: Workshop) -> Iterator[Figure]:
        yield Figure.of("speed", [1.0, 3.0, 2.0], "positions/s", target=Target("at least", 5))

    monkeypatch.setattr(benchmarks, "GROUPS", {"one": ("One", measure)})
    path = tmp_path / "results" / "it.json"
    assert benchmarks.main(["--quick", "--only", "one", "--json", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "at least 5: MISSED" in printed
    assert "Targets missed: speed." in printed
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told["quick"] is True
    assert told["figures"] == [
        {
            "group": "one",
            "what": "speed",
            "value": 2.0,
            "unit": "positions/s",
            "runs": 3,
            "spread": [1.0, 3.0],
            "note": "",
            "target": "at least 5",
            "met": False,
        }
    ]


def test_numbers_are_written_with_three_digits():
    assert [digits(value) for value in (0.0, 0.01234, 1.5, 99.94, 123.4, 1234567.8)] == [
        "0",
        "0.0123",
        "1.5",
        "99.9",
        "123",
        "1,234,568",
    ]
    assert ratios([10.0, 30.0], [20.0, 20.0]) == [0.5, 1.5]


# --- the load generator -------------------------------------------------------------------------


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path == "/rude":
            self.close_connection = True
            return
        body = b"x" * 100_000 if self.path == "/large" else b"ok"
        self.send_response(404 if self.path == "/missing" else 200)
        self.send_header("Content-Length", str(len(body)))
        if self.path == "/last":
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def do_HEAD(self) -> None:
        self.send_response(304 if self.path == "/kept" else 200)
        self.send_header("Content-Length", "1000")
        self.end_headers()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])) + self.headers["X-Word"].encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


def test_a_connection_is_kept_and_opened_anew(port: int):
    connection = ClientConnection(port)
    for path, status, length in (("/", 200, 2), ("/large", 200, 100_000), ("/missing", 404, 2), ("/last", 200, 2)):
        got, body = connection.get(path)
        assert (got, len(body)) == (status, length)
    assert connection.get("/") == (200, b"ok")
    assert connection.ask("HEAD / HTTP/1.1") == (200, b"")
    assert connection.ask("HEAD /kept HTTP/1.1") == (304, b"")
    assert connection.ask("POST / HTTP/1.1", "X-Word: two", body=b"one, ") == (200, b"one, two")
    assert connection.get("/") == (200, b"ok")
    connection.close()


def test_waits_are_those_of_good_answers(port: int):
    latencies = waits(port, 0.1, "/large")
    assert len(latencies) > 1
    assert all(0 < seconds < 0.1 for seconds in latencies[:-1])
    with pytest.raises(AssertionError, match="/missing: 404"):
        waits(port, 0.1, "/missing", keep=False)


def test_clients_send_until_the_end_of_the_block(port: int):
    requests = [
        [ExpensiveRequest("/"), ExpensiveRequest("/missing")],
        [ExpensiveRequest("/", {"moves": []})],
        [ExpensiveRequest("/rude")],
    ]
    with sending(port, requests) as statuses:
        assert len(multiprocessing.active_children()) == 3, "each in a process of its own"
        assert waits(port, 0.1, "/"), "others are answered beside them"
    assert multiprocessing.active_children() == []
    assert statuses[404] <= statuses[200]
    assert statuses[404] > 0
    assert sum(statuses) == statuses[200] + statuses[404]


# --- the document -------------------------------------------------------------------------------


def test_every_group_is_named():
    assert [name for name in benchmarks.GROUPS if f"`{name}`" not in TEXT] == []


def test_every_target_is_told():
    for what, (target, unit) in TARGETS.items():
        assert f"| {what} | {target} {unit} |" in TEXT
