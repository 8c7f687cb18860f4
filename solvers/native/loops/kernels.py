"""The functions of a kernel as the engines' loops call them: by the addresses in `scratch`, a `KernelScratch`.

So these loops are compiled once for all variants. Where a kernel is to be part of the loops instead, its functions are
put in place of these when they are compiled (`solvers/native/rules.py`).
"""

from typing import Any

from perfect_play.solvers.arrays import AnyInt, Int64s
from perfect_play.solvers.native.intrinsics import call_2, call_3, call_4
from perfect_play.solvers.native.packed_arrays import KernelScratch


def kernel_children(number: AnyInt, out: Int64s, scratch: KernelScratch) -> Any:
    """Write the children of a rank to `out`; returns how many there are."""
    return call_3(scratch.rules.children, number, out, scratch.numbers)


def kernel_parents(number: AnyInt, out: Int64s, scratch: KernelScratch) -> Any:
    """The same for parents."""
    return call_3(scratch.rules.parents, number, out, scratch.numbers)


def kernel_primitive(number: AnyInt, scratch: KernelScratch) -> Any:
    """The outcome at a rank."""
    return call_2(scratch.rules.primitive, number, scratch.numbers)


def kernel_margin(number: AnyInt, scratch: KernelScratch) -> Any:
    """The margin at a rank where play has ended."""
    return call_2(scratch.rules.margin, number, scratch.numbers)


def kernel_alike(number: AnyInt, scratch: KernelScratch) -> Any:
    """How many positions share a rank."""
    return call_2(scratch.rules.alike, number, scratch.numbers)


def kernel_within(part: int, bits: int, out: Int64s, scratch: KernelScratch) -> Any:
    """The function of a kernel's blocks."""
    return call_4(scratch.rules.within, part, bits, out, scratch.numbers)
