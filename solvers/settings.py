"""Settings shared by the solvers and the service. Imports no solver, since the service's launcher imports this."""

from __future__ import annotations

import os
import sys
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
    return _users(environment) / "perfect-play" if INSTALLED else ROOT / "data"


def _users(environment: Mapping[str, str]) -> Path:
    """Where programs keep a user's data: by the XDG Base Directory Specification, on macOS by Apple's convention."""
    given = Path(environment.get("XDG_DATA_HOME") or "")
    if given.is_absolute():  # a relative path has to be ignored
        return given
    try:
        home = Path.home()
    except RuntimeError:  # a user without one, such as that of a container
        return Path("/var/lib")
    return home / "Library" / "Application Support" if sys.platform == "darwin" else home / ".local" / "share"
