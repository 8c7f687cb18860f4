"""Nimbers of octal games by the sparse-space method, in plain Python: slow, obvious, the oracle for the fast one.

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

from array import array
from collections.abc import Sequence

from perfect_play.puzzles.octal_codes import Octal, nimbers

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


def sparse_nimbers(octal: Octal, count: int) -> "array[int]":
    """The nimbers of heaps 0, 1, ..., count - 1."""
    values = nimbers(octal, min(count, FIRST + octal.most))
    if octal.parts != 2:
        return nimbers(octal, count)
    split, plain = octal.having(4), octal.having(2)
    while len(values) < count:
        histogram = [0] * (1 << max(1, max(values).bit_length()))
        for nimber in values:
            histogram[nimber] += 1
        mask, _ = find_mask(histogram)
        rare = [heap for heap in range(1, len(values)) if (values[heap] & mask).bit_count() % 2 == 0]
        for heap in range(len(values), min(count, 4 * len(values))):
            nimber = _next(values, heap, mask, rare, split, plain)
            values.append(nimber)
            if (nimber & mask).bit_count() % 2 == 0:
                rare.append(heap)
    return values


def _next(values: "array[int]", heap: int, mask: int, rare: list[int], split: list[int], plain: list[int]) -> int:
    """The nimber of `heap`, given those of all smaller heaps."""
    children = {values[heap - removed] for removed in plain if heap > removed}
    for removed in split:
        remaining = heap - removed
        children.update(values[part] ^ values[remaining - part] for part in rare if part < remaining)
    common = 0
    while (common & mask).bit_count() % 2 == 0 or common in children:
        common += 1
    missing = {value for value in range(common) if (value & mask).bit_count() % 2 == 0} - children
    for removed in split:
        for part in range(1, (heap - removed) // 2 + 1):
            if not missing:
                return common
            missing.discard(values[part] ^ values[heap - removed - part])
    return min(missing, default=common)
