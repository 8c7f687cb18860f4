"""The loops that make tables of distances of Rubik's Cube, compiled by `distances.py`: breadth first, by blocks.

`CubeNumbering` says how cubes are numbered. A table has two bits for each. The effects of turns are flat arrays
with 18 numbers for each twist, flip or class.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from perfect_play.solvers.arrays import Int64s, Ints, Uint8s, Uint16s

TURNS, TWISTS, FLIPS = 18, 2187, 2048
BLOCK = 547  # bytes
LARGE, SMALL, TINY = 9, 5, 2
"""The tables, each named for the distance up to which it has 0."""
LATEST, NEW, UNKNOWN = 1, 2, 3  # 0: older
LOW = 0x55  # the lower bits of the four cubes in a byte


class Effects(NamedTuple):
    """What turns do. codes: int (classes * 18,), the class after each turn. flips: the flips after each turn.

    flips_alike: for each symmetry and flip, that flip as the symmetry leaves it.
    """

    codes: Ints
    flips: Ints
    flips_alike: Ints


def neighbor(code: int, flip: int, flips_alike: Sequence[int] | Ints) -> Any:
    """The block that a turn leads to. code: its class, as in `CubeNumbering.places`. flip: the flips after the turn."""
    return (code >> 4 & 4095) << 11 | flips_alike[(code & 15) * FLIPS + flip] ^ code >> 16


def push(
    first: int,
    end: int,
    table: Uint8s,
    latest: Uint8s,
    new: Uint8s,
    effects: Effects,
    backward: Uint16s,
    scratch: Uint8s,
) -> int:
    """Mark the unknown cubes one turn from the latest ones as NEW, in the blocks from `first` to `end`; count them.

    latest, new: (blocks,), whether a block has such cubes. backward: (16 * 18, 2188), by symmetry and turn, the twists
    from which both lead to a number of twists. scratch: (2188,).
    """
    codes, flips, flips_alike = effects.codes, effects.flips, effects.flips_alike
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


def pull(first: int, end: int, table: Uint8s, new: Uint8s, effects: Effects, forward: Uint16s, scratch: Int64s) -> int:
    """The same as `push` for many latest and few unknown cubes, each of which looks for the former.

    forward: (16 * 18, 2188), by symmetry and turn, what they make of a number of twists. scratch: (2, 18).
    """
    codes, flips, flips_alike = effects.codes, effects.flips, effects.flips_alike
    sources, kinds = scratch[0], scratch[1]
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


def age(packed: Int64s) -> int:
    """Make the latest cubes older ones, 0, and the new ones LATEST. packed: some of the table."""
    for i in range(len(packed)):
        bits = packed[i]
        high = bits >> 1 & 0x5555555555555555
        packed[i] = high | (high & bits) << 1
    return len(packed)
