"""The service with every start-up table, built once, and ways to query it."""

from __future__ import annotations

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

from perfect_play.server import create_app
from perfect_play.server.middleware import search_workers
from perfect_play.solvers.builder import build_missing
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.settings import KERNEL_DIR, PRESOLVE_LIMIT
from tests.helpers import load, smallest_of_others
from tests.kept_tables import copy_kept, shared, solve_kept
from tests.server.live import HANOI, START_UP, Service, wait

RECORDED = (
    "bishoppuzzle/6x7_6",
    "hopndrop/map3",
    "kalah/3x2",
    "klotski/pennant",
    "npuzzle/3",
    "nqueens/8",
    "pegsolitaire/triangle",
    "rubikscube/2x2x2_FR",
    "tantrix/2_2_2",
    "towersofhanoi/3_8",
)
"""Larger variants of which every ring of tests has tables."""
BY_COMMAND = (
    "bishoppuzzle/6x7_6",
    "clocksolitaire/regular",
    "connect4/4x4",
    "dshogi/3x3",
    "eightball/3",
    "fivefieldkono/3x4",
    "gobbletgobblers/small",
    "lite3/three-in-a-row",
    "lunarlockout/Beginner_1",
    "npuzzle/3",
    "nutictactoe/3x4",
    "othello/4x4",
    "pegsolitaire/trapezoid",
    "rubikscube/2x2x2_FR",
    "skewb/corners",
    "teeko/4x4",
    "tiltago/regular",
    "stormyseas/beg1",
)
"""Variants of which the other rings have tables, too: recorded, or the only ones of their kind."""


@pytest.fixture(scope="session", autouse=True)
def no_settings() -> Iterator[None]:
    """Keep the environment of the person running the tests from mattering."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        for name in list(os.environ):
            if name.startswith("UWAPI_") and name not in (PRESOLVE_LIMIT, KERNEL_DIR):
                monkeypatch.delenv(name)
        yield


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory, ring: str | None) -> Path:
    """A data directory with all start-up tables, siblings and a few more. Read-only: copy it to change it."""
    wanted = [*PuzzleManager().presolved(siblings=True), *map(load, RECORDED)]
    if ring != "first":
        wanted += [*map(load, set(BY_COMMAND) - set(RECORDED)), *smallest_of_others()]
    solve_kept(wanted)

    def fill(directory: Path) -> None:
        manager = copy_kept(directory, wanted)
        assert build_missing(manager, Reporter(io.StringIO())) == 0  # records that all are there

    return shared(tmp_path_factory, "solved", fill)


@pytest.fixture
def own_data(data_dir: Path, tmp_path: Path) -> Path:
    """A copy of the data directory, for one test to change."""
    return Path(shutil.copytree(data_dir, tmp_path / "data"))


@pytest.fixture(scope="session")
def app(data_dir: Path) -> Flask:
    return create_app({"data_dir": data_dir, "build": False})


@pytest.fixture(scope="session")
def service(data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A running service with two workers and these tables, which solves nothing. Each test leaves both working."""
    with Service(data_dir, tmp_path_factory.mktemp("service") / "log", UWAPI_BUILD="0") as running:
        wait("both workers answer", lambda: running.answers(HANOI) and len(running.children()) == 2, 15)
        yield running


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def live_data(tmp_path: Path) -> Path:
    """A data directory with the tables that services of `QUICK` solve at start-up, for one test to change."""
    copy_kept(tmp_path / "data", START_UP)
    return tmp_path / "data"


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit searches to a fifth of a second, for tests that accept unsolved answers."""
    monkeypatch.setattr(search_workers, "SECONDS", 0.2)


@pytest.fixture
def no_searches(client: FlaskClient) -> Iterator[None]:
    """Refuse all searches, for tests that accept unsolved answers: each would have to compile the game's rules."""
    with client.application.extensions["manager"].limiter.refusing(SearchTooLong("No search is begun in this test.")):
        yield


Get = Callable[..., TestResponse]


@pytest.fixture
def get(client: FlaskClient) -> Get:
    """Return a function that requests a path given in parts, percent-encoding each."""

    def ask(*parts: str) -> TestResponse:
        return client.get("/" + "".join(f"{quote(part, safe='')}/" for part in parts))

    return ask


def files_below(directory: Path) -> dict[str, tuple[int, int]]:
    """The size and time of every file and folder, to detect writes."""
    found = {}
    for path in [directory, *directory.rglob("*")]:
        stat = path.stat()
        found[str(path.relative_to(directory))] = (stat.st_size, stat.st_mtime_ns)
    return found


@pytest.fixture
def nothing_written(data_dir: Path) -> Iterator[None]:
    """Check that the test leaves the data directory unchanged."""
    before = files_below(data_dir)
    yield
    assert files_below(data_dir) == before
