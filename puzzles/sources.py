"""The rules as they were imported, which may differ from the files on disk by now.

The loader of these modules reads each source once, runs exactly what it has read, and keeps it, for the digest of the
rules and for the compiler. It uses compiled files (`.pyc`) only if they hold a hash of the source (PEP 487 and 552):
those that hold its time and size could be of another source, written in the same second.
"""

import ast
import errno
import hashlib
import importlib.util
import inspect
import io
import linecache
import os
import re
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import BYTECODE_SUFFIXES, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

HEAD = 16  # bytes of a compiled file before its code: magic, flags, and the hash of the source, or its time and size
CHECKED_HASH = (0b11).to_bytes(4, "little")  # the flags of a compiled file that holds a hash, to be compared
SETTLED = 2_000_000_000  # nanoseconds after which a file that is written again has another time

_packages = {"perfect_play.puzzles", "perfect_play.solvers"}
"""The packages whose sources are kept as imported. The engines' loops are copied into the modules to compile, too."""

_folders: set[Path] = set()
"""Folders of plug-ins: modules that are imported from there by a name of their own are kept as well."""


_parsing = threading.Lock()


def syntax_of(source: str) -> ast.Module:
    """The syntax tree of a source, by one thread at a time: Python 3.11 raises SystemError if several make one."""
    with _parsing:
        return ast.parse(source)


def is_newer_syntax(error: BaseException) -> bool:
    """Whether a syntax error is none from Python 3.12 on: types of PEP 695, or f-strings of PEP 701."""
    if sys.version_info >= (3, 12) or not isinstance(error, SyntaxError):
        return False
    line = linecache.getline(error.filename or "", error.lineno or 0)
    if "f-string expression part cannot include" in error.msg or _TYPES.match(line):
        return True
    for quote, other in ("''", "'\"", "\"'"):
        with suppress(SyntaxError, ValueError):
            syntax_of(re.sub(r"\{[^{}]*\}", lambda part: part[0].replace(quote, other), line).strip())  # noqa: B023
            return quote != other
    return False


_TYPES = re.compile(r"\s*(?:(?:async\s+)?def|class)\s+\w+\s*\[|\s*type\s+\w+[^=(]*=")


def package_of(module: str) -> str:
    """The package of a module, by name: `perfect_play.puzzles` and so on for this project's, else the outermost one."""
    outermost, *inner = module.split(".")
    return f"{outermost}.{inner[0]}" if outermost == "perfect_play" and inner else outermost


def is_shipped(cls: type) -> bool:
    """Whether a plug-in belongs to this project, whose tests check it."""
    return is_ours(cls.__module__)


def is_ours(module: str) -> bool:
    """Whether a module is one of the rules of this project, rather than of a plug-in from outside."""
    return package_of(module) == "perfect_play.puzzles" and not module.startswith("perfect_play.puzzles.outside.")


class Snapshot:
    """A file as it was when it was read."""

    def __init__(self, path: Path | str, content: bytes | None = None) -> None:
        """content: what has been read from it; None: it is read now. Raises OSError."""
        self.path = Path(path)
        self.digest = _digest(self.path.read_bytes() if content is None else content)
        self._name = os.fspath(path)
        self._unchanged: tuple[int, int, int] | None = None

    def is_stale(self) -> bool:
        """Whether the file is another one now."""
        try:
            status = os.stat(self._name)  # on the way of every listing: a Path takes longer
            identity = status.st_mtime_ns, status.st_size, status.st_ino
            if identity == self._unchanged:
                return False
            unchanged = _digest(self.path.read_bytes()) == self.digest
        except OSError as error:
            return error.errno not in (errno.EMFILE, errno.ENFILE)  # too many open files tell nothing of this one
        if unchanged and time.time_ns() - status.st_mtime_ns > SETTLED:
            self._unchanged = identity
        return not unchanged


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=16).digest()


class KeepingLoader(SourceFileLoader):
    """Loads a module from its source and keeps that. source: as it was loaded."""

    source: bytes | None = None

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module, of the source as it is now."""
        self.source = super().get_data(self.path)
        return super().get_code(fullname)

    def get_data(self, path: str) -> bytes:
        """The content of a file: of the source, what was read first; of a compiled file, only with the source's hash.

        Raises OSError.
        """
        if path == self.path and self.source is not None:
            return self.source
        data = super().get_data(path)
        if path.endswith(tuple(BYTECODE_SUFFIXES)) and data[4:8] != CHECKED_HASH:
            raise OSError(f"{path} holds no hash of its source")
        return data

    def set_data(self, path: str, data: Any, *, _mode: int = 0o666) -> None:
        """Write a compiled file, with the hash of the source."""
        head = bytes(data[:4]) + CHECKED_HASH + importlib.util.source_hash(self.source or b"")
        super().set_data(path, head + bytes(data[HEAD:]), _mode=_mode)


class _Finder(MetaPathFinder):
    """Finds the modules of the packages whose sources are kept."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        ours = package_of(fullname) in _packages
        spec = PathFinder.find_spec(fullname, path, target) if ours or _folders else None
        if spec is None or not (ours or _folders.intersection(Path(spec.origin or "").parents)):
            return None
        if type(spec.loader) is SourceFileLoader:
            spec.loader = KeepingLoader(spec.loader.name, spec.loader.path)
        return spec


sys.meta_path.insert(0, _Finder())


def keep(package: str) -> None:
    """Keep the sources of another package, too: as they will be imported, or as they are now if they have been."""
    _packages.add(package)
    for name in list(sys.modules):
        if package_of(name) == package and has_source(name):
            source_of(name)


def keep_folder(folder: Path) -> None:
    """Keep the sources of modules that will be imported from a folder, whatever their names."""
    _folders.add(folder)


def is_kept(name: str) -> bool:
    """Whether the source of a loaded module is kept as it was imported."""
    return isinstance(_loader(name), KeepingLoader)


def has_source(name: str) -> bool:
    """Whether a module of this name is loaded, from a file."""
    return bool(getattr(sys.modules.get(name), "__file__", None))


def source_of(name: str) -> str:
    """The source of a loaded module, as it was imported."""
    return importlib.util.decode_source(_read(name)[1])


def snapshot_of(name: str) -> Snapshot:
    """The file of a loaded module, as it was imported."""
    return _read(name)[0]


def _read(name: str) -> tuple[Snapshot, bytes]:
    loader, path = _loader(name), str(sys.modules[name].__file__)
    if isinstance(loader, KeepingLoader) and loader.source is not None:
        return _loaded(path, loader.source)
    return _first_read(path)


def _loader(name: str) -> Any:
    return getattr(getattr(sys.modules.get(name), "__spec__", None), "loader", None)


@cache
def _loaded(path: str, source: bytes) -> tuple[Snapshot, bytes]:
    return Snapshot(path, source), source


@cache
def _first_read(path: str) -> tuple[Snapshot, bytes]:
    """The same for a module that was imported in another way: as its file is when somebody first asks."""
    source = Path(path).read_bytes()
    return Snapshot(path, source), source


def files_read_by(cls: type, names: Sequence[str]) -> tuple[Snapshot, ...]:
    """The files of data with these names, relative to the module of a class, as they are now. Raises OSError."""
    folder = Path(str(sys.modules[cls.__module__].__file__)).parent
    for name in names:
        if not (folder / name).is_file():
            raise FileNotFoundError(f"`reads` of {cls.__name__} names {name!r}, but there is no file {folder / name}")
    return tuple(Snapshot(folder / name) for name in names)


def lines_of(function: Any) -> tuple[list[str], int]:
    """As `inspect.getsourcelines`, but of the source as it was imported."""
    name = function.__module__
    if has_source(name):
        lines = io.StringIO(source_of(name)).readlines()
        path = os.fspath(sys.modules[name].__file__ or "")
        linecache.cache[path] = (len(lines), None, lines, path)  # without a time, it is not compared with the file
    return inspect.getsourcelines(function)


_read("perfect_play.puzzles")  # which was imported before this module
