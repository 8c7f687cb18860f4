"""The steps of the `Containerfile` and the command of the systemd unit run, in a plain folder with this Python."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.test_deploy import UNIT, instructions, the
from tests.helpers import ROOT
from tests.server.live import free_port, wait


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with only what the Containerfile copies."""
    folder = tmp_path_factory.mktemp("image")
    for rest in (rest for word, rest in instructions() if word == "COPY"):
        *sources, target = rest.split()
        for source in sources:
            if (ROOT / source).is_dir():
                made = ("tables", "cache", "work") if source == "data" else ()  # as in .dockerignore
                shutil.copytree(ROOT / source, folder / target, ignore=shutil.ignore_patterns("__pycache__", *made))
            else:
                shutil.copy(ROOT / source, folder / target)
    return folder


def of_image(data: Path, **more: str) -> dict[str, str]:
    """The environment of the image, on a data directory of the test."""
    told = dict(pair.split("=", 1) for pair in the("ENV").split())
    plain = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR", "LANG") if name in os.environ}
    return plain | told | {"UWAPI_HOST": "127.0.0.1", "UWAPI_DATA_DIR": str(data), "UWAPI_WORKERS": "1"} | more


@contextlib.contextmanager
def running(command: list[str], folder: Path, environment: dict[str, str], log: Path) -> Iterator[subprocess.Popen]:
    """Run a command in a process group that is killed afterward."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)


def status(port: int) -> int | None:
    """The status of the health check; None if there is no answer."""
    with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
        return answer.status
    return None


def files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def test_the_image_serves_and_writes_only_data(image: Path, tmp_path: Path):
    before = files(image)
    environment = of_image(tmp_path / "data", UWAPI_PORT=str(free_port()), UWAPI_PRESOLVE="nqueens/4")
    command = [sys.executable, *json.loads(the("CMD"))[1:]]
    check = [sys.executable, *json.loads(the("HEALTHCHECK").partition("CMD ")[2])[1:]]

    def healthy() -> bool:
        return subprocess.run(check, env=environment, capture_output=True, check=False).returncode == 0

    with running(command, image, environment, tmp_path / "log") as service:
        wait("the image is healthy", healthy, every=0.2)
        table = tmp_path / "data" / "tables" / "nqueens.4.sqlite"
        wait("the image solves", table.exists, every=0.2)
        service.send_signal(signal.Signals[the("STOPSIGNAL")])
        assert service.wait(30) == 0, (tmp_path / "log").read_text()
    assert files(image) == before


def test_the_commands_are_in_the_image(image: Path, tmp_path: Path):
    for arguments in (["-m", "perfect_play", "--version"], ["-m", "server", "config"]):
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=image,
            env=of_image(tmp_path, UWAPI_PORT="8000"),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), arguments
        assert done.stdout


def test_the_unit_says_when_it_is_ready_reloads_and_ends(image: Path, tmp_path: Path):
    """As systemd runs it: `Type=notify`, a reload, and the end of the main process alone."""
    (start,) = re.findall(r"^ExecStart=\S+ (.*)", UNIT, re.M)
    assert "Type=notify" in UNIT
    assert "ExecReload=/bin/kill -HUP $MAINPID" in UNIT
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.bind(str(tmp_path / "notify"))
        notified.settimeout(60)
        port = free_port()
        settings = {"UWAPI_PORT": str(port), "UWAPI_BUILD": "0", "NOTIFY_SOCKET": str(tmp_path / "notify")}
        environment = of_image(tmp_path / "data", **settings)
        with running([sys.executable, "-m", "gunicorn", *start.split()], image, environment, tmp_path / "log") as unit:
            said = []
            while "READY=1" not in "\n".join(said):
                said.append(notified.recv(4096).decode())
            wait("it answers", lambda: status(port) == 200)
            unit.send_signal(signal.SIGHUP)
            wait("it reloads", lambda: "Hang up" in (tmp_path / "log").read_text())
            wait("it answers again", lambda: status(port) == 200)
            unit.send_signal(signal.SIGTERM)
            assert unit.wait(30) == 0, (tmp_path / "log").read_text()
