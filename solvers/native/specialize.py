"""The text of a module that holds one kernel and the engine's loops, specialised for one variant.

The functions of the kernel are copied as they are written, with everything of their modules that
they use; the variant's constants become literals. So the compiler sees plain constants, and its
cache on disk works: the module's name is a digest of its text, and a changed plug-in or engine is
another module.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import inspect
import json
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from puzzles.base import Kernel, Rules
from solvers.native.kernel_cache import make_sure_of
from solvers.native.loops import alone as loops_alone
from solvers.native.loops import backward as loops_backward
from solvers.native.loops import census as loops_census
from solvers.native.loops import dense as loops_dense
from solvers.native.loops import forward as loops_forward
from solvers.native.loops import lists as loops_lists
from solvers.native.loops import margins as loops_margins
from solvers.native.loops import modulo3 as loops_modulo3
from solvers.native.loops import slots as loops_slots
from solvers.tables.publish import whole

HEADER = '''"""Made of a kernel and the engine's loops. Not to be edited: it is written anew when they change."""

from __future__ import annotations

import numpy as np
from numba import njit

from puzzles.base import LOST, ONGOING, TIED, WON
from solvers.native.intrinsics import fetch_add, fetch_and, fetch_or, lowest_bit

'''
COMPILE = "@njit(cache=True, nogil=True, error_model='numpy')\n"
INLINE = "@njit(cache=True, nogil=True, error_model='numpy', forceinline=True)\n"


LOOPS = {
    "dense": (loops_dense,),
    "modulo3": (loops_modulo3,),
    "backward": (loops_backward,),
    "forward": (loops_forward,),
}
"""The loops of each engine; what begins with `kernel_` in them stands for a kernel's."""

ALONE = (loops_alone, loops_lists, loops_slots)
"""Those that no kernel is part of."""


class KernelError(Exception):
    """A kernel cannot be compiled or does not fit its rules; the message names plug-in, line and cure."""


@dataclass(frozen=True)
class Module:
    """A module's text, and which of its lines are which lines of which file."""

    name: str
    text: str
    origins: tuple[tuple[int, int, str, int], ...]  # first line, line after the last, file, first line there

    def origin(self, line: int) -> str | None:
        """`file:line` of a line of this module that was copied from a plug-in, else None."""
        for first, end, file, there in self.origins:
            if first <= line < end:
                return f"{file}:{there + line - first}"
        return None


IMPORTED = ("ONGOING", "WON", "LOST", "TIED")
ENGINE = "1"  # to be raised when what the modules import changes its meaning


class _Writer:
    """Collects functions and the names they use, each once."""

    def __init__(self) -> None:
        self.lines: list[str] = HEADER.splitlines()
        self.origins: list[tuple[int, int, str, int]] = []
        self.known: dict[str, Any] = {}

    def add(self, text: str) -> None:
        self.lines += text.rstrip("\n").splitlines()

    def constant(self, name: str, value: Any) -> None:
        if isinstance(value, tuple):
            self.add(f"{name} = np.array({list(value)!r}, dtype=np.int64)")
        else:
            self.add(f"{name} = {value!r}")

    def role(self, role: str, function: Callable[..., int], arguments: str, constants: str, owner: str) -> None:
        """The kernel's function, and one of a name of ours that gives it the constants."""
        self.function(function, owner)
        call = f"{function.__name__}({arguments}{constants})"
        self.add(f"{INLINE}def kernel_{role}({arguments}):\n    return {call}\n")

    def function(self, function: Callable[..., int], owner: str) -> None:
        name = function.__name__
        if name in self.known:
            if self.known[name] is not function:
                raise KernelError(f"{owner}: two functions of its kernel are called {name}. Rename one.")
            return
        self.known[name] = function
        assert isinstance(function, FunctionType)
        for used in function.__code__.co_names:
            value = function.__globals__.get(used)
            if isinstance(value, FunctionType):
                self.function(value, owner)
            elif isinstance(value, int) or (isinstance(value, tuple) and all(isinstance(v, int) for v in value)):
                if used not in self.known and used not in IMPORTED:
                    self.known[used] = value
                    self.constant(used, value)
            elif value is not None and not isinstance(value, ModuleType):
                raise KernelError(
                    f"{owner}: its kernel cannot be compiled.\n"
                    f"  {name} uses {used}, which is a {type(value).__name__}.\n"
                    "  A kernel may use integers, tuples of integers and functions like itself."
                )
        lines, first = inspect.getsourcelines(function)
        self.lines += INLINE.splitlines()
        start = len(self.lines) + 1
        self.add(textwrap.dedent("".join(lines)))
        file = inspect.getsourcefile(function) or "?"
        self.origins.append((start, len(self.lines) + 1, file, first))
        self.add("\n")


def module_of_loops(prefix: str, *loops: ModuleType, given: Sequence[str] = ()) -> Module:
    """The module to compile that holds loops alone, in which there is no kernel. given: lines that come last."""
    lines = HEADER.splitlines()
    for room in loops:
        for name, value in vars(room).items():
            if _is_loop(value, room):
                lines += [COMPILE + inspect.getsource(value), ""]
            elif name.isupper() and isinstance(value, int):
                lines.append(f"{name} = {value!r}\n")
    text = "\n".join([*lines, *given]) + "\n"
    return Module(f"{prefix}_{_digest(text)}", text, ())


@cache
def module_alone() -> Module:
    """That of the engines' loops in which there is no kernel: every module with a kernel imports it."""
    return module_of_loops("loops", *ALONE)


def _is_loop(value: Any, room: ModuleType) -> bool:
    return isinstance(value, FunctionType) and value.__module__ == room.__name__


def _digest(text: str) -> str:
    return hashlib.blake2b((text + ENGINE).encode(), digest_size=10).hexdigest()


def module_of(rules: Rules, kernel: Kernel, engine: str) -> Module:
    """The module to compile for one variant and engine. Raises KernelError."""
    forward = engine == "forward"
    margins = (loops_margins,) if forward and kernel.margin is not None else ()
    weights = (loops_census,) if kernel.alike is not None else ()
    return module_with(rules, kernel, forward, (*LOOPS[engine], *margins, *weights))


def module_with(rules: Rules, kernel: Kernel, forward: bool, loops: Iterable[ModuleType]) -> Module:
    """The module of a kernel and these loops, which go from positions to children if `forward`. Raises KernelError."""
    writer = _Writer()
    shared = [name for room in ALONE for name, value in vars(room).items() if _is_loop(value, room)]
    writer.add(f"from {module_alone().name} import {', '.join(shared)}\n")
    names = []
    for i, value in enumerate(kernel.constants):
        if isinstance(value, tuple):
            names.append(f"CONSTANT_{i}")
            writer.constant(names[-1], value)
        else:
            names.append(repr(value))
    constants = "".join(f", {name}" for name in names)
    if forward:
        assert kernel.primitive is not None
        writer.role("children", kernel.children, "number, out, work", constants, rules.full_id)
        writer.role("primitive", kernel.primitive, "number, work", constants, rules.full_id)
        if kernel.margin is not None:
            writer.role("margin", kernel.margin, "number, work", constants, rules.full_id)
    else:
        writer.role("parents", kernel.parents or kernel.children, "number, out, work", constants, rules.full_id)
    if kernel.alike is not None:
        writer.role("alike", kernel.alike, "number, work", constants, rules.full_id)
    for some in loops:
        for name, value in vars(some).items():
            if _is_loop(value, some):
                if not name.startswith("kernel_"):
                    writer.add(INLINE)
                    writer.add(inspect.getsource(value))
            elif name.isupper() and isinstance(value, int) and name not in IMPORTED:
                writer.constant(name, value)
    text = "\n".join(writer.lines) + "\n"
    return Module(f"kernel_{_digest(text)}", text, tuple(writer.origins))


def load(made: Module, directory: Path) -> ModuleType:
    """A module of this text, kept in a file in `directory`, where what is compiled of it is kept too.

    Of that only what `seal` has seen is used, and as it was then: machine code is run as it is. Raises OSError, also
    where others could write to the directory.
    """
    path = directory / f"{made.name}.py"
    make_sure_of(directory)
    directory.parent.mkdir(parents=True, exist_ok=True)
    directory.mkdir(mode=0o700, exist_ok=True)
    if not path.exists() or path.read_bytes() != made.text.encode():
        with whole(path) as temporary:
            temporary.write_text(made.text)
    try:
        sealed = json.loads(_seal_of(made.name, directory).read_bytes())
    except (OSError, ValueError):
        sealed = None
    if sealed != _sums(made.name, directory):
        for kept in _compiled(made.name, directory):
            kept.unlink(missing_ok=True)
    spec = importlib.util.spec_from_file_location(made.name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[made.name] = module
    spec.loader.exec_module(module)
    return module


def seal(name: str, directory: Path) -> None:
    """Note what has been compiled of a module, for the next process to use. Raises OSError."""
    sums = _sums(name, directory)
    with contextlib.suppress(OSError, ValueError):
        if json.loads(_seal_of(name, directory).read_bytes()) == sums:
            return
    with whole(_seal_of(name, directory)) as temporary:
        temporary.write_text(json.dumps(sums))


def _seal_of(name: str, directory: Path) -> Path:
    return directory / f"{name}.json"


def _compiled(name: str, directory: Path) -> list[Path]:
    """The files that Python and the compiler keep of a module."""
    return sorted((directory / "__pycache__").glob(f"{name}.*"))


def _sums(name: str, directory: Path) -> dict[str, str]:
    """Their checksums, by name."""
    sums = {}
    for path in _compiled(name, directory):
        with contextlib.suppress(FileNotFoundError):  # another process has thrown it away
            sums[path.name] = hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()
    return sums
