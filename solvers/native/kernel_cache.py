"""The directory of compiled code, which nobody but this process's user can open: what is loaded from there is run.

Does not import the compiler.
"""

import os
import pwd
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

from perfect_play.solvers.settings import KERNEL_DIR, folder_setting

ROOM = 4 << 20  # bytes, for the code of several variants
_warned: set[Path] = set()


def kernel_directory(data_dir: Path) -> Path | None:
    """The first private directory among `$UWAPI_KERNEL_DIR`, `cache/kernels` of the data directory, and those of the
    user's cache and of the temporary files, made if need be; None if there is none: each process compiles for itself.
    """
    return next((directory for directory in _candidates(data_dir) if obstacle(directory) is None), None)


def kernel_warning(data_dir: Path) -> str | None:
    """Why compiled code is not kept where it should be, and where it is; None if all is well."""
    usual = next(_candidates(data_dir))
    why, directory = obstacle(usual), kernel_directory(data_dir)
    if directory is None:
        return f"{why} Until then, each process compiles for itself."
    if shutil.disk_usage(directory).free < ROOM:
        return f"There is no room in {directory}: what is not compiled yet is compiled by each process."
    return f"{why} Until then, compiled searches are kept in {directory}." if why else None


def warn_of_kernels(data_dir: Path, say: Callable[[str], None]) -> None:
    """Say, once per process, why compiled code is not kept where it should be, if it is not."""
    warning = kernel_warning(data_dir)
    if warning is not None and data_dir not in _warned:
        _warned.add(data_dir)
        say(warning)


def obstacle(directory: Path) -> str | None:
    """Why compiled code cannot be kept in this directory, and the remedy; None if it can. It is made if need be."""
    user = _name(os.geteuid())
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = directory.lstat()
    except OSError as error:
        return f"{directory} cannot be made by {user} ({error.strerror}). To use another folder: {KERNEL_DIR}."
    if not stat.S_ISDIR(status.st_mode):
        return f"{directory} is a link. To use it: put a folder in its place."
    if status.st_uid != os.geteuid():
        return (
            f"{directory} belongs to {_name(status.st_uid)} instead of {user}. To use it: chown -R {user} {directory}."
        )
    if status.st_mode & 0o077:
        mode = stat.S_IMODE(status.st_mode)
        return f"{directory} is open to others than {user} (mode {mode:04o}). To use it: chmod 700 {directory}."
    if not os.access(directory, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
        return f"{directory} cannot be written by {user}. To use another folder: {KERNEL_DIR}."
    return None


def _candidates(data_dir: Path) -> Iterator[Path]:
    if setting := folder_setting(KERNEL_DIR):
        yield setting
    yield data_dir / "cache" / "kernels"
    users = user_cache_path("perfect-play", appauthor=False)
    if users.is_absolute():
        yield users / "kernels"
    with suppress(FileNotFoundError):  # no folder of temporary files can be written
        yield Path(tempfile.gettempdir()).resolve() / f"perfectplay-kernels-{os.geteuid()}"


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
