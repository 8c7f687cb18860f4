"""Where compiled kernels are kept, and whether they may be run: only where nobody else can have put them.

Compiled code is run as it is, so whoever can write to its directory can run code as this user. Imports no compiler.
"""

from __future__ import annotations

import errno
import os
import pwd
import stat
import tempfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

_told: set[Path] = set()


def kernels_in(data_dir: Path) -> Path:
    """The directory of compiled kernels: below `data_dir`, or a private one where others could write to that.

    Raises PermissionError where neither can be trusted.
    """
    kept = _kept(data_dir)
    if distrust(kept) is None:
        return kept
    private = Path(tempfile.gettempdir()).resolve() / f"perfectplay-kernels-{os.geteuid()}"
    make_sure_of(private)
    return private


def say_where(data_dir: Path, say: Callable[[str], None]) -> None:
    """Say it, once in this process, where kernels are not kept below `data_dir`, and why."""
    why = distrust(_kept(data_dir))
    if why is not None and data_dir not in _told:
        _told.add(data_dir)
        say(f"{why} Until then, compiled kernels are neither read nor kept there.")


def make_sure_of(directory: Path) -> None:
    """Raise PermissionError, with a sentence, where what is in this directory must not be run."""
    why = distrust(directory)
    if why is not None:
        raise PermissionError(errno.EACCES, why)


def distrust(directory: Path) -> str | None:
    """Why code in this directory must not be run, and what to do; None where it may. It need not be there yet."""
    return next(_faults(directory.resolve()), None)


def _kept(data_dir: Path) -> Path:
    return data_dir / "cache" / "kernels"


def _faults(directory: Path) -> Iterator[str]:
    user = os.geteuid()
    for parent in reversed(directory.parents):  # whoever can rename one of them can put another in its place
        yield from _fault(parent, {0, user}, stat.S_ISVTX)
    yield from _fault(directory, {user})
    closed = directory.exists() and not directory.stat().st_mode & 0o077
    for path in directory.rglob("*"):
        yield from _fault(path, {user}, closed=closed)


def _fault(path: Path, owners: Collection[int], harmless: int = 0, closed: bool = False) -> Iterator[str]:
    """harmless: bits of the mode that make it harmless that others can write. closed: nobody else can reach it."""
    try:
        told = path.lstat()
    except FileNotFoundError:
        return
    mode = stat.S_IMODE(told.st_mode)
    if told.st_uid not in owners:
        ours = _name(os.geteuid())
        yield f"{path} belongs to {_name(told.st_uid)} instead of {ours}. To use it: chown -R {ours} {path}."
    elif stat.S_ISLNK(told.st_mode):
        yield f"{path} is a link. To use compiled kernels: remove it."
    elif mode & 0o022 and not mode & harmless and not closed:
        yield f"{path} is not writable by {_name(told.st_uid)} alone (mode {mode:04o}). To use it: chmod go-w {path}."


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
