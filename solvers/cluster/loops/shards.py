"""The loops of a level of one shard, in the Python that the compiler understands.

Not imported as it stands: see `solvers/native/loops/dense.py`. `leads_to` is that of `backward_leads.py` or
`forward_leads.py`. A shard of *bits* owns a range of the ranks, `width` long from `low`, and has a bit for each;
what is sent to it are offsets into its range, or words of bits. A shard of *runs* owns what the hash of a code
gives it; what is sent to it are codes.

What a kernel writes to `out` is put by `spread_...` into a row of `buffer` for each owner, up to fill[owner]. They end
before a row might overflow, and return how many of `frontier` are done; -1 - rank: the kernel goes out of range.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.cluster.loops.backward_leads import leads_to
from solvers.native.loops.slots import GOLDEN


def owner_by_hash(number: int, shards: int) -> int:
    """The shard that owns a code: by the hash of `solvers/native/loops/slots.py`."""
    mixed = np.uint64(number) * np.uint64(GOLDEN)
    return int(np.int64(((mixed >> np.uint64(32)) * np.uint64(shards)) >> np.uint64(32)))


def spread_by_range(
    frontier: Any,
    start: int,
    size: int,
    mine: int,
    known: Any,
    width: int,
    inverse: float,
    out: Any,
    work: Any,
    buffer: Any,
    fill: Any,
) -> int:
    """Write down what the ranks in `frontier` from place `start` lead to, as offsets; what is `known` is left out."""
    limit = buffer.shape[1] - len(out)
    for index in range(start, len(frontier)):
        number = np.int64(frontier[index])
        count = leads_to(number, out, work)
        if count > len(out):
            return int(-1 - number)
        full = False
        for i in range(count):
            found = out[i]
            if found < 0 or found >= size:
                return int(-1 - number)
            owner = np.int64(found * inverse)
            offset = found - owner * width
            if offset < 0:
                owner -= 1
                offset += width
            elif offset >= width:
                owner += 1
                offset -= width
            if owner == mine and (known[offset >> 6] >> np.uint64(offset & 63)) & np.uint64(1) != np.uint64(0):
                continue
            buffer[owner, fill[owner]] = offset
            fill[owner] += 1
            full |= fill[owner] > limit
        if full:
            return index + 1
    return len(frontier)


def spread_by_hash(
    frontier: Any, start: int, size: int, shards: int, out: Any, work: Any, buffer: Any, fill: Any
) -> int:
    """Write down what the ranks in `frontier` from place `start` lead to, as codes."""
    limit = buffer.shape[1] - len(out)
    for index in range(start, len(frontier)):
        number = np.int64(frontier[index])
        count = leads_to(number, out, work)
        if count > len(out):
            return int(-1 - number)
        full = False
        for i in range(count):
            if out[i] < 0 or out[i] >= size:
                return int(-1 - number)
            owner = owner_by_hash(out[i], shards)
            buffer[owner, fill[owner]] = out[i]
            fill[owner] += 1
            full |= fill[owner] > limit
        if full:
            return index + 1
    return len(frontier)


def spread_bits(frontier: Any, size: int, out: Any, work: Any, everywhere: Any) -> int:
    """Set the bits of what the ranks in `frontier` lead to, of all ranks there are. 0, or -1 - rank: out of range."""
    for index in range(len(frontier)):
        number = np.int64(frontier[index])
        count = leads_to(number, out, work)
        if count > len(out):
            return int(-1 - number)
        for i in range(count):
            if out[i] < 0 or out[i] >= size:
                return int(-1 - number)
            everywhere[out[i] >> 6] |= np.uint64(1) << np.uint64(out[i] & 63)
    return 0
