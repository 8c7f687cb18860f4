"""Settings that the solvers and the service share. Light: the launcher of the service imports this, and no solver."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The folder of the code: where a process is started, so that it finds the same packages."""

PRESOLVE = "UWAPI_PRESOLVE"
PRESOLVE_LIMIT = "UWAPI_PRESOLVE_LIMIT"
KERNEL_DIR = "UWAPI_KERNEL_DIR"
LOCK_FD = "UWAPI_BUILDER_LOCK_FD"  # set by the service for its builder


class BadSetting(ValueError):
    """A setting has a value that makes no sense; the message names it."""


def default_data_dir(environment: Mapping[str, str] = os.environ) -> Path:
    """`$UWAPI_DATA_DIR`, else `data/` beside the packages."""
    return Path(environment.get("UWAPI_DATA_DIR") or ROOT / "data")
