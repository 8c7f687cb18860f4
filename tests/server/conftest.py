"""The service with every start-up table, built once; and ways to ask it."""

from __future__ import annotations

import fcntl
import io
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server import create_app
from solvers.builder import build_missing, build_one
from solvers.building.reporter import Reporter
from solvers.manager import PuzzleManager
from solvers.settings import PRESOLVE_LIMIT
from tests.helpers import load

BY_COMMAND = (
    *("npuzzle/3", "eightball/3", "pegsolitaire/trapezoid", "clocksolitaire/regular"),
    *("connect4/4x4", "othello/4x4"),
)
"""Solved for the tests beyond what is solved at their start: recorded, or the only one of its kind."""


@pytest.fixture(scope="session", autouse=True)
def no_settings() -> Iterator[None]:
    """What the environment of the person who runs the tests says must not matter."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        for name in list(os.environ):
            if name.startswith("UWAPI_") and name != PRESOLVE_LIMIT:
                monkeypatch.delenv(name)
        yield


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with all start-up tables, and a few more. To be read only: copy it to change it."""
    base = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        base = base.parent  # one for all workers
    directory = base / "solved"
    directory.mkdir(exist_ok=True)
    with open(base / "solved.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = base / "solved.done"
        if not done.exists():
            manager, report = PuzzleManager(directory), Reporter(io.StringIO())
            assert build_missing(manager, report) == 0
            for full_id in BY_COMMAND:
                build_one(manager, load(full_id), report, lambda done: None)
            done.touch()
    return directory


@pytest.fixture
def own_data(data_dir: Path, tmp_path: Path) -> Path:
    """A copy of the data directory, for one test to change."""
    return Path(shutil.copytree(data_dir, tmp_path / "data"))


@pytest.fixture(scope="session")
def app(data_dir: Path) -> Flask:
    return create_app({"data_dir": data_dir, "build": False})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


Get = Callable[..., TestResponse]


@pytest.fixture
def get(client: FlaskClient) -> Get:
    """Ask a path given in parts, each of which is percent-encoded."""

    def ask(*parts: str) -> TestResponse:
        return client.get("/" + "".join(f"{quote(part, safe='')}/" for part in parts))

    return ask


def files_below(directory: Path) -> dict[str, tuple[int, int]]:
    """Every file and folder with its size and time, to see whether anything was written."""
    found = {}
    for path in [directory, *directory.rglob("*")]:
        stat = path.stat()
        found[str(path.relative_to(directory))] = (stat.st_size, stat.st_mtime_ns)
    return found


@pytest.fixture
def nothing_written(data_dir: Path) -> Iterator[None]:
    """That the test leaves the data directory as it was."""
    before = files_below(data_dir)
    yield
    assert files_below(data_dir) == before
