"""A data directory with the few tables that these tests need."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import load
from tests.kept_tables import copy_kept, solve_kept

WANTED = (
    *("tictactoe/regular", "npuzzle/2x3", "npuzzle/2", "lightsout/2", "mutorere/regular", "kayles/9"),
    *("hexapawn/3x3_capture", "notakto/regular", "pegsolitaire/triangle", "ponghauki/regular"),
    *("sokoban/2", "solitairechess/5", "towersofhanoi/3_3"),
)


@pytest.fixture(scope="session")
def few_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of small puzzles and games."""
    wanted = [load(name) for name in WANTED]
    solve_kept(wanted)
    directory = tmp_path_factory.mktemp("few")
    copy_kept(directory, wanted)
    return directory
