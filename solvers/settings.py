"""Settings shared by the solvers and the service. Imports no solver, since the service's launcher imports this."""

import os
from collections.abc import Mapping
from pathlib import Path

from perfect_play.puzzles import INSTALLED

ROOT = Path(__file__).absolute().parents[2]
"""The folder of the package `perfect_play`; processes are started there, so that they import the same."""

PRESOLVE = "UWAPI_PRESOLVE"
PRESOLVE_LIMIT = "UWAPI_PRESOLVE_LIMIT"
DATA_DIR = "UWAPI_DATA_DIR"
KERNEL_DIR = "UWAPI_KERNEL_DIR"
LOCK_FD = "UWAPI_BUILDER_LOCK_FD"  # set by the service for its builder


class BadSetting(ValueError):
    """A setting has an invalid value; the message names it."""


def read_folder(text: str) -> Path:
    """The folder that a text names, with `~` for the user's own; it need not exist. Raises ValueError."""
    if not text:
        raise ValueError("expected the path of a folder.")
    if text[0] in "\"'":
        raise ValueError("expected a path without quotation marks.")
    try:
        folder = Path(text).expanduser()
    except RuntimeError:
        raise ValueError("the home folder of this user is not known; give an absolute path.") from None
    existing = next(path for path in (folder, *folder.absolute().parents) if os.path.lexists(path))
    if os.path.exists(existing) and not os.path.isdir(existing):
        raise ValueError(f"{existing} is not a folder.")
    return folder


def folder_setting(name: str, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder that an environment variable names; None if it is not set. Raises BadSetting."""
    text = environment.get(name)
    try:
        return read_folder(text) if text else None
    except ValueError as error:
        raise BadSetting(f"{name}={text!r}: {error}") from None


def default_data_dir(environment: Mapping[str, str] = os.environ) -> Path:
    """`$UWAPI_DATA_DIR`, else `data/` beside the packages; if these are installed, the user's folder for data.

    Raises BadSetting.
    """
    if folder := folder_setting(DATA_DIR, environment):
        return folder
    if not INSTALLED:
        return ROOT / "data"
    from platformdirs import user_data_path  # here, since every process imports this module, and few need it

    users = user_data_path("perfect-play", appauthor=False)
    return users if users.is_absolute() else Path("/var/lib/perfect-play")  # a user without a home: a container's
