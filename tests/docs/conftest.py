"""A data directory with every start-up table, solved once for all tests of this folder, and a client for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.server import create_app
from perfect_play.solvers.manager import PuzzleManager
from tests.helpers import load
from tests.kept_tables import copy_kept, shared, solve_kept


@pytest.fixture(scope="session")
def solved_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    wanted = [*PuzzleManager().presolved(siblings=True), load("npuzzle/3")]  # used in documents
    solve_kept(wanted)
    return shared(tmp_path_factory, "documented", lambda directory: copy_kept(directory, wanted))


@pytest.fixture(scope="session")
def client(solved_dir: Path) -> FlaskClient:
    return create_app({"data_dir": solved_dir, "build": False}).test_client()
