"""The rules of a variant, compiled alone: the addresses at which loops call them, and the loops that fit them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from numba.core.errors import NumbaError, UnsupportedBytecodeError

from perfect_play.puzzles.base import Kernel, Rules
from perfect_play.puzzles.boards.game import ROLES, BoardGame
from perfect_play.solvers.native import packed
from perfect_play.solvers.native.addresses import (
    SCRATCH_LENGTH,
    Addresses,
    KernelAddresses,
    kernel_scratch,
)
from perfect_play.solvers.native.compiler import SHARED, Arguments, Copies, KernelError, address_of
from perfect_play.solvers.native.loops import (
    arrangements,
    backward,
    blocks,
    census,
    dense,
    entries,
    forward,
    graph,
    kernel_free,
    lists,
    margins,
    modulo3,
    raw,
    slots,
    tiers,
)
from perfect_play.solvers.native.loops import packed as packed_kernel

KERNEL_FREE = (kernel_free, lists, slots, graph)
ENGINES = {
    "dense": (dense,),
    "modulo3": (modulo3,),
    "blocks": (blocks,),
    "backward": (backward,),
    "forward": (forward, margins, raw),
    "tiers": (tiers, arrangements),
}
PACKED = Copies(
    {
        "kernel_children": packed_kernel.children_of,
        "kernel_primitive": packed_kernel.primitive_of,
        "kernel_margin": packed_kernel.margin_of,
    }
)
"""The loops for board games that are not dense, whose kernel is the same for all."""


class Compiled(NamedTuple):
    """What an engine runs: its loops, and the addresses of a variant's functions."""

    loops: Any
    addresses: Any


def loops_for(rules: Rules, engine: str) -> Any:
    """The loops of an engine for rules of this kind."""
    copies = PACKED if isinstance(rules, BoardGame) and not rules.dense else SHARED
    return copies.loops(*ENGINES[engine], census, *KERNEL_FREE)


def addresses_for(rules: Rules, kernel: Kernel | None, backward: bool) -> Any:
    """The addresses of a variant's functions, compiled or loaded. Raises KernelError.

    backward: whether the loops go back from solutions, and need the kernel's parents.
    """
    try:
        if isinstance(rules, BoardGame):
            return board_addresses(rules)
        assert kernel is not None
        return kernel_addresses(kernel, backward)
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
    return packed.scratch_of(rules, addresses) if isinstance(rules, BoardGame) else kernel_scratch(addresses)


def kernel_addresses(kernel: Kernel, backward: bool) -> KernelAddresses:
    """Compile a kernel's functions for loops that go backward, or forward, or load them. Raises KernelError."""
    sizes = {"MOST": kernel.most, "SCRATCH_LENGTH": SCRATCH_LENGTH}

    def at(function: Callable[..., Any] | None, entry: Any, constants: Any, arguments: int) -> int:
        if function is None:
            return 0
        values = {"rule": function, "CONSTANTS": Arguments(constants), **sizes}
        return address_of(Copies(values).of(entry), arguments)

    constants, blocks = kernel.constants, kernel.blocks
    return KernelAddresses(
        children=0 if backward else at(kernel.children, entries.list_at, constants, 3),
        parents=at(kernel.parents or kernel.children, entries.list_at, constants, 3) if backward else 0,
        primitive=0 if backward else at(kernel.primitive, entries.number_at, constants, 2),
        margin=0 if backward else at(kernel.margin, entries.number_at, constants, 2),
        alike=at(kernel.alike, entries.number_at, constants, 2),
        within=at(blocks.within, entries.within_at, blocks.constants, 4) if backward and blocks else 0,
    )


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
