"""The fork server that has the compiler ready: it solves many variants, and dies and is replaced without harm."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perfect_play.solvers.locks import take_lock
from perfect_play.solvers.native import compile_client
from perfect_play.solvers.native.compile_client import CompileServer, ServerClosed
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.verification import verify
from tests.helpers import ROOT, load
from tests.native.solving import children_of


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("native")


SAME = ["towersofhanoi/3_8", "hopndrop/map2", "hexapawn/5x3"]


def forks(*request: str) -> subprocess.Popen[bytes]:
    """Start the fork server with one request."""
    command = [sys.executable, "-m", "perfect_play.solvers.native.process"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ask(process, *request)
    return process


def ask(process: subprocess.Popen[bytes], *request: str) -> None:
    """Make a request."""
    assert process.stdin is not None
    process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.flush()


def news_of(process: subprocess.Popen[bytes], name: str) -> Any:
    """Its next message under this name."""
    assert process.stdout is not None
    return next(news[name] for line in process.stdout if name in (news := json.loads(line)))


def test_compile_server_solves_many_variants_in_one_process(data: Path):
    solved_here: list[dict[str, Any]] = []
    with CompileServer() as server:
        pids = set()
        for full_id in (*SAME, "towersofhanoi/3_3"):
            told = server.solve(str(data), *full_id.split("/"), on_report=solved_here.append)
            assert (told["code"], told["done"]) == (0, True)
            pids.add(server._running().pid)
            assert verify(Store(data / "tables"), load(full_id), sample=100) == []
    assert len(pids) == 1
    assert sum("done" in news for news in solved_here) == len(SAME) + 1
    assert not Path(f"/proc/{pids.pop()}").exists()


def test_a_fork_that_is_killed_is_told_and_the_next_one_solves(tmp_path: Path):
    with forks(str(tmp_path), "npuzzle", "3x4") as process:
        assert "natively" in news_of(process, "stage")
        (child,) = children_of(process.pid)
        os.kill(child, signal.SIGKILL)
        assert news_of(process, "code") == -signal.SIGKILL
        ask(process, str(tmp_path), "towersofhanoi", "3_3")
        assert news_of(process, "code") == 0
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(20) == 0
    assert [path.name for path in (tmp_path / "tables").glob("*.sqlite")] == ["towersofhanoi.3_3.sqlite"]


def test_a_process_that_is_killed_is_told_and_another_started(tmp_path: Path):
    with CompileServer() as server:

        def kill(news: dict[str, Any]) -> None:
            os.kill(server._running().pid, signal.SIGKILL)

        told = server.solve(str(tmp_path), "npuzzle", "3x4", on_report=kill)
        assert told["code"] == -signal.SIGKILL
        lock = wait_for(lambda: take_lock(tmp_path / "cache" / "npuzzle.3x4.lock"))
        assert lock is not None, "its fork has ended with it"
        os.close(lock)
        assert server.solve(str(tmp_path), "towersofhanoi", "3_3", on_report=lambda news: None)["done"]


def wait_for(found: Callable[[], Any]) -> Any:
    """Wait for a truthy result and return it; None after some seconds."""
    for _ in range(100):
        if (what := found()) is not None:
            return what
        time.sleep(0.1)
    return None


@pytest.mark.parametrize("is_closed", [True, False])
def test_an_error_of_pipes_that_were_closed_says_so(monkeypatch: pytest.MonkeyPatch, is_closed: bool):
    """Another thread may close the server at any moment while this one reads its reports."""
    server = CompileServer()

    def read_while_closing(process: subprocess.Popen[bytes], on_report: Callable[[dict[str, Any]], None]):
        if is_closed:
            server.__exit__()
        raise ValueError("PyMemoryView_FromBuffer(): info->buf must not be NULL")

    monkeypatch.setattr(compile_client, "read_reports", read_while_closing)
    with server, pytest.raises(ServerClosed if is_closed else ValueError):
        server.solve("nowhere", "npuzzle", "2x2", on_report=lambda report: None)


def test_compile_server_and_its_fork_end_with_their_parent(tmp_path: Path):
    with forks(str(tmp_path), "npuzzle", "3x4") as process:
        news_of(process, "stage")
        (child,) = children_of(process.pid)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(20) == 3
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert not Path(f"/proc/{child}").exists()


def test_compile_server_ends_silently_if_nobody_reads_its_reports():
    report = "from perfect_play.solvers.native.worker_process import report; report(positions=1)"
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-c", report], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (3, b"")


def test_ctrl_c_ends_no_process_that_works_for_another(tmp_path: Path):
    """A terminal sends it to all processes: those that only work for another say nothing."""
    with forks(str(tmp_path), "towersofhanoi", "3_12") as process:
        news_of(process, "stage")
        for pid in (process.pid, *children_of(process.pid)):
            os.kill(pid, signal.SIGINT)
        assert news_of(process, "code") == 0
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""
