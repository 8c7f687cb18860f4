"""A data directory with every start-up table, solved once for all tests of this folder, and a client over it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from server import create_app
from solvers.manager import PuzzleManager
from solvers.retrograde import solve
from tests.helpers import load


@pytest.fixture(scope="session")
def solved_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("data")
    manager = PuzzleManager(directory)
    for rules in [*manager.presolved(), load("npuzzle/3")]:  # of which documents tell
        manager.store.write(rules, solve(rules), 0.0)
    return directory


@pytest.fixture(scope="session")
def client(solved_dir: Path) -> FlaskClient:
    return create_app({"data_dir": solved_dir, "build": False}).test_client()
