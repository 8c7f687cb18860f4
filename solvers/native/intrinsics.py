"""Provides what Numba lacks: atomic updates of array elements, work on the bits of numbers, and calls by address.

For compiled code only. Nonnegative numbers have Python's methods `bit_count()` and `bit_length()` (LLVM's `ctpop` and
`ctlz`). `fetch_or(array, index, value)` and its siblings change one element of an array atomically and return its
previous value (LLVM's `atomicrmw`); `replace_if(array, index, expected, value)` does so if it is `expected`
(`cmpxchg`). `lowest_bit(number)` is the index of the lowest set bit (`cttz`). `swap_bytes(number)` has the number's
bytes in reverse order (`bswap`). `gather_bits(number, mask)` moves the bits that the mask selects together, to the low
end; `scatter_bits(number, mask)` moves them back (PEXT and PDEP of x86 processors, loops on others). `prefetch(array,
index)` starts bringing an element from memory, before it is read. `call_2(address, ...)` and so on
call a C function that takes two to four arguments, each a 64-bit integer or the address of an array's first element,
and returns a 64-bit integer. In such a function, `bytes_at(address, length)` and `numbers_at(address, length)` are that
array, of signed 8-bit or 64-bit integers; `codes_at(address, length)` is one of unsigned 16-bit integers. Sources: the
LLVM Language Reference; Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from inspect import signature
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.core.codegen import get_host_cpu_features
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, overload_method, register_jitable
from numba.np import arrayobj
from numba.np.arrayobj import populate_array


def _element(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The address of array[index], which are the first two arguments."""
    kind = signature.args[0]
    array = context.make_array(kind)(context, builder, arguments[0])
    return cgutils.get_item_pointer(context, builder, kind, array, [arguments[1]], wraparound=False, boundscheck=False)


def _changing(operation: str) -> Any:
    """The compiled function that sets array[index] to `array[index] <operation> value` and returns the old value."""

    @intrinsic
    def change(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
        if not isinstance(array, types.Array) or not isinstance(array.dtype, types.Integer):
            return None

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            address = _element(context, builder, signature, arguments)
            return builder.atomic_rmw(operation, address, arguments[2], "monotonic")

        return array.dtype(array, types.intp, array.dtype), generate

    return change


@intrinsic
def _replace_if(typing_context: Any, array: Any, index: Any, expected: Any, value: Any) -> Any:
    """Set array[index] to `value` if it is `expected`; return what it was."""
    if not isinstance(array, types.Array) or not isinstance(array.dtype, types.Integer):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _element(context, builder, signature, arguments)
        return builder.extract_value(builder.cmpxchg(address, *arguments[2:], "monotonic", "monotonic"), 0)

    return array.dtype(array, types.intp, array.dtype, array.dtype), generate


fetch_add = _changing("add")
fetch_and = _changing("and")
fetch_or = _changing("or")


def _of_number(generate_from: Any) -> Any:
    """The compiled function of a number that generates code from it: a number of the same type."""

    @intrinsic
    def of_number(typing_context: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return generate_from(builder, arguments[0])

        return number(number), generate

    return of_number


def _bit_length(builder: Any, number: Any) -> Any:
    """The length of a number in bits, without leading zeros."""
    return builder.sub(number.type(number.type.width), builder.ctlz(number, ir.Constant(ir.IntType(1), 0)))


def _add_method(name: str, function: Any) -> None:
    """Give integers a method in compiled code."""
    add: Any = overload_method
    add(types.Integer, name, inline="always")(lambda number: lambda number: function(number))


_add_method("bit_count", _of_number(lambda builder, number: builder.ctpop(number)))
_add_method("bit_length", _of_number(_bit_length))


def _call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Generate the call of the function at the first argument with the others."""
    int_type = ir.IntType(64)
    passed = []
    for kind, value in zip(signature.args[1:], arguments[1:], strict=True):
        if isinstance(kind, types.Array):
            value = builder.ptrtoint(context.make_array(kind)(context, builder, value).data, int_type)
        passed.append(value)
    function = ir.FunctionType(int_type, [int_type] * len(passed))
    return builder.call(builder.inttoptr(arguments[0], function.as_pointer()), passed)


def _passed(argument: Any) -> Any:
    """The type that an argument is converted to."""
    return argument if isinstance(argument, types.Array) else types.int64


def _array_at(element: Any) -> Any:
    """The compiled function that returns the array of elements of this type at an address."""
    kind = types.Array(element, 1, "C")

    @intrinsic
    def array_at(typing_context: Any, address: Any, length: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(kind)(context, builder)
            item = context.get_data_type(element)
            size = context.get_constant(types.intp, context.get_abi_sizeof(item))
            data = builder.inttoptr(arguments[0], item.as_pointer())
            populate_array(array, data, (arguments[1],), (size,), size, None)
            return array._getvalue()

        return kind(types.int64, types.int64), generate

    return array_at


def _bits_by(instruction: str) -> Any:
    """A function of two numbers that compiles to one x86 instruction."""

    @intrinsic
    def change(typing_context: Any, number: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            int_type = ir.IntType(64)
            kind = ir.FunctionType(int_type, [int_type, int_type])
            function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.x86.bmi.{instruction}.64")
            return builder.call(function, arguments)

        return types.int64(types.int64, types.int64), generate

    return change


def gather_by_loop(number: int, mask: int) -> Any:
    """`gather_bits` for processors without that instruction."""
    result, place = 0, 0
    while mask:
        if number & mask & -mask:
            result |= 1 << place
        mask &= mask - 1
        place += 1
    return result


def scatter_by_loop(number: int, mask: int) -> Any:
    """`scatter_bits` for processors without that instruction."""
    result = 0
    while number:
        if number & 1:
            result |= mask & -mask
        mask &= mask - 1
        number >>= 1
    return result


@intrinsic
def _prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """Start bringing array[index] from memory."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        int_type = ir.IntType(32)
        address = builder.bitcast(_element(context, builder, signature, arguments), ir.IntType(8).as_pointer())
        kind_of = ir.FunctionType(ir.VoidType(), [address.type, int_type, int_type, int_type])
        function = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind_of)
        builder.call(function, [address, int_type(0), int_type(3), int_type(1)])
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


bytes_at = _array_at(types.int8)
numbers_at = _array_at(types.int64)
codes_at = _array_at(types.uint16)
CHOSEN_FEATURES: str | None = getattr(config, "CPU_FEATURES", None)
HAS_BMI2 = "+bmi2" in (get_host_cpu_features() if CHOSEN_FEATURES is None else CHOSEN_FEATURES)
gather_bits: Any = _bits_by("pext") if HAS_BMI2 else register_jitable(gather_by_loop)
scatter_bits: Any = _bits_by("pdep") if HAS_BMI2 else register_jitable(scatter_by_loop)
prefetch: Any = _prefetch
replace_if: Any = _replace_if
call_2: Any = intrinsic(lambda context, at, a, b: (types.int64(types.int64, *map(_passed, (a, b))), _call))
call_3: Any = intrinsic(lambda context, at, a, b, c: (types.int64(types.int64, *map(_passed, (a, b, c))), _call))
call_4: Any = intrinsic(lambda context, at, a, b, c, d: (types.int64(types.int64, *map(_passed, (a, b, c, d))), _call))
lowest_bit: Any = _of_number(lambda builder, number: builder.cttz(number, ir.Constant(ir.IntType(1), 1)))
swap_bytes: Any = _of_number(lambda builder, number: builder.bswap(number))


# --- indices --------------------------------------------------------------------------------------

USUAL_INDEX: Any = getattr(arrayobj, "fix_integer_index", None)


def _plain_index(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
    return context.cast(builder, idx, idxty, types.intp)


CAN_INDEX_PLAINLY = USUAL_INDEX is not None and [*signature(USUAL_INDEX).parameters] == [
    *signature(_plain_index).parameters
]
"""Whether this Numba's code generator has the function that `indexing` replaces."""


@contextmanager
def indexing(plainly: bool) -> Iterator[None]:
    """In this block, compile `plainly`, for functions in which no index of an array is negative; else as in Python.

    Numba has no such option, so a function of its code generator is replaced meanwhile, and other threads that compile
    wait; where a newer Numba has no such function, loops are compiled as usual. The tier engine then takes a sixth
    longer: each index is compared with 0, and lengths of arrays use up registers.
    """
    with global_compiler_lock:
        before = arrayobj.fix_integer_index
        arrayobj.fix_integer_index = _plain_index if plainly else USUAL_INDEX
        try:
            yield
        finally:
            arrayobj.fix_integer_index = before
