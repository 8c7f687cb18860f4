"""The loops of the engine with two bits a rank.

Not run from here: see `dense.py`. `codes` has 32 ranks a word, two bits each: the remoteness modulo 3, or 3 if unknown.
Other arrays have a bit for each rank, 64 a word. All threads change codes at once, each rank only from 3 to its
code, so only single changes must be atomic.
"""

from typing import Any

import numpy as np

from perfect_play.solvers.arrays import Int64s, Uint64s
from perfect_play.solvers.native.intrinsics import fetch_and, gather_bits, lowest_bit, scatter_bits
from perfect_play.solvers.native.loops.kernels import kernel_parents

FIELDS = 0x5555555555555555  # the lower bit of each code


def coded(packed: np.uint64, code: int) -> Any:
    """A bit for each of a word's 32 codes: whether it is this one."""
    difference = packed ^ np.uint64(code) * np.uint64(FIELDS)
    return np.uint64(gather_bits(np.int64(~(difference | difference >> np.uint64(1))), FIELDS))


def solve_words(
    codes: Uint64s, first: int, before: Uint64s, current: Uint64s, size: int, code: int, out: Int64s, scratch: Any
) -> int:
    """Write the codes of the parents of a level, which is all ranks with this `code` that are not in `before`.

    Goes through as many words of bits from `first` on as `before` has; `current` receives all ranks with this code.
    Returns how many the level has, or -1 - rank if the kernel goes out of range there.
    """
    total = 0
    following = 0 if code == 2 else code + 1
    for index in range(len(before)):
        part = first + index
        current[index] = coded(codes[2 * part], code) | coded(codes[2 * part + 1], code) << np.uint64(32)
        bits = current[index] & ~before[index]
        while bits != np.uint64(0):
            number = part * 64 + np.int64(lowest_bit(bits))
            bits &= bits - np.uint64(1)
            total += 1
            count = kernel_parents(number, out, scratch)
            if count > len(out):
                return int(-1 - number)
            for i in range(count):
                parent = out[i]
                if parent < 0 or parent >= size:
                    return int(-1 - number)
                shift = np.uint64(2 * (parent & 31))
                if (codes[parent >> 5] >> shift) & np.uint64(3) == np.uint64(3):
                    fetch_and(codes, parent >> 5, ~(np.uint64(3 - following) << shift))
    return total


def restore_words(codes: Uint64s, first: int, bits: Uint64s, code: int) -> None:
    """Write this code for the ranks set in `bits`, whose words are those from `first` on."""
    change = np.uint64(3 - code)
    for index in range(len(bits)):
        part = first + index
        codes[2 * part] ^= np.uint64(scatter_bits(np.int64(bits[index]), FIELDS)) * change
        codes[2 * part + 1] ^= np.uint64(scatter_bits(np.int64(bits[index] >> np.uint64(32)), FIELDS)) * change
