"""Compiles functions of this package and of plug-ins, each once per installation: Numba keeps the code on disk.

A function is plain Python: it is copied, and what it calls is replaced by compiled copies. Its code is kept under a
digest of the sources of all that it uses, so a change anywhere is a new name, and nothing stale is ever loaded. Loops
are compiled once for all variants; the rules of a variant are compiled alone, and loops call them by address.
"""

import fcntl
import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from dis import get_instructions
from functools import cache
from glob import escape
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import njit, types
from numba.core import config
from numba.core.caching import FunctionCache
from numba.core.ccallback import CFunc
from numba.core.runtime.nrt import rtsys

from perfect_play.puzzles.sources import lines_of, source_of
from perfect_play.solvers.native import intrinsics
from perfect_play.solvers.native.kernel_cache import kernel_directory, obstacle
from perfect_play.solvers.settings import default_data_dir

LOOPS = "perfect_play.solvers."
"""How the names of modules with loops begin; all other functions are those of plug-ins."""
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
INNER: dict[str, Any] = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options of functions that only compiled code calls."""
COUNTLESS: dict[str, Any] = {"_nrt": False}
"""Without reference counts of arrays, for which threads would wait. Such a function may create no array."""

_ONLY_LOADING: ContextVar[bool] = ContextVar("only_loading", default=False)
_directories: list[Path | None] = []
"""Where this process keeps code, the last one; by default where that of the default data directory belongs."""


class KernelError(Exception):
    """A kernel cannot be compiled or contradicts its rules; the message names the plug-in, the line and the remedy."""


class NotCompiled(Exception):
    """A function has no compiled code yet."""


def keep_code(data_dir: Path) -> None:
    """Keep the code that this process compiles from now on where that of this data directory belongs."""
    _keep(kernel_directory(data_dir))


def keep_code_in(directory: Path) -> None:
    """Keep it in this directory, if it is private."""
    _keep(directory if obstacle(directory) is None else None)


def _keep(directory: Path | None) -> None:
    _directories[:] = [directory]
    if directory is not None:
        setattr(config, "CACHE_DIR", str(directory))  # noqa: B010 - which its types leave out


@contextmanager
def only_loading() -> Iterator[None]:
    """In this block, what would have to be compiled raises NotCompiled."""
    token = _ONLY_LOADING.set(True)
    try:
        yield
    finally:
        _ONLY_LOADING.reset(token)


# --- copies ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Copy:
    """A function to compile. digest: of its source and of all that it uses. countless: see COUNTLESS."""

    function: FunctionType
    digest: str
    countless: bool

    @property
    def plainly_indexed(self) -> bool:
        """Whether it is a loop, in which no index of an array is negative."""
        return self.function.__module__.startswith(LOOPS)

    @property
    def inner(self) -> Any:
        """The compiled function, for others that call it: one for all that use the same, whatever the variant."""
        place = self.digest, self.plainly_indexed
        if place not in _INNER:
            dispatcher: Any = njit(**OPTIONS, **INNER, **(COUNTLESS if self.countless else {}))(self.function)
            _INNER[place] = _indexing(dispatcher, self)
        return _INNER[place]


_INNER: dict[tuple[str, bool], Any] = {}
"""The functions that only compiled code calls, by digest, and whether they are plainly indexed."""


class Arguments(tuple[Any, ...]):
    """The constants that a function of a plug-in is called with, after its other arguments."""


class Copies:
    """Copies of functions, which call copies of what they call.

    values: by name, what functions of this package use instead of what their modules have: numbers, functions, copies
    or `Arguments`. countless: whether the copies are compiled without reference counts.
    """

    def __init__(self, values: Mapping[str, Any] | None = None, countless: bool = True) -> None:
        self._values, self._countless = dict(values or {}), countless
        self._copies: dict[FunctionType, Copy] = {}
        self._loops: dict[FunctionType, Any] = {}

    def of(self, function: Any) -> Copy:
        """The copy of a function. Raises KernelError if it uses what cannot be compiled."""
        if function not in self._copies:
            self._copies[function] = self._copied(function)
        return self._copies[function]

    def loop(self, function: Any) -> Any:
        """A function that Python calls: compiled, or loaded, when it is first called with arguments of some types."""
        if function not in self._loops:
            self._loops[function] = _dispatcher(self.of(function))
        return self._loops[function]

    def loops(self, *modules: ModuleType) -> Any:
        """What these modules define, with functions as `loop` returns them."""
        return Loops(self, modules, self._values)

    def _copied(self, function: FunctionType) -> Copy:
        is_loop = function.__module__.startswith(LOOPS)
        used: dict[str, Any] = {}
        digest = hashlib.blake2b(_intrinsics(), digest_size=10)
        digest.update("".join(lines_of(function)[0]).encode())
        digest.update(repr((function.__defaults__, self._countless, intrinsics.CAN_INDEX_PLAINLY)).encode())
        for name in sorted(_globals_of(function.__code__)):
            value = function.__globals__.get(name)
            if is_loop:
                value = self._values.get(name, value)
            if isinstance(value, FunctionType):
                value = self.of(value)
            if isinstance(value, Copy):
                used[name] = value.inner
                digest.update(f"{name} {value.digest}\n".encode())
            elif (number := constant(value)) is not None:
                used[name] = number
                digest.update(f"{name} {value!r}\n".encode())
            elif value is not None and not is_loop and not isinstance(value, ModuleType):
                raise KernelError(
                    f"{place_of(function)}: {function.__name__} uses {name}, which is a {type(value).__name__}.\n"
                    "  A kernel may use only integers, tuples of integers and functions like itself."
                )
            elif value is not None:
                used[name] = value
                digest.update(f"{name} {getattr(value, '__name__', '')}\n".encode())
        copy = FunctionType(function.__code__, used, function.__name__, function.__defaults__)
        copy.__module__ = function.__module__
        copy.__qualname__ = f"{function.__name__}-{digest.hexdigest()}"
        return Copy(copy, digest.hexdigest(), self._countless)


def _globals_of(code: CodeType) -> set[str]:
    """The global names that a function uses, those in its list comprehensions included."""
    names = {each.argval for each in get_instructions(code) if each.opname == "LOAD_GLOBAL"}
    return names.union(*(_globals_of(inner) for inner in code.co_consts if isinstance(inner, CodeType)))


class Loops:
    """What some modules define, with functions compiled when they are first called."""

    def __init__(self, copies: Copies, modules: Sequence[ModuleType], values: Mapping[str, Any]) -> None:
        self._copies, self._modules, self._values = copies, modules, values

    def __getattr__(self, name: str) -> Any:
        names = (self._values, *map(vars, self._modules))
        value = next((each[name] for each in names if name in each), None)
        if value is None:
            raise AttributeError(name)
        setattr(self, name, self._copies.loop(value) if isinstance(value, FunctionType) else value)
        return self.__dict__[name]


SHARED = Copies()
"""What is the same for all variants."""


@cache
def _intrinsics() -> bytes:
    return source_of(intrinsics.__name__).encode()


def constant(value: Any) -> Any:
    """A number or tuple as compiled code has it; None if it is something else.

    A tuple becomes an array, or a tuple of arrays if it has tuples of different lengths.
    """
    if isinstance(value, Arguments):
        return tuple(map(constant, value))
    if isinstance(value, int):
        return int(value)
    if not isinstance(value, tuple) or not all(isinstance(row, int | tuple) for row in value):
        return None
    if len({len(row) for row in value if isinstance(row, tuple)}) > 1:
        return tuple(np.array(row, np.int64) for row in value)
    return np.array(value, np.int64)


def place_of(function: FunctionType) -> str:
    """`file:line` of a function."""
    return f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"


# --- code on disk ---------------------------------------------------------------------------------


class _Code(FunctionCache):
    """Numba's cache of one function, sealed by a checksum of its files, as damaged code would be run unchecked.

    What is damaged is compiled anew; where there is no room, nothing is kept.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for these types; None if it must be compiled. Raises NotCompiled."""
        code = None
        try:
            if self._seal.read_bytes() == self._checksum():
                rtsys.initialize(target_context)  # all that loading needs; `super` prepares compiling, for 0.4 s
                code = self._load_overload(sig, target_context)
        except FileNotFoundError:
            pass  # nothing is kept yet, or it was not sealed
        except Exception:  # noqa: BLE001 - whatever reading a damaged file raises
            with suppress(OSError):
                self.flush()
        if code is None and _ONLY_LOADING.get():
            raise NotCompiled(self._name)
        return code

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code, if that is possible."""
        with suppress(OSError):
            if not self._seal.exists() or self._seal.read_bytes() != self._checksum():
                self.flush()  # what is there is damaged
            super().save_overload(sig, data)
            self._seal.write_bytes(self._checksum())

    @property
    def _seal(self) -> Path:
        return Path(self._cache_file._index_path).with_suffix(".sum")

    def _checksum(self) -> bytes:
        """The checksum of the index and of the code for all types."""
        digest = hashlib.blake2b(digest_size=16)
        for path in sorted(self._seal.parent.glob(f"{escape(self._seal.stem)}.*nb[ci]")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.digest()


def _indexing(dispatcher: Any, copy: Copy) -> Any:
    """A function to be compiled, in which no index is negative if it is of this package."""
    compiles, plainly = dispatcher.compile, copy.plainly_indexed

    def compiled(types_of_arguments: Any) -> Any:
        with intrinsics.indexing(plainly):
            return compiles(types_of_arguments)

    if intrinsics.CAN_INDEX_PLAINLY:
        dispatcher.compile = compiled
    return dispatcher


def _dispatcher(copy: Copy) -> Any:
    """The compiled function, for Python to call: its code is kept on disk."""
    dispatcher: Any = _indexing(njit(**OPTIONS, **(COUNTLESS if copy.countless else {}))(copy.function), copy)
    compiles = dispatcher.compile

    def compiled(signature: Any) -> Any:
        with _alone(dispatcher, copy):
            return compiles(signature)

    dispatcher.compile = compiled
    return dispatcher


def address_of(copy: Copy, arguments: int) -> int:
    """The address of a function of this many 64-bit numbers, compiled or loaded. Raises NumbaError."""
    countless = COUNTLESS if copy.countless else {}
    function: Any = CFunc(copy.function, ((types.int64,) * arguments, types.int64), {}, {**OPTIONS, **countless})
    with _alone(function, copy):
        function.compile()
    ADDRESSED.append(function)
    return int(function.address)


ADDRESSED: list[Any] = []
"""Functions whose addresses are in use, which may not be freed."""


@contextmanager
def _alone(compiled: Any, copy: Copy) -> Iterator[None]:
    """In this block, no other process compiles this function, and Numba keeps its code, if there is a directory.

    The lock is of one byte of a file, whose place is the digest: POSIX locks end with their process.
    """
    if not _directories:
        keep_code(default_data_dir())
    (directory,) = _directories
    if directory is None:
        if _ONLY_LOADING.get():
            raise NotCompiled(copy.function.__name__)
        yield
        return
    try:
        if not isinstance(compiled._cache, _Code):
            compiled._cache = _Code(copy.function)
        file = _lock_file(directory)
    except (OSError, RuntimeError):  # nothing can be written any more
        yield
        return
    place = int(copy.digest[:15], 16)
    fcntl.lockf(file, fcntl.LOCK_EX, 1, place)
    try:
        yield
    finally:
        fcntl.lockf(file, fcntl.LOCK_UN, 1, place)


@cache
def _lock_file(directory: Path) -> int:
    return os.open(directory / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
