"""The directory of compiled kernels, trusted only if nobody else can write to it.

Compiled code is run unchecked, so whoever can write to its directory can run code as this user. Does not import the
compiler.
"""

from __future__ import annotations

import errno
import os
import pwd
import shutil
import stat
import tempfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from perfect_play.solvers.settings import KERNEL_DIR, folder_setting

ROOM = 4 << 20  # bytes, for the code of several variants
_warned: set[Path] = set()


def kernel_directory(data_dir: Path) -> Path:
    """The directory of compiled kernels: `$UWAPI_KERNEL_DIR`, else below `data_dir`; a private one if this process
    cannot write to that, or others can.

    If the private one cannot be used either, each process compiles for itself.
    """
    usual = _usual_directory(data_dir)
    return usual if _obstacle(usual) is None else _private_directory()


def kernel_warning(data_dir: Path) -> str | None:
    """Why compiled kernels are not kept where they should be, and where they are; None if all is well."""
    usual, private = _usual_directory(data_dir), _private_directory()
    why = _obstacle(usual)
    if why is None:
        if _has_room(usual):
            return None
        return f"There is no room in {usual}: compiled kernels that are not there yet are compiled by each process."
    if _obstacle(private) is None and _has_room(private):
        return f"{why} Until then, compiled kernels are neither read from nor written to it, but kept in {private}."
    return f"{why} Until then, each process compiles for itself, as {private} cannot be used either."


def warn_of_kernels(data_dir: Path, say: Callable[[str], None]) -> None:
    """Say, once per process, why compiled kernels are not kept where they should be, if they are not."""
    warning = kernel_warning(data_dir)
    if warning is not None and data_dir not in _warned:
        _warned.add(data_dir)
        say(warning)


def require_trusted(directory: Path) -> None:
    """Raise PermissionError, saying why, if others could put code into this directory."""
    reason = distrust(directory)
    if reason is not None:
        raise PermissionError(errno.EACCES, reason)


def distrust(directory: Path) -> str | None:
    """Why others could put code into this directory, and the remedy; None if they cannot. It need not exist."""
    return next(_faults_above(directory.resolve()), None)


def trusted_folder(directory: Path, name: str) -> Path:
    """The folder of one module in a trusted directory. If others could have written anything in it, it starts empty.

    Raises PermissionError if what others could have written cannot be deleted.
    """
    folder = directory / name
    if any(_faults_within(folder)):
        shutil.rmtree(folder, ignore_errors=True)
        for reason in _faults_within(folder):
            raise PermissionError(errno.EACCES, reason)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _usual_directory(data_dir: Path) -> Path:
    return folder_setting(KERNEL_DIR) or data_dir / "cache" / "kernels"


def _private_directory() -> Path:
    return Path(tempfile.gettempdir()).resolve() / f"perfectplay-kernels-{os.geteuid()}"


def _obstacle(directory: Path) -> str | None:
    """Why compiled code cannot be kept in this directory, and the remedy; None if it can. It need not exist."""
    user = _name(os.geteuid())
    effective_ids = os.access in os.supports_effective_ids
    if os.access(_existing(directory), os.W_OK | os.X_OK, effective_ids=effective_ids):
        return distrust(directory)
    return (
        f"{directory} cannot be written by {user}. To use it: make it a folder of {user}, or name one by {KERNEL_DIR}."
    )


def _has_room(directory: Path) -> bool:
    return shutil.disk_usage(_existing(directory)).free >= ROOM


def _existing(directory: Path) -> Path:
    """The directory, or the nearest one above it that exists."""
    return next(path for path in (directory, *directory.absolute().parents) if os.path.exists(path))


def _faults_above(directory: Path) -> Iterator[str]:
    user = os.geteuid()
    for parent in reversed(directory.parents):  # whoever can rename a parent can substitute another
        yield from _fault(parent, {0, user}, stat.S_ISVTX)
    yield from _fault(directory, {user})


def _faults_within(folder: Path) -> Iterator[str]:
    closed = not folder.parent.stat().st_mode & 0o077
    for path in (folder, *folder.rglob("*")):
        yield from _fault(path, {os.geteuid()}, closed=closed)


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
