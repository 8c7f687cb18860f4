"""The loops that make tables of distances of Rubik's Cube, compiled by `distances.py`: breadth first, by blocks.

`cube_numbering.py` says how cubes are numbered. A table has two bits for each. The effects of turns are flat arrays
with 18 numbers for each twist, flip or class.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perfect_play.solvers.arrays import Ints

TURNS, TWISTS, FLIPS = 18, 2187, 2048
BLOCK = 547  # bytes
LARGE, SMALL, TINY = 9, 5, 2
"""The tables, each named for the distance up to which it has 0."""
LATEST, NEW, UNKNOWN = 1, 2, 3  # 0: older
LOW = 0x55  # the lower bits of the four cubes in a byte


def neighbor(code: int, flip: int, flips_alike: Sequence[int] | Ints) -> Any:
    """The block that a turn leads to. code: its class, as in `CubeNumbering.places`. flip: the flips after the turn."""
    return (code >> 4 & 4095) << 11 | flips_alike[(code & 15) * FLIPS + flip] ^ code >> 16


def push(
    first: int, end: int, table: Ints, latest: Ints, new: Ints, codes: Ints, flips: Ints, flips_alike: Ints,
    backward: Ints, scratch: Ints,
) -> int:  # fmt: skip
    """Mark the unknown cubes one turn from the latest ones as NEW, in the blocks from `first` to `end`; count them.

    latest, new: uint8 (blocks,), whether a block has such cubes. codes: int (classes * 18,), the class after each turn.
    backward: uint16 (16 * 18, 2188), by symmetry and turn, the twists from which both lead to a number of twists.
    scratch: uint8 (2188,).
    """
    count = 0
    for block in range(first, end):
        row, flip, adjacent = (block >> 11) * TURNS, (block & 2047) * TURNS, False
        for turn in range(TURNS):
            code = codes[row + turn]
            source = neighbor(code, flips[flip + turn], flips_alike)
            if latest[source] == 0:
                continue
            if not adjacent:
                scratch[:] = 0
                adjacent = True
            before = backward[(code & 15) * TURNS + turn]
            for i in range(BLOCK):
                bits = table[source * BLOCK + i]
                bits &= ~(bits >> 1) & LOW
                if bits:
                    for j in range(4):
                        if bits >> 2 * j & 1:
                            scratch[before[4 * i + j]] = 1
        if adjacent:
            added = 0
            for i in range(BLOCK):
                bits = table[block * BLOCK + i]
                unknown = bits & bits >> 1 & LOW
                if unknown:
                    for j in range(4):
                        if unknown >> 2 * j & 1 and scratch[4 * i + j]:
                            bits ^= (UNKNOWN ^ NEW) << 2 * j
                            added += 1
                    table[block * BLOCK + i] = bits
            count += added
            new[block] = added > 0
    return count


def pull(
    first: int, end: int, table: Ints, new: Ints, codes: Ints, flips: Ints, flips_alike: Ints, forward: Ints,
    sources: Ints, kinds: Ints,
) -> int:  # fmt: skip
    """The same as `push` for many latest and few unknown cubes, each of which looks for the former.

    forward: uint16 (16 * 18, 2188), by symmetry and turn, what they make of a number of twists. sources, kinds:
    scratch, int64 (18,).
    """
    count = 0
    for block in range(first, end):
        row, flip, added, ready = (block >> 11) * TURNS, (block & 2047) * TURNS, 0, False
        for i in range(BLOCK):
            bits = table[block * BLOCK + i]
            unknown = bits & bits >> 1 & LOW
            if unknown == 0:
                continue
            if not ready:
                ready = True
                for turn in range(TURNS):
                    code = codes[row + turn]
                    sources[turn] = neighbor(code, flips[flip + turn], flips_alike) * BLOCK
                    kinds[turn] = (code & 15) * TURNS + turn
            for j in range(4):
                twist = 4 * i + j
                if unknown >> 2 * j & 1 and twist < TWISTS:
                    for turn in range(TURNS):
                        target = forward[kinds[turn], twist]
                        if table[sources[turn] + (target >> 2)] >> 2 * (target & 3) & 3 == LATEST:
                            bits ^= (UNKNOWN ^ NEW) << 2 * j
                            added += 1
                            break
            table[block * BLOCK + i] = bits
        count += added
        new[block] = added > 0
    return count


def age(packed: Ints) -> int:
    """Make the latest cubes older ones, 0, and the new ones LATEST. packed: int64, some of the table."""
    for i in range(len(packed)):
        bits = packed[i]
        high = bits >> 1 & 0x5555555555555555
        packed[i] = high | (high & bits) << 1
    return len(packed)
