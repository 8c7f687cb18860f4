"""The loops that make tables of distances of Rubik's Cube, compiled by `distances.py`: breadth first, by blocks.

`numbering.py` says how cubes are numbered. A table has two bits for each. The effects of turns are flat arrays with 18
numbers for each twist, flip or class.
"""

from __future__ import annotations

from typing import Any

Ints = Any
TURNS, TWISTS, FLIPS = 18, 2187, 2048
BLOCK = 547  # bytes
LARGE, SMALL, LEAST = 9, 5, 2
"""The tables, each named for the distance up to which it has 0."""
OLD, LATEST, NEW, UNKNOWN = 0, 1, 2, 3
LOW = 0x55  # the lower bits of the four cubes in a byte


def neighbor(code: int, flip: int, flips_alike: Ints) -> Any:
    """The block that a turn leads to. code: its class, as in `Numbering.places`. flip: the flips after the turn."""
    return (code >> 4 & 4095) << 11 | flips_alike[(code & 15) * FLIPS + flip] ^ code >> 16


def push(
    first: int, end: int, table: Ints, latest: Ints, new: Ints, codes: Ints, flips: Ints, flips_alike: Ints, back: Ints,
    marked: Ints,
) -> int:  # fmt: skip
    """Mark the unknown cubes one turn from the latest ones as NEW, in the blocks from `first` to `end`; count them.

    latest, new: uint8 (blocks,), whether a block has such cubes. codes: int (classes * 18,), the class after each turn.
    back: uint16 (16 * 18, 2188), by symmetry and turn, the twists from which both lead to a number of twists. marked:
    room, uint8 (2188,).
    """
    count = 0
    for block in range(first, end):
        row, flip, reached = (block >> 11) * TURNS, (block & 2047) * TURNS, False
        for turn in range(TURNS):
            code = codes[row + turn]
            source = neighbor(code, flips[flip + turn], flips_alike)
            if latest[source] == 0:
                continue
            if not reached:
                marked[:] = 0
                reached = True
            before = back[(code & 15) * TURNS + turn]
            for i in range(BLOCK):
                bits = table[source * BLOCK + i]
                bits &= ~(bits >> 1) & LOW
                if bits:
                    for j in range(4):
                        if bits >> 2 * j & 1:
                            marked[before[4 * i + j]] = 1
        if reached:
            found = 0
            for i in range(BLOCK):
                bits = table[block * BLOCK + i]
                unknown = bits & bits >> 1 & LOW
                if unknown:
                    for j in range(4):
                        if unknown >> 2 * j & 1 and marked[4 * i + j]:
                            bits ^= (UNKNOWN ^ NEW) << 2 * j
                            found += 1
                    table[block * BLOCK + i] = bits
            count += found
            new[block] = found > 0
    return count


def pull(
    first: int, end: int, table: Ints, new: Ints, codes: Ints, flips: Ints, flips_alike: Ints, ahead: Ints,
    sources: Ints, kinds: Ints,
) -> int:  # fmt: skip
    """The same as `push` for many latest and few unknown cubes, each of which looks for the former.

    ahead: uint16 (16 * 18, 2188), by symmetry and turn, what they make of a number of twists. sources, kinds: room,
    int64 (18,).
    """
    count = 0
    for block in range(first, end):
        row, flip, found, ready = (block >> 11) * TURNS, (block & 2047) * TURNS, 0, False
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
                        there = ahead[kinds[turn], twist]
                        if table[sources[turn] + (there >> 2)] >> 2 * (there & 3) & 3 == LATEST:
                            bits ^= (UNKNOWN ^ NEW) << 2 * j
                            found += 1
                            break
            table[block * BLOCK + i] = bits
        count += found
        new[block] = found > 0
    return count


def age(words: Ints) -> int:
    """Make the latest cubes OLD and the new ones LATEST. words: int64, some of the table."""
    for i in range(len(words)):
        word = words[i]
        high = word >> 1 & 0x5555555555555555
        words[i] = high | (high & word) << 1
    return len(words)
