"""The loops that expand one level of one shard and sort what it leads to by owner.

Not run from here: see `solvers/native/loops/dense.py`. `leads_to` is that of `backward_leads.py` or
`forward_leads.py`. A *bit shard* owns a range of `width` ranks from `low`, and has a bit for each; it is sent offsets
into its range, or words of bits. A *run shard* owns ranks by their hash, and is sent ranks.

The `spread_...` loops write each child or parent to its owner's row of `buffer`, up to fill[owner]. They stop before a
row could overflow, and return how many of `frontier` are done, or -1 - rank if the kernel goes out of range.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfect_play.solvers.cluster.loops.backward_leads import leads_to

GOLDEN = 11400714819323198485  # 2^64 divided by the golden ratio


def owner_by_hash(number: int, shards: int) -> int:
    """The run shard that owns a rank, by multiplicative hashing (D. E. Knuth, TAOCP 3, 6.4)."""
    mixed = np.uint64(number) * np.uint64(GOLDEN)
    return int(np.int64(((mixed >> np.uint64(32)) * np.uint64(shards)) >> np.uint64(32)))


def spread_by_range(
    frontier: Any,
    start: int,
    size: int,
    mine: int,
    visited: Any,
    width: int,
    inverse: float,
    out: Any,
    scratch: Any,
    buffer: Any,
    fill: Any,
) -> int:
    """Write the ranks that those in `frontier`, from index `start`, lead to, as offsets; skip what is `visited`."""
    limit = buffer.shape[1] - len(out)
    for index in range(start, len(frontier)):
        number = np.int64(frontier[index])
        count = leads_to(number, out, scratch)
        if count > len(out):
            return int(-1 - number)
        full = False
        for i in range(count):
            child = out[i]
            if child < 0 or child >= size:
                return int(-1 - number)
            owner = np.int64(child * inverse)
            offset = child - owner * width
            if offset < 0:
                owner -= 1
                offset += width
            elif offset >= width:
                owner += 1
                offset -= width
            if owner == mine and (visited[offset >> 6] >> np.uint64(offset & 63)) & np.uint64(1) != np.uint64(0):
                continue
            buffer[owner, fill[owner]] = offset
            fill[owner] += 1
            full |= fill[owner] > limit
        if full:
            return index + 1
    return len(frontier)


def spread_by_hash(
    frontier: Any, start: int, size: int, shards: int, out: Any, scratch: Any, buffer: Any, fill: Any
) -> int:
    """Write the ranks that those in `frontier`, from index `start`, lead to."""
    limit = buffer.shape[1] - len(out)
    for index in range(start, len(frontier)):
        number = np.int64(frontier[index])
        count = leads_to(number, out, scratch)
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


def spread_bits(frontier: Any, size: int, out: Any, scratch: Any, everywhere: Any) -> int:
    """Set the bits, among those of all ranks, that `frontier` leads to; return 0, or -1 - rank if out of range."""
    for index in range(len(frontier)):
        number = np.int64(frontier[index])
        count = leads_to(number, out, scratch)
        if count > len(out):
            return int(-1 - number)
        for i in range(count):
            if out[i] < 0 or out[i] >= size:
                return int(-1 - number)
            everywhere[out[i] >> 6] |= np.uint64(1) << np.uint64(out[i] & 63)
    return 0
