"""The loops of the engine that solves block by block.

Not run from here: see `dense.py`. `bits` has a row of words of 64 places for each of: places whose remoteness is known,
those of the current level, those of the next, and the lower and the higher bit of all remotenesses modulo 3. `touched`
says for each GROUP of words whether it has places of the current level, and of the next.
"""

from typing import Any, NamedTuple

import numpy as np

from perfect_play.solvers.arrays import Int32s, Int64s, Uint8s, Uint16s, Uint32s, Uint64s
from perfect_play.solvers.native.loops.kernels import kernel_parents, kernel_within

INFINITE = 65535  # no remoteness is known
GROUP = 64
VISITED, CURRENT, NEXT, LOW, HIGH = 0, 1, 2, 3, 4
TOO_FAR = -1


class Buffers(NamedTuple):
    """The arrays of a thread.

    remoteness: that of each door of a block. pending: scratch space of the same length. bits, touched: see above.
    counts: the places of each remoteness. codes: as `write_codes` writes them. to: as `through_doors` writes it.
    """

    remoteness: Uint16s
    pending: Int32s
    bits: Int64s
    touched: Uint8s
    counts: Uint32s
    codes: Uint64s
    out: Int64s
    scratch: Any
    to: Int64s


def solve_block(doors: Int64s, times: Uint16s, buffers: Buffers) -> int:
    """Find the remotenesses of a block, level by level; return how many places have one, or TOO_FAR.

    doors: some places. times: how near to a solution each of them is known to be, or INFINITE. Writes `remoteness` and
    `counts` of `buffers`. TOO_FAR: if a remoteness is not below len(counts).
    """
    remoteness, pending, bits, touched = buffers.remoteness, buffers.pending, buffers.bits, buffers.touched
    counts, out, scratch = buffers.counts, buffers.out, buffers.scratch
    bits[:] = 0
    touched[:] = 0
    counts[:] = 0
    remoteness[:] = INFINITE
    waiting = len(doors)  # doors not yet met
    level = INFINITE
    for i in range(waiting):
        pending[i] = i
        level = int(min(level, times[i]))
    total, new = 0, 0
    while True:
        if level >= len(counts):
            return total if level == INFINITE else TOO_FAR
        digit = level % 3
        remaining, later = 0, INFINITE
        for j in range(waiting):
            i = pending[j]
            part, bit = doors[i] >> 6, np.int64(1) << (doors[i] & 63)
            if bits[CURRENT, part] & bit == 0:
                if times[i] != level:
                    pending[remaining] = i
                    remaining += 1
                    later = int(min(later, times[i]))
                    continue
                bits[CURRENT, part] |= bit
                bits[VISITED, part] |= bit
                bits[LOW, part] |= bit * (digit & 1)
                bits[HIGH, part] |= bit * (digit >> 1)
                touched[0, part // GROUP] = 1
                new += 1
            remoteness[i] = level
        waiting = remaining
        counts[level] = new
        total += new
        if new == 0:
            if later == INFINITE:
                return total
            level = later
            continue
        level += 1
        new = _next_level(bits, touched, level % 3, out, scratch)


def _next_level(bits: Int64s, touched: Uint8s, digit: int, out: Int64s, scratch: Any) -> int:
    """Make the next level the current one; return how many places it has. digit: its remoteness modulo 3."""
    parts = bits.shape[1]
    for group in range(touched.shape[1]):
        if touched[0, group]:
            touched[0, group] = 0
            for part in range(group * GROUP, min(parts, (group + 1) * GROUP)):
                places = bits[CURRENT, part]
                if places:
                    bits[CURRENT, part] = 0
                    count = kernel_within(part, places, out, scratch)
                    for i in range(0, count, 2):
                        bits[NEXT, out[i]] |= out[i + 1]
                        touched[1, out[i] // GROUP] = 1
    total = 0
    for group in range(touched.shape[1]):
        if touched[1, group]:
            touched[0, group], touched[1, group] = 1, 0
            for part in range(group * GROUP, min(parts, (group + 1) * GROUP)):
                new = bits[NEXT, part] & ~bits[VISITED, part]
                bits[NEXT, part] = 0
                bits[CURRENT, part] = new
                bits[VISITED, part] |= new
                bits[LOW, part] |= new * (digit & 1)
                bits[HIGH, part] |= new * (digit >> 1)
                total += int(new.bit_count())
    return total


def through_doors(first: int, length: int, size: int, doors: Int64s, index: Int32s, buffers: Buffers) -> int:
    """Write to `to` the doors that a move leads to from those of the block whose first rank is `first`.

    They are pairs: the door's number among those of all blocks, and how near to a solution it is by that move. index:
    the number of the door at each place, or -1. Returns how many numbers it writes, or -1 - rank if the kernel goes out
    of range.
    """
    remoteness, to, out, scratch = buffers.remoteness, buffers.to, buffers.out, buffers.scratch
    count_written = 0
    for door in range(len(doors)):
        if remoteness[door] == INFINITE:
            continue
        number = first + doors[door]
        count = kernel_parents(number, out, scratch)
        if count > len(out):
            return int(-1 - number)
        for i in range(count):
            if out[i] < 0 or out[i] >= size:
                return int(-1 - number)
            block = out[i] // length
            index_there = index[out[i] - block * length]
            if index_there >= 0:
                to[count_written] = block * len(doors) + index_there
                to[count_written + 1] = remoteness[door] + 1
                count_written += 2
    return count_written


def improve(to: Int64s, doors: int, times: Uint16s, pending: Uint16s) -> None:
    """Record doors that are nearer than was known, and the least new remoteness in their blocks.

    to: as `through_doors` writes it. times: of all doors of all blocks. pending: of each block.
    """
    for i in range(0, len(to), 2):
        door, time = to[i], to[i + 1]
        if time < times[door]:
            times[door] = time
            pending[door // doors] = min(pending[door // doors], time)


def write_codes(bits: Int64s, codes: Uint64s) -> None:
    """Write two bits for every place of a solved block: its remoteness modulo 3, or 3 if it has none."""
    for part in range(bits.shape[1]):
        for half in range(2):
            shift = 32 * half
            unknown = ~bits[VISITED, part]
            low = _spread((bits[LOW, part] | unknown) >> shift)
            codes[2 * part + half] = low | _spread((bits[HIGH, part] | unknown) >> shift) << np.uint64(1)


def _spread(number: int) -> Any:
    """The lowest 32 bits, each followed by a zero."""
    spread = np.uint64(number & 0xFFFFFFFF)
    spread = (spread | spread << np.uint64(16)) & np.uint64(0x0000FFFF0000FFFF)
    spread = (spread | spread << np.uint64(8)) & np.uint64(0x00FF00FF00FF00FF)
    spread = (spread | spread << np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    spread = (spread | spread << np.uint64(2)) & np.uint64(0x3333333333333333)
    return (spread | spread << np.uint64(1)) & np.uint64(0x5555555555555555)
