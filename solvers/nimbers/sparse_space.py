"""Nimbers of octal games by the sparse-space method, in plain Python: slow, obvious, the oracle for `native.py`.

The nimbers of most octal games fall into two classes: for a number m, the **mask**, those that have an odd number of
bits in common with m are *common*, the others *rare*. XOR treats the classes as signs: two common or two rare values
make a rare one, one of each makes a common one. In many games, rare values do occur rarely, or only finitely often (the
sparse-space phenomenon: E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", ch. 4; A. Flammenkamp's tables of
octal games). Then

- only the few moves that leave a rare heap (or just one heap) lead to common values, so they alone decide which
  *common* values are missing among the moves of a heap;
- let c be the least common value that is missing. If all rare values below c occur, which some of the moves nearly
  always show, the nimber is c; if all moves have been searched in vain, it is the least rare value that is missing.

So a heap takes about as many steps as there are rare heaps, rather than as it has moves. The answer is right for any
mask; the mask only decides how fast it comes. In games where one digit, or only digits in places of one parity, break a
heap, the mask may alternate: there, the parity of the heap counts as one more bit (`alternating`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from puzzles.octal import Octal, nimbers

FIRST = 600  # heaps computed by the definition, to find the mask


def find_mask(histogram: Sequence[int]) -> tuple[int, int]:
    """(the mask with the fewest rare heaps, their number), by a Walsh-Hadamard transform.

    histogram[v]: the number of heaps with nimber v; its length is a power of two.
    """
    signed = list(histogram)
    step = 1
    while step < len(signed):
        for first in range(0, len(signed), 2 * step):
            for i in range(first, first + step):
                signed[i], signed[i + step] = signed[i] + signed[i + step], signed[i] - signed[i + step]
        step *= 2
    mask = min(range(1, len(signed)), key=signed.__getitem__)
    return mask, (signed[0] + signed[mask]) // 2


def sparse_nimbers(octal: Octal, count: int) -> array[int]:
    """The nimbers of heaps 0, 1, ..., count - 1."""
    found = nimbers(octal, min(count, FIRST + octal.most))
    if octal.parts != 2:
        return nimbers(octal, count)
    split, plain = octal.having(4), octal.having(2)
    while len(found) < count:
        histogram = [0] * (1 << max(1, max(found).bit_length()))
        for nimber in found:
            histogram[nimber] += 1
        mask, _ = find_mask(histogram)
        rare = [heap for heap in range(1, len(found)) if (found[heap] & mask).bit_count() % 2 == 0]
        for heap in range(len(found), min(count, 4 * len(found))):
            nimber = _next(found, heap, mask, rare, split, plain)
            found.append(nimber)
            if (nimber & mask).bit_count() % 2 == 0:
                rare.append(heap)
    return found


def _next(found: array[int], heap: int, mask: int, rare: list[int], split: list[int], plain: list[int]) -> int:
    """The nimber of `heap`, given those of all smaller heaps."""
    seen = {found[heap - taken] for taken in plain if heap > taken}
    for taken in split:
        left = heap - taken
        seen.update(found[one] ^ found[left - one] for one in rare if one < left)
    common = 0
    while (common & mask).bit_count() % 2 == 0 or common in seen:
        common += 1
    wanted = {value for value in range(common) if (value & mask).bit_count() % 2 == 0} - seen
    for taken in split:
        for one in range(1, (heap - taken) // 2 + 1):
            if not wanted:
                return common
            wanted.discard(found[one] ^ found[heap - taken - one])
    return min(wanted, default=common)
