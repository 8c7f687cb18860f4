"""Compiled modules: imports generated ones from files, beside which the compiler's cache is kept, sealed by checksums.

Each has a folder of its own, so that loading one takes the same time however many there are. Where nothing can be
written, or others could have written it, modules are compiled in memory, by each process for itself.

The functions of a board game's rules are called by address, so that the loops that call them are compiled once.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.abc
import importlib.util
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from perfect_play.puzzles.boards.game import ROLES
from perfect_play.solvers.native.kernel_cache import require_trusted, trusted_folder
from perfect_play.solvers.native.specialize import Module
from perfect_play.solvers.tables.publish import whole

SEAL = "seal.json"
LOCK = "lock"
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
    """
    for shared in source.shared:
        if shared.name not in sys.modules:
            load(shared, directory, lambda module: None)
    try:
        folder = _prepared_folder(source, directory)
        if warm_up is not None:
            (folder / LOCK).touch()
    except OSError:  # nothing can be written there, or it is not to be trusted: `kernel_warning` says so
        module = _compiled_in_memory(source)
        if warm_up is not None:
            warm_up(module)
        return module
    if _ONLY_LOADING.get() and not any(name.endswith(CODE) for name in _sealed(folder)):
        raise NotCompiled(source.name)
    if warm_up is None:
        return _imported(source, folder)
    with open(folder / LOCK) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        module = _imported(source, folder)
        warm_up(module)
        return module


def _prepared_folder(source: Module, directory: Path) -> Path:
    """The module's folder in `directory`, with its text. Raises OSError, also if others can write to `directory`."""
    require_trusted(directory)
    directory.parent.mkdir(parents=True, exist_ok=True)
    directory.mkdir(mode=0o700, exist_ok=True)
    folder = trusted_folder(directory, source.name)
    path = folder / f"{source.name}.py"
    if not path.exists() or path.read_bytes() != source.text.encode():
        with whole(path) as temporary:
            temporary.write_text(source.text)
    return folder


def _compiled_in_memory(source: Module) -> ModuleType:
    """The module, whose functions this process compiles when they are called first."""
    return _executed(
        source, importlib.util.spec_from_loader(source.name, _Text(source.text.replace("cache=True, ", "")))
    )


class _Text(importlib.abc.InspectLoader):
    """Loads a module from its text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def get_source(self, fullname: str) -> str:
        """The text."""
        return self.text


def _imported(source: Module, folder: Path) -> ModuleType:
    """The module, imported from this folder; each function that is compiled later seals the folder again.

    Cached machine code that is not sealed is deleted.
    """
    sealed = _sealed(folder)
    for name, checksum in _checksums(folder).items():
        if sealed.get(name) != checksum:
            (folder / "__pycache__" / name).unlink(missing_ok=True)
    try:
        module = _executed(source, importlib.util.spec_from_file_location(source.name, folder / f"{source.name}.py"))
    except (OSError, RuntimeError):  # the compiler has no room for its cache
        return _compiled_in_memory(source)
    for function in _functions(module):
        _seal_when_compiled(function, folder)
    if sealed != _checksums(folder):
        with contextlib.suppress(OSError):
            seal(folder)
    return module


def _executed(source: Module, spec: ModuleSpec | None) -> ModuleType:
    """The module that a specification describes."""
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[source.name] = module
    spec.loader.exec_module(module)
    from perfect_play.solvers.native.intrinsics import index_plainly

    for function in _functions(module):
        index_plainly(function, function.__name__ not in module.COPIED)
    return module


def _functions(module: ModuleType) -> list[Any]:
    """The functions of a module that are compiled when they are called."""
    functions = vars(module).values()
    return [
        function for function in functions if hasattr(function, "py_func") and function.__module__ == module.__name__
    ]


def _seal_when_compiled(function: Any, folder: Path) -> None:
    """Make a function seal its module's folder when it has been compiled rather than loaded from the cache.

    Where there is no room for that, it is compiled nonetheless.
    """
    compiles = function.compile

    def compiled(signature: Any) -> Any:
        before = function.stats.cache_misses.total()
        try:
            entry_point = compiles(signature)
            if function.stats.cache_path is not None and function.stats.cache_misses.total() > before:
                seal(folder)
        except OSError:
            return compiles(signature)  # what has been compiled in this process is not compiled again
        return entry_point

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
