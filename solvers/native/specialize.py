"""Generates the Python module that Numba compiles: one variant's kernel, specialized, and an engine's loops.

The source of the kernel's functions is copied, with everything they use from their modules; the variant's constants
become literals. So the compiler sees plain constants, and its cache on disk works: a module is named by a digest of its
text, and a changed plug-in or engine makes a new module.
"""

from __future__ import annotations

import hashlib
import inspect
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from perfect_play.puzzles.base import Kernel, Rules
from perfect_play.puzzles.boards.game import ROLES, BoardGame
from perfect_play.puzzles.boards.moves import MOST_MOVES
from perfect_play.puzzles.sources import lines_of
from perfect_play.puzzles.values import SearchKernel
from perfect_play.solvers.native.loops import arrangements as loops_arrangements
from perfect_play.solvers.native.loops import backward as loops_backward
from perfect_play.solvers.native.loops import blocks as loops_blocks
from perfect_play.solvers.native.loops import census as loops_census
from perfect_play.solvers.native.loops import dense as loops_dense
from perfect_play.solvers.native.loops import forward as loops_forward
from perfect_play.solvers.native.loops import graph as loops_graph
from perfect_play.solvers.native.loops import kernel_free as loops_kernel_free
from perfect_play.solvers.native.loops import lists as loops_lists
from perfect_play.solvers.native.loops import margins as loops_margins
from perfect_play.solvers.native.loops import modulo3 as loops_modulo3
from perfect_play.solvers.native.loops import packed as loops_packed
from perfect_play.solvers.native.loops import raw as loops_raw
from perfect_play.solvers.native.loops import slots as loops_slots
from perfect_play.solvers.native.loops import steps as loops_steps
from perfect_play.solvers.native.loops import tiers as loops_tiers

HEADER = '''"""Generated from a kernel and an engine's loops. Do not edit."""

from __future__ import annotations

import numpy as np
from numba import cfunc, njit

from perfect_play.puzzles.base import DRAWN, IMPOSSIBLE, LOST, ONGOING, TIED, WON
from perfect_play.solvers.native.intrinsics import bytes_at, call_2, call_3, codes_at, fetch_add, fetch_and, fetch_or, gather_bits
from perfect_play.solvers.native.intrinsics import lowest_bit, numbers_at, prefetch, replace_if, scatter_bits, swap_bytes

'''
COMPILE = "@njit(cache=True, nogil=True, error_model='numpy')\n"
HELPER = "@njit(nogil=True, error_model='numpy', forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)\n"
"""Becomes part of its callers, which are cached, and is not cached itself."""
COUNTLESS = COMPILE.replace("error_model='numpy'", "error_model='numpy', _nrt=False")
"""Without reference counts of arrays, which would make threads wait for each other. May create no array."""
INNER = HELPER.replace("error_model='numpy'", "error_model='numpy', _nrt=False")
"""The same for functions that only compiled code calls."""
ENTRY = COUNTLESS.replace("njit(", 'cfunc("int64({types})", ')
"""For functions that compiled code calls by address."""

LOOPS = {
    "dense": (loops_dense,),
    "modulo3": (loops_modulo3,),
    "blocks": (loops_blocks,),
    "backward": (loops_backward,),
    "forward": (loops_forward,),
}
"""The loops of each engine. Functions named `kernel_...` in them are stand-ins for those of a kernel."""

KERNEL_FREE = (loops_kernel_free, loops_lists, loops_slots, loops_graph)
"""The loops that call no kernel."""


class KernelError(Exception):
    """A kernel cannot be compiled or contradicts its rules; the message names the plug-in, the line and the remedy."""


@dataclass(frozen=True)
class Module:
    """The text of a module to compile, where its copied lines come from, and the modules that it imports."""

    name: str
    text: str
    origins: tuple[tuple[int, int, str, int], ...]  # first line, line after the last, source file, first line in it
    shared: tuple[Module, ...] = ()

    def origin(self, line: int) -> str | None:
        """`file:line` of the plug-in that a line of this module was copied from, else None."""
        for first, end, file, first_line in self.origins:
            if first <= line < end:
                return f"{file}:{first_line + line - first}"
        return None


IMPORTED = ("ONGOING", "WON", "LOST", "TIED", "IMPOSSIBLE", "DRAWN")
IMPORTS_VERSION = "2"  # raise this when the meaning of what generated modules import changes


class _Writer:
    """Collects the source of functions and the constants they use, each once.

    owner: the full id of the variant, or the name of the module, that an error names.
    """

    def __init__(self, owner: str, inline: str = HELPER) -> None:
        self.owner = owner
        self.inline = inline
        self.lines: list[str] = HEADER.splitlines()
        self.origins: list[tuple[int, int, str, int]] = []
        self.symbols: dict[str, Any] = {}
        self.shared: tuple[Module, ...] = ()

    def add(self, text: str) -> None:
        self.lines += text.rstrip("\n").splitlines()

    def constant(self, name: str, value: Any) -> None:
        """Add an integer, an array for a tuple of them, or a tuple of arrays if such tuples differ in length.

        Functions of one module share its names. Raises KernelError if this one has another value.
        """
        if name in self.symbols:
            if self.symbols[name] != value:
                raise KernelError(
                    f"{self.owner}: its kernel cannot be compiled.\n"
                    f"  {name} is {self.symbols[name]} in one module and {value} in another.\n"
                    "  Functions that are compiled together share their constants: rename one of them."
                )
            return
        self.symbols[name] = value
        if not isinstance(value, tuple):
            self.add(f"{name} = {int(value)!r}")
        elif len({len(row) for row in value if isinstance(row, tuple)}) > 1:
            rows = "".join(f"np.array({list(row)!r}, dtype=np.int64), " for row in value)
            self.add(f"{name} = ({rows})")
        else:
            self.add(f"{name} = np.array({list(value)!r}, dtype=np.int64)")

    def role(self, role: str, function: Callable[..., Any], arguments: str, constants: str) -> None:
        """Add a kernel's function, and `kernel_<role>`, which calls it with the variant's constants."""
        self.function(function)
        call = f"{function.__name__}({arguments}{constants})"
        self.add(f"{self.inline}def kernel_{role}({arguments}):\n    return {call}\n")

    def function(self, function: Callable[..., Any]) -> None:
        name = function.__name__
        if name in self.symbols:
            if self.symbols[name] is not function:
                raise KernelError(f"{self.owner}: two functions of its kernel are called {name}. Rename one.")
            return
        self.symbols[name] = function
        assert isinstance(function, FunctionType)
        for used in function.__code__.co_names:
            value = function.__globals__.get(used)
            if isinstance(value, FunctionType):
                self.function(value)
            elif isinstance(value, int) or (isinstance(value, tuple) and all(isinstance(v, int) for v in value)):
                if used not in IMPORTED:
                    self.constant(used, value)
            elif value is not None and not isinstance(value, ModuleType):
                raise KernelError(
                    f"{self.owner}: its kernel cannot be compiled.\n"
                    f"  {name} uses {used}, which is a {type(value).__name__}.\n"
                    "  A kernel may use only integers, tuples of integers and functions like itself."
                )
        lines, first = lines_of(function)
        while lines[0].lstrip().startswith("@"):  # such as staticmethod
            lines, first = lines[1:], first + 1
        self.lines += self.inline.splitlines()
        start = len(self.lines) + 1
        self.add(textwrap.dedent("".join(lines)))
        file = inspect.getsourcefile(function) or "?"
        self.origins.append((start, len(self.lines) + 1, file, first))
        self.add("\n")

    def loops(self, *loops: ModuleType, entries: Sequence[str] = ()) -> None:
        """Add the functions and constants of these modules; entries: the functions called from outside."""
        for source in loops:
            for name, value in vars(source).items():
                if _is_loop(value, source):
                    if not name.startswith("kernel_"):
                        self.add(COUNTLESS if name in entries else self.inline)
                        self.add("".join(lines_of(value)[0]))
                elif name.isupper() and isinstance(value, int) and name not in IMPORTED:
                    self.constant(name, value)

    def share(self, module: Module, names: Iterable[str]) -> None:
        """Import these names from another module."""
        self.add(f"from {module.name} import {', '.join(names)}\n")
        self.shared += (module,)

    def module(self, prefix: str = "kernel") -> Module:
        """The module of everything added.

        Its COPIED names the functions of plug-ins; all others are loops of this package, in which no index is negative.
        """
        self.add(f"COPIED = {[name for name, value in self.symbols.items() if isinstance(value, FunctionType)]}")
        text = "\n".join(self.lines) + "\n"
        return Module(f"{prefix}_{_digest(text)}", text, tuple(self.origins), self.shared)


def module_of_loops(
    prefix: str, *loops: ModuleType, appended: Sequence[str] = (), entries: Sequence[str] = ()
) -> Module:
    """A module to compile that holds only loops that call no kernel.

    prefix: how its name begins. loops: the modules of the loops. appended: lines to append. entries: the functions
    called from outside; the others are inlined, and none may create an array. By default, all functions are entries.
    Raises KernelError.
    """
    writer = _Writer(prefix)
    for module in loops:
        for name, value in vars(module).items():
            if _is_loop(value, module):
                decorator = COMPILE if not entries else COUNTLESS if name in entries else INNER
                writer.add(decorator + "".join(lines_of(value)[0]))
            elif name.isupper() and isinstance(value, int):
                writer.constant(name, value)
    for line in appended:
        writer.add(line)
    return writer.module(prefix)


@cache
def kernel_free_module() -> Module:
    """The module of the engines' loops that call no kernel; every module with a kernel imports it."""
    return module_of_loops("loops", *KERNEL_FREE, entries=_names_in(*KERNEL_FREE))


def _names_in(*loops: ModuleType) -> list[str]:
    return [name for source in loops for name, value in vars(source).items() if _is_loop(value, source)]


def _is_loop(value: Any, module: ModuleType) -> bool:
    return isinstance(value, FunctionType) and value.__module__ == module.__name__


def _digest(text: str) -> str:
    return hashlib.blake2b((text + IMPORTS_VERSION).encode(), digest_size=10).hexdigest()


def module_of(rules: Rules, kernel: Kernel, engine: str) -> Module:
    """The module to compile for a variant, its kernel and an engine. Raises KernelError."""
    forward = engine == "forward"
    margins = (loops_margins,) if forward and kernel.margin is not None else ()
    weights = (loops_census,) if kernel.alike is not None else ()
    return module_with(rules, kernel, forward, (*LOOPS[engine], *margins, *weights))


def module_with(rules: Rules, kernel: Kernel, forward: bool, loops: Iterable[ModuleType]) -> Module:
    """The module of a kernel and these loops. Raises KernelError.

    forward: whether the loops need the kernel's children and primitive values, rather than its parents.
    """
    writer = _Writer(rules.full_id)
    writer.share(kernel_free_module(), _names_in(*KERNEL_FREE))
    if isinstance(rules, BoardGame):
        _board_functions(writer, rules)
        _packing(writer, rules)
        _packed_kernel(writer)
    else:
        _kernel(writer, rules, kernel, forward)
    writer.inline = COUNTLESS
    writer.loops(*loops)
    return writer.module()


def _kernel(writer: _Writer, rules: Rules, kernel: Kernel, forward: bool) -> None:
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
        writer.role("children", kernel.children, "number, out, scratch", constants)
        writer.role("primitive", kernel.primitive, "number, scratch", constants)
        if kernel.margin is not None:
            writer.role("margin", kernel.margin, "number, scratch", constants)
    else:
        writer.role("parents", kernel.parents or kernel.children, "number, out, scratch", constants)
    if kernel.blocks is not None:
        block_constants = "".join(f", {value!r}" for value in kernel.blocks.constants)
        writer.role("within", kernel.blocks.within, "part, bits, out, scratch", block_constants)
    if kernel.alike is not None:
        writer.role("alike", kernel.alike, "number, scratch", constants)


def module_of_search(kernel: SearchKernel, owner: str, loops: ModuleType) -> Module:
    """The module of a search kernel and the loops of the search; owner: the variant's full id. Raises KernelError."""
    writer = _Writer(owner)
    constants = "".join(f", {value!r}" for value in kernel.constants)
    writer.role("expand", kernel.expand, "first, second, moves, out", constants)
    writer.role("weigh", kernel.weigh, "first, second, count, out", constants)
    writer.inline = INNER
    writer.loops(loops, entries=("prove",))
    return writer.module("search")


def module_of_board(rules: BoardGame) -> Module:
    """The module of a board game for its engine, whose loops call the rules by address. Raises KernelError."""
    writer = _Writer(rules.full_id)
    if rules.dense:
        writer.share(tier_module(), _names_in(loops_tiers))
    else:
        writer.share(kernel_free_module(), _names_in(*KERNEL_FREE))
        writer.share(packed_module(), _names_in(loops_forward, loops_margins, loops_raw))
        _packing(writer, rules)
    roles = [f"{role}_at" for role in ROLES if getattr(rules, role, None) is not None]
    writer.share(module_of_rules(rules), [*roles, "STUCK"])
    return writer.module()


def module_of_rules(rules: BoardGame) -> Module:
    """The module of a board game's rules, compiled once for all loops that call them. Raises KernelError."""
    writer = _Writer(rules.full_id, INNER)
    _board_functions(writer, rules)
    return writer.module("rules")


@cache
def tier_module() -> Module:
    """The module of the tier engine's loops, which serves every board game."""
    writer = _Writer("tiers", INNER)
    writer.loops(loops_arrangements, loops_steps)
    writer.inline = COUNTLESS
    writer.loops(loops_tiers)
    return writer.module("tiers")


@cache
def packed_module() -> Module:
    """The module of the forward engine's loops, which serves every board game that is not dense."""
    writer = _Writer("packed", INNER)
    writer.share(kernel_free_module(), _names_in(*KERNEL_FREE))
    _packed_kernel(writer)
    writer.inline = COUNTLESS
    writer.loops(loops_forward, loops_margins, loops_raw)
    return writer.module("packed")


def _packing(writer: _Writer, rules: BoardGame) -> None:
    """Add the tables of ranks with a few bits for each cell."""
    for name in ("bits", "first_bits", "shifts", "becomes"):
        writer.constant(name.upper(), getattr(rules.packing, name))


def _packed_kernel(writer: _Writer) -> None:
    """Add the kernel of the board games that are not dense."""
    writer.loops(loops_packed)
    for role in ("children", "primitive", "margin"):
        arguments = "number, out, scratch" if role == "children" else "number, scratch"
        writer.add(f"{writer.inline}def kernel_{role}({arguments}):\n    return {role}_of({arguments})\n")


def _board_functions(writer: _Writer, rules: BoardGame) -> None:
    """Add the functions of a board game's rules, and for each one `<role>_at`, which is called by its address."""
    inline, writer.inline = writer.inline, INNER
    board = f"bytes_at(cells, {rules.cells + len(rules.extras)}), turn"
    for role, parameter in ROLES.items():
        function = getattr(rules, role, None)
        if function is None:
            continue
        passed = {"": "", "moves": f", numbers_at(moves, {MOST_MOVES})", "move": ", move"}[parameter]
        named = rules.named_arguments(role)
        for name, value in named.items():
            writer.constant(f"GIVEN_{name}", value)
        writer.function(function)
        types = ", ".join(["int64"] * (3 if parameter else 2))
        constants = "".join(f", GIVEN_{name}" for name in named)
        writer.add(ENTRY.format(types=types) + f"def {role}_at(cells, turn{parameter and ', ' + parameter}):")
        writer.add(f"    return {function.__name__}({board}{passed}{constants})\n")
    writer.constant("STUCK", rules.stuck)
    writer.inline = inline
