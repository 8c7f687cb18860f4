"""Compiled modules: imports generated ones from files, beside which the compiler's cache is kept, sealed by checksums.

Each has a folder of its own, so that loading one takes the same time however many there are.

The functions of a board game's rules are called by address, so that the loops that call them are compiled once.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.util
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from puzzles.boards.game import ROLES
from solvers.native.kernel_cache import require_trusted, trusted_folder
from solvers.native.specialize import Module
from solvers.tables.publish import whole

SEAL = "seal.json"
CODE = ".nbc"  # how the names of files with compiled code end
BEING_WRITTEN = ".tmp."  # part of the name of a file that the compiler is still writing
_sealing = threading.Lock()
_ONLY_LOADING: ContextVar[bool] = ContextVar("only_loading", default=False)


class NotCompiled(Exception):
    """A module has no compiled code yet."""


@contextlib.contextmanager
def only_loading() -> Iterator[None]:
    """In this block, `load` raises NotCompiled where it would have to compile."""
    token = _ONLY_LOADING.set(True)
    try:
        yield
    finally:
        _ONLY_LOADING.reset(token)


def load(source: Module, directory: Path, warm_up: Callable[[ModuleType], object] | None = None) -> ModuleType:
    """Import a module from a file in its folder of `directory`, written if needed; the compiler's cache is beside it.

    Cached machine code is run unchecked, so it is used only if its checksums are those recorded when it was compiled.
    warm_up: compiles loops; other processes that load the module with it wait, so that each loop is compiled once.
    Raises OSError, also if others could write to the directory.
    """
    for shared in source.shared:
        if shared.name not in sys.modules:
            load(shared, directory, lambda module: None)
    require_trusted(directory)
    directory.parent.mkdir(parents=True, exist_ok=True)
    directory.mkdir(mode=0o700, exist_ok=True)
    folder = trusted_folder(directory, source.name)
    if _ONLY_LOADING.get() and not any(name.endswith(CODE) for name in _sealed(folder)):
        raise NotCompiled(source.name)
    if warm_up is None:
        return _imported(source, folder)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        module = _imported(source, folder)
        warm_up(module)
        return module


def _imported(source: Module, folder: Path) -> ModuleType:
    """The module, imported from this folder; each function that is compiled later seals the folder again.

    Cached machine code that is not sealed is deleted.
    """
    path = folder / f"{source.name}.py"
    if not path.exists() or path.read_bytes() != source.text.encode():
        with whole(path) as temporary:
            temporary.write_text(source.text)
    sealed = _sealed(folder)
    for name, checksum in _checksums(folder).items():
        if sealed.get(name) != checksum:
            (folder / "__pycache__" / name).unlink(missing_ok=True)
    spec = importlib.util.spec_from_file_location(source.name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[source.name] = module
    spec.loader.exec_module(module)
    from solvers.native.intrinsics import index_plainly

    for name, function in vars(module).items():
        if hasattr(function, "py_func") and function.__module__ == source.name:
            index_plainly(function, name not in module.COPIED)
            _seal_when_compiled(function, folder)
    if sealed != _checksums(folder):
        seal(folder)
    return module


def _seal_when_compiled(function: Any, folder: Path) -> None:
    """Make a function seal its module's folder when it has been compiled rather than loaded from the cache."""
    compiles = function.compile

    def compiled(signature: Any) -> Any:
        before = function.stats.cache_misses.total()
        result = compiles(signature)
        if function.stats.cache_path is not None and function.stats.cache_misses.total() > before:
            seal(folder)
        return result

    function.compile = compiled


def seal(folder: Path) -> None:
    """Record the checksums of a module's compiled code, so that the next process may use it. Raises OSError."""
    with _sealing, whole(folder / SEAL, durable=False) as temporary:
        temporary.write_text(json.dumps(_checksums(folder)))


def _sealed(folder: Path) -> dict[str, str]:
    """The recorded checksums, by file name; none if the record is missing or damaged."""
    try:
        sealed = json.loads((folder / SEAL).read_bytes())
    except (OSError, ValueError):
        return {}
    return sealed if isinstance(sealed, dict) else {}


def _checksums(folder: Path) -> dict[str, str]:
    """The checksums of Python's and the compiler's cache files, by file name, except those still being written."""
    checksums = {}
    for path in sorted((folder / "__pycache__").glob("*")):
        if BEING_WRITTEN in path.name:
            continue
        with contextlib.suppress(FileNotFoundError):  # another process has deleted it
            checksums[path.name] = hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()
    return checksums


class Addresses(NamedTuple):
    """The addresses of the functions, 0 for those that the rules do not have, and `stuck`, which is a number."""

    outcome: int
    list_moves: int
    make_move: int
    list_unmoves: int
    unmake_move: int
    lead: int
    stuck: int


NOWHERE = Addresses(0, 0, 0, 0, 0, 0, 0)
"""For compiling loops."""


def addresses_of(module: Any) -> Addresses:
    """The addresses of the functions in the compiled `module` of a board game's rules."""
    entries = {role: getattr(module, f"{role}_at", None) for role in ROLES}
    return Addresses(**{role: entry.address if entry else 0 for role, entry in entries.items()}, stuck=module.STUCK)
