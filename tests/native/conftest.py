"""The directory of compiled kernels that all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from solvers.settings import KERNEL_DIR


@pytest.fixture(scope="session")
def kernels() -> Path:
    return Path(os.environ[KERNEL_DIR])
