"""LLVM instructions that Numba does not offer: atomic updates of array elements, the lowest set bit, and set bits.

For compiled code only. `fetch_or(array, index, value)` and its siblings change one element of an array atomically and
return its previous value (LLVM's `atomicrmw`); `lowest_bit(number)` is the index of the lowest set bit (`cttz`).
Source: the LLVM Language Reference.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def _changing(operation: str) -> Any:
    """The compiled function that sets array[index] to `array[index] <operation> value` and returns the old value."""

    @intrinsic
    def change(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
        if not isinstance(array, types.Array) or not isinstance(array.dtype, types.Integer):
            return None

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            made = context.make_array(kind)(context, builder, arguments[0])
            where = cgutils.get_item_pointer(
                context, builder, kind, made, [arguments[1]], wraparound=False, boundscheck=False
            )
            return builder.atomic_rmw(operation, where, arguments[2], "monotonic")

        return array.dtype(array, types.intp, array.dtype), generate

    return change


fetch_add = _changing("add")
fetch_and = _changing("and")
fetch_or = _changing("or")


@intrinsic
def _lowest_bit(typing_context: Any, number: Any) -> Any:
    """The index of the lowest set bit of a number other than 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return number(number), generate


@intrinsic
def _bit_count(typing_context: Any, number: Any) -> Any:
    """How many bits of a number are set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return number(number), generate


lowest_bit: Any = _lowest_bit
bit_count: Any = _bit_count
