"""The ground to which one harm after another is done, and the seed of all randomness."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.ground import Ground

SEED = "FAULTS_SEED"


@pytest.fixture(scope="session")
def seed() -> int:
    """The seed from the environment, or a new one every time; shown when a test fails."""
    return int(os.environ.get(SEED) or time.time_ns() % 1_000_000)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory, seed: int) -> Iterator[Ground]:
    made = Ground(Path(tmp_path_factory.mktemp("ground")), seed)
    yield made
    made.finish()
