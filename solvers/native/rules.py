"""The rules of a variant, compiled alone: the addresses at which loops call them, and the loops that fit them."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from numba.core.errors import NumbaError, UnsupportedBytecodeError

from perfect_play.puzzles.base import Kernel, Rules
from perfect_play.puzzles.boards.game import ROLES, BoardGame
from perfect_play.solvers.native import packed_arrays
from perfect_play.solvers.native.compiler import SHARED, Arguments, Copies, KernelError, address_of
from perfect_play.solvers.native.loops import (
    arrangement_ranks,
    blocks,
    dense,
    entries,
    forward,
    graph,
    kernel_free,
    lists,
    modulo3,
    tiers,
)
from perfect_play.solvers.native.loops import packed as packed_kernel
from perfect_play.solvers.native.packed_arrays import SCRATCH_LENGTH, Addresses, KernelAddresses, kernel_scratch

COMMON = (forward, packed_kernel, kernel_free, lists, graph)
ENGINES = {
    "dense": (dense,),
    "modulo3": (modulo3,),
    "blocks": (blocks,),
    "backward": (),
    "forward": (),
    "tiers": (tiers, arrangement_ranks),
}
INLINED = 1 << 23
"""From this many positions on, a kernel is part of the loops, which are then compiled for its variant alone: that takes
a second or two, and saves up to a third of a solve. Below, loops call it by address."""

PACKED = Copies(
    {
        "kernel_children": packed_kernel.children_of,
        "kernel_primitive": packed_kernel.primitive_of,
        "kernel_margin": packed_kernel.margin_of,
    }
)
"""The loops for board games that are not dense, whose kernel is the same for all."""


def copies_for(rules: Rules, backward: bool) -> Copies:
    """The loops for rules of this kind, or for these alone if they have many positions. Raises KernelError.

    backward: whether the loops go back from solutions, and need the kernel's parents.
    """
    if isinstance(rules, BoardGame):
        return SHARED if rules.dense else PACKED
    with saying_why(rules):
        return inlined(kernel_of(rules), backward) if is_inlined(rules) else SHARED


def loops_for(rules: Rules, engine: str, *more: ModuleType) -> Any:
    """The loops of an engine for these rules, and those of more modules. Raises KernelError."""
    return copies_for(rules, engine != "forward").loops(*ENGINES[engine], *COMMON, *more)


def addresses_for(rules: Rules, backward: bool) -> Any:
    """The addresses of a variant's functions, compiled or loaded, for loops that call them. Raises KernelError."""
    with saying_why(rules):
        if isinstance(rules, BoardGame):
            return board_addresses(rules)
        return KernelAddresses() if is_inlined(rules) else kernel_addresses(kernel_of(rules), backward)


def is_inlined(rules: Rules) -> bool:
    """Whether a kernel is part of the loops."""
    return not isinstance(rules, BoardGame) and rules.variant.positions >= INLINED and not kernel_of(rules).makes_lists


def kernel_of(rules: Rules) -> Kernel:
    """The kernel of rules that have one."""
    kernel = rules.kernel()
    assert kernel is not None
    return kernel


@contextmanager
def saying_why(rules: Rules) -> Iterator[None]:
    """In this block, what the compiler raises becomes a KernelError that names the rules, the line and the remedy."""
    try:
        yield
    except KernelError as error:
        raise KernelError(f"{rules.full_id}: its kernel cannot be compiled.\n  {error}") from None
    except (NumbaError, UnsupportedBytecodeError) as error:
        raise KernelError(_why(rules, error)) from error


def _why(rules: Rules, error: Exception) -> str:
    """What the compiler says, and where: the first line that it names, other than of this package's loops."""
    message = str(error)
    places = re.findall(r'File "([^"]+)", line (\d+)', message)
    place = next((":".join(place) for place in places if "solvers/native/loops" not in place[0]), "its kernel")
    stripped = (line.strip() for line in message.splitlines())
    reason = next((line for line in stripped if line and "nopython" not in line), type(error).__name__)
    return (
        f"{rules.full_id}: its kernel cannot be compiled.\n"
        f"  {place}: {reason[:200]}\n"
        "  Use only integers, loops, conditions and functions like the kernel itself; see docs/native-speed.md."
    )


def scratch_for(rules: Rules, addresses: Any) -> Any:
    """What the loops call a thread's kernel with; each thread has its own."""
    return packed_arrays.packed_scratch(rules, addresses) if isinstance(rules, BoardGame) else kernel_scratch(addresses)


def kernel_addresses(kernel: Kernel, backward: bool) -> KernelAddresses:
    """Compile a kernel's functions for loops that go backward, or forward, or load them. Raises KernelError."""
    sizes = {"MOST": max(kernel.most, kernel.blocks.most if kernel.blocks else 0), "SCRATCH_LENGTH": SCRATCH_LENGTH}
    addresses = {}
    for name, function, constants in functions_of(kernel, backward):
        copies = Copies({"rule": function, "CONSTANTS": Arguments(constants), **sizes}, not kernel.makes_lists)
        entry, arguments = AT_ADDRESS.get(name, (entries.number_at, 2))
        addresses[name] = address_of(copies.of(entry), arguments)
    return KernelAddresses(**addresses)


def inlined(kernel: Kernel, backward: bool) -> Copies:
    """The loops with a kernel's functions as part of them."""
    return Copies(
        {
            f"kernel_{name}": Copies({"rule": function, "CONSTANTS": Arguments(constants)}).of(
                PART_OF_LOOPS.get(name, entries.number_of)
            )
            for name, function, constants in functions_of(kernel, backward)
        }
    )


AT_ADDRESS = {"children": (entries.list_at, 3), "parents": (entries.list_at, 3), "within": (entries.within_at, 4)}
PART_OF_LOOPS = {"children": entries.ranks_of, "parents": entries.ranks_of, "within": entries.places_of}


def functions_of(kernel: Kernel, backward: bool) -> Iterator[tuple[str, Callable[..., Any], tuple[Any, ...]]]:
    """The name of each function that the loops call, the function, and its constants."""
    if backward:
        yield "parents", kernel.parents or kernel.children, kernel.constants
        if kernel.blocks is not None:
            yield "within", kernel.blocks.within, kernel.blocks.constants
    else:
        yield "children", kernel.children, kernel.constants
        for name, function in (("primitive", kernel.primitive), ("margin", kernel.margin)):
            if function is not None:
                yield name, function, kernel.constants
    if kernel.alike is not None:
        yield "alike", kernel.alike, kernel.constants


def board_addresses(rules: BoardGame) -> Addresses:
    """Compile the functions of a board game's rules, or load them. Raises KernelError."""
    addresses = {"stuck": rules.stuck}
    for role, parameter in ROLES.items():
        function = getattr(rules, role, None)
        if function is None:
            continue
        entry = {"": entries.board_at, "moves": entries.moves_at, "move": entries.move_at}[parameter]
        values = {
            "rule": function,
            "CONSTANTS": Arguments(rules.named_arguments(role).values()),
            "CELLS": rules.cells + len(rules.extras),
        }
        addresses[role] = address_of(Copies(values).of(entry), 3 if parameter else 2)
    return Addresses(**addresses)
