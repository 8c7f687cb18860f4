"""Settings shared by the solvers and the service. Imports no solver, since the service's launcher imports this."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from puzzles import INSTALLED

ROOT = Path(__file__).resolve().parent.parent
"""The folder of the code; processes are started there, so that they find the same packages."""

PRESOLVE = "UWAPI_PRESOLVE"
PRESOLVE_LIMIT = "UWAPI_PRESOLVE_LIMIT"
KERNEL_DIR = "UWAPI_KERNEL_DIR"
LOCK_FD = "UWAPI_BUILDER_LOCK_FD"  # set by the service for its builder


class BadSetting(ValueError):
    """A setting has an invalid value; the message names it."""


def default_data_dir(environment: Mapping[str, str] = os.environ) -> Path:
    """`$UWAPI_DATA_DIR`, else `data/` beside the packages; if these are installed, the user's folder for data."""
    if given := environment.get("UWAPI_DATA_DIR"):
        return Path(given)
    if not INSTALLED:
        return ROOT / "data"
    from platformdirs import user_data_path  # here, since every process imports this module, and few need it

    users = user_data_path("perfect-play", appauthor=False)
    return users if users.is_absolute() else Path("/var/lib/perfect-play")  # a user without a home: a container's
