"""Ctrl-C, as a terminal sends it: to every process of the group. No traceback, status 130, nothing left behind."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers import ROOT
from tests.server.live import HANOI, Service, adopt_orphans, builders, free_port, in_group, wait

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes under /proc")

LONG = {
    "list": ("solvers", "list"),
    "check": ("solvers", "check"),
    "solve, natively": ("solvers", "solve", "npuzzle", "3x4"),
    "solve, by the reference solver": ("solvers", "solve", "dotsandboxes", "2x3"),
    "build": ("solvers", "build"),
    "play": ("solvers", "play", "tictactoe", "regular"),
    "nimbers": ("solvers", "nimbers", "0.007", "--heaps", "100000000"),
    "patterns": ("solvers", "patterns", "npuzzle", "4"),
    "best-move": ("solvers", "best-move", "domineering", "6x6", "--limit", "40"),
    "book": ("solvers", "book", "connect4", "6x7", "--moves", "10"),
    "bench": ("benchmarks", "--quick", "--only", "native", "--json", os.devnull),
}


@contextmanager
def running(data: Path, module: str, *arguments: str, trace_imports: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command in its own process group, with a keyboard that types nothing."""
    adopt_orphans()
    where = ["--data-dir", str(data)] if module == "solvers" else []
    options = ["-X", "importtime"] if trace_imports else []
    with subprocess.Popen(
        [sys.executable, *options, "-m", module, *where, *arguments],
        cwd=ROOT,
        env={**os.environ, "UWAPI_PRESOLVE_LIMIT": "1000000"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # the test runner may ignore it
    ) as process:
        try:
            yield process
        finally:
            for pid in in_group(process.pid):
                os.kill(pid, signal.SIGKILL)


def ended_without_a_trace(process: subprocess.Popen[bytes], status: tuple[int, ...] = (130,)) -> str:
    """Wait for the process to end and return its output."""
    group = process.pid
    said, _ = process.communicate(timeout=60)
    text = said.decode(errors="replace")
    assert "Traceback" not in text, text
    assert "KeyboardInterrupt" not in text, text
    assert process.returncode in status, text
    wait("nothing is left", lambda: not in_group(group), 3)
    return text


@pytest.mark.second_ring
@pytest.mark.parametrize("command", LONG)
def test_interrupt_at_any_moment_ends_without_a_trace(command: str, tmp_path: Path):
    moment = random.uniform(0.1, 2)
    print(f"after {moment:.3f} s")  # shown when the test fails
    with running(tmp_path / "data", *LONG[command]) as process:
        wait("its imports are done", lambda: process.poll() is not None or b"_sqlite3" in mapped(process.pid), 10)
        time.sleep(moment)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
            ended_without_a_trace(process, (130, 0))  # it may just have finished
        else:
            ended_without_a_trace(process, (0,))


def mapped(pid: int) -> bytes:
    """The files a process has mapped into memory."""
    try:
        return Path(f"/proc/{pid}/maps").read_bytes()
    except OSError:
        return b""


@pytest.mark.parametrize("module", ["solvers", "benchmarks"])
def test_interrupt_during_imports_ends_without_a_trace(module: str, tmp_path: Path):
    with running(tmp_path, module, *LONG["list"][1:], trace_imports=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if b"perfect_play.puzzles.base" in line or b"perfect_play.solvers.settings" in line:
                break
        os.killpg(process.pid, signal.SIGINT)
        ended_without_a_trace(process)


@pytest.mark.second_ring
def test_interrupt_while_both_lanes_build_ends_without_a_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The builder does not wait for the side lane to finish."""
    monkeypatch.setenv("UWAPI_PRESOLVE", "npuzzle/3x4,npuzzle/2x6")
    with running(tmp_path, "solvers", "build") as process:
        wait("two compilers and their forks", lambda: len(in_group(process.pid)) == 5, 30)
        begun = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        said = ended_without_a_trace(process)
    assert time.monotonic() - begun < 20
    assert "Stopped. Finished tables are kept." in said
    assert "was killed" not in said, "nobody but us has ended it"


@pytest.mark.second_ring
@pytest.mark.parametrize("moment", ["at once", "while it answers and builds"])
def test_service_ends_with_status_130_and_leaves_nothing_behind(moment: str, tmp_path: Path):
    service = Service(tmp_path / "data", tmp_path / "log", workers=1)
    try:
        if moment == "at once":
            wait("it has begun", lambda: "Ctrl-C to stop" in service.said(), 10)
        else:
            wait("an answer", service.answers, 10)
            wait("its builder", lambda: builders(service.data), 10)
            service.status(HANOI)
        os.killpg(service.process.pid, signal.SIGINT)
        assert service.process.wait(30) == 130
        wait("nothing is left", lambda: not in_group(service.process.pid) and not builders(service.data), 5)
        # Gunicorn ends a worker at once, even during imports; Python then prints what it could not raise.
        said = re.sub(
            r"Exception ignored in: <function _get_module_lock.*?\nSystemExit: 0\n", "", service.said(), flags=re.S
        )
        assert "Traceback" not in said, said
    finally:
        service.__exit__()


@pytest.mark.second_ring
def test_a_port_in_use_is_one_sentence(tmp_path: Path):
    port = free_port()
    with Service(tmp_path / "data", tmp_path / "log", workers=1, UWAPI_BUILD="0") as first:
        wait("an answer", first.answers, 10)
        command = [sys.executable, "-m", "server", "--port", str(first.port), "--data-dir", str(tmp_path / "data")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
        sentence = f"127.0.0.1:{first.port} is in use by another program. Choose another port: python -m server --port"
        assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{sentence} NUMBER\n")
        assert first.answers()
    command = [sys.executable, "-m", "server", "--host", "192.0.2.1", "--port", str(port)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"192.0.2.1:{port} cannot be listened on: Cannot assign requested address.\n"
