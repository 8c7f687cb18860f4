"""The directory of compiled kernels, trusted only if nobody else can write to it.

Compiled code is run unchecked, so whoever can write to its directory can run code as this user. Does not import the
compiler.
"""

from __future__ import annotations

import errno
import os
import pwd
import stat
import tempfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from solvers.settings import KERNEL_DIR

_warned: set[Path] = set()


def kernel_directory(data_dir: Path) -> Path:
    """The directory of compiled kernels: `$UWAPI_KERNEL_DIR`, else below `data_dir`; a private one if others could
    write to that.

    Raises PermissionError if neither can be trusted.
    """
    kept = _kept(data_dir)
    if distrust(kept) is None:
        return kept
    private = Path(tempfile.gettempdir()).resolve() / f"perfectplay-kernels-{os.geteuid()}"
    require_trusted(private)
    return private


def warn_if_distrusted(data_dir: Path, say: Callable[[str], None]) -> None:
    """Say, once per process, why compiled kernels are not kept below `data_dir`, if they are not."""
    why = distrust(_kept(data_dir))
    if why is not None and data_dir not in _warned:
        _warned.add(data_dir)
        say(f"{why} Until then, compiled kernels are neither read from nor written to it.")


def require_trusted(directory: Path) -> None:
    """Raise PermissionError, saying why, if code in this directory must not be run."""
    why = distrust(directory)
    if why is not None:
        raise PermissionError(errno.EACCES, why)


def distrust(directory: Path) -> str | None:
    """Why code in this directory must not be run, and the remedy; None if it may. The directory need not exist."""
    return next(_faults(directory.resolve()), None)


def _kept(data_dir: Path) -> Path:
    return Path(os.environ.get(KERNEL_DIR) or data_dir / "cache" / "kernels")


def _faults(directory: Path) -> Iterator[str]:
    user = os.geteuid()
    for parent in reversed(directory.parents):  # whoever can rename a parent can substitute another
        yield from _fault(parent, {0, user}, stat.S_ISVTX)
    yield from _fault(directory, {user})
    closed = directory.exists() and not directory.stat().st_mode & 0o077
    for path in directory.rglob("*"):
        yield from _fault(path, {user}, closed=closed)


def _fault(path: Path, owners: Collection[int], harmless: int = 0, closed: bool = False) -> Iterator[str]:
    """What is wrong with the owner or the mode of one path.

    harmless: mode bits that make write access by others harmless. closed: nobody else can reach the path.
    """
    try:
        status = path.lstat()
    except FileNotFoundError:
        return
    mode = stat.S_IMODE(status.st_mode)
    if status.st_uid not in owners:
        ours = _name(os.geteuid())
        yield f"{path} belongs to {_name(status.st_uid)} instead of {ours}. To use it: chown -R {ours} {path}."
    elif stat.S_ISLNK(status.st_mode):
        yield f"{path} is a link. To use compiled kernels: remove it."
    elif mode & 0o022 and not mode & harmless and not closed:
        owner = _name(status.st_uid)
        yield f"{path} is writable by users other than {owner} (mode {mode:04o}). To use it: chmod go-w {path}."


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
