"""The service under granian: searches, solving, proxies, counts and signals as under gunicorn."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from perfect_play.server.operations.connection import MAX_BODY
from tests.helpers import ROOT
from tests.perfect_play.extras import needs
from tests.server.live import HANOI, Service, builders, in_group, processes, wait

needs("granian", "granian")
pytestmark = [
    pytest.mark.second_ring,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes under /proc"),
]

SEARCH = "/universal/v1/npuzzle/4/positions/?p=123456789abcde-f"


class GranianService(Service):
    """`python -m server --granian`."""

    def command(self) -> list[str]:
        return [*super().command(), "--granian"]

    def masters(self) -> list[int]:
        """The master of the search workers, which the service's own master has started."""
        children = [(pid, command) for pid, parent, command in processes() if parent == self.process.pid]
        return [pid for pid, command in children if "searches" in " ".join(command[-2:-1])]

    def _workers(self) -> list[int]:
        parents = {self.process.pid: False, **dict.fromkeys(self.masters(), True)}
        return [pid for pid, parent, _ in processes() if parent in parents and pid not in parents]

    def header(self, path: str, **headers: str) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            connection.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())


@pytest.fixture
def service(tmp_path: Path) -> Iterator[GranianService]:
    (tmp_path / "tmp").mkdir()
    settings = {"TMPDIR": str(tmp_path / "tmp"), "FORWARDED_ALLOW_IPS": "127.0.0.1"}
    with GranianService(tmp_path / "data", tmp_path / "log", **settings) as running:
        yield running


def ended(service: GranianService) -> bool:
    return not in_group(service.process.pid) and not builders(service.data)


def test_service_solves_searches_and_counts_in_all_workers_and_ends_at_sigterm(service):
    wait("an answer", lambda: service.answers(HANOI))
    assert service.ask(HANOI)[1]["response"]["remoteness"] == 7
    assert len(builders(service.data)) == 1
    assert len(service.children()) == 2
    assert len(service.search_workers()) == 1
    (searcher,) = service.search_workers()
    before = _ticks(searcher)
    assert service.ask(SEARCH, 60)[1]["remoteness"] == 1
    wait("a search worker has searched", lambda: _ticks(searcher) > before or service.ask(SEARCH, 60)[0] != 200)
    for _ in range(20):
        service.ask(HANOI)
    status, prefixed = service.header("/", X_Forwarded_Prefix="/play")
    assert (status, prefixed["health"]) == (200, f"http://127.0.0.1:{service.port}/play/health")
    counted = http.client.HTTPConnection("127.0.0.1", service.port)
    counted.request("GET", "/metrics")
    total = [line for line in counted.getresponse().read().decode().splitlines() if "<position>/" in line]
    assert sum(float(line.split()[-1]) for line in total if line.startswith("perfectplay_requests_total")) >= 21
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(60) == 0
    wait("all processes have ended", lambda: ended(service))
    assert os.listdir(service.log.parent / "tmp") == []
    assert "Traceback" not in service.said()


def test_killed_search_workers_are_replaced_and_a_service_whose_master_is_killed_ends_soon(service):
    (master,) = wait("the master of search workers", lambda: service.answers() and service.masters())
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    with contextlib.closing(connection):
        connection.putrequest("POST", "/api/positions")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", str(MAX_BODY + 1))
        connection.endheaders()
        assert connection.getresponse().status == 413
    os.kill(master, signal.SIGKILL)
    wait("another one has workers", lambda: service.masters() not in ([], [master]) and service.search_workers())
    wait("a search is answered", lambda: service.ask(SEARCH, 60)[1].get("remoteness") == 1)
    service.process.kill()
    service.process.wait(10)
    wait("all processes have ended", lambda: ended(service))


def test_service_below_script_name_answers_there_only(tmp_path):
    with GranianService(tmp_path / "data", tmp_path / "log", SCRIPT_NAME="/play", UWAPI_BUILD="0") as service:
        wait("an answer", lambda: service.answers("/play/health"))
        assert service.ask("/play/")[1]["health"] == f"http://127.0.0.1:{service.port}/play/health"
        assert service.ask(f"/play{SEARCH}", 60)[1]["remoteness"] == 1
        assert http_status(service, "/health") == http_status(service, "/player/health") == 404


def http_status(service: GranianService, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    with contextlib.closing(connection):
        connection.request("GET", path)
        return connection.getresponse().status


def test_invalid_setting_ends_it_with_a_sentence(tmp_path):
    environment = {**os.environ, "UWAPI_CACHE_BYTES": "many"}
    command = [sys.executable, "-m", "server", "--granian", "--data-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "UWAPI_CACHE_BYTES" in done.stderr


def _ticks(pid: int) -> int:
    """The processor time of a process so far, in ticks."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
