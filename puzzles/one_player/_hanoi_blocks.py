"""Towers of Hanoi on four rods, numbered in blocks, up to renaming rods: for more than some ten disks.

An arrangement is a number with two bits for every disk, the rod it is on, the smallest disk lowest. Rod 0 is the goal;
the others are interchangeable, so they are named 1, 2 and 3 in the order in which the *large* disks, from the largest,
meet them, and then by number. A rank is the number of the large disks' arrangement among all arrangements so named,
followed by the rods of the small disks. So a block, the ranks with the same large disks, is the puzzle of the small
disks alone; a large disk moves only while these leave two rods free.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, product

from perfect_play.puzzles import Kernel, Room
from perfect_play.puzzles.values import Blocks

REMEMBERED = 1 << 14  # arrangements of large disks whose numbers are kept


class InBlocks:
    """Numbers positions: tuples with the rod of each disk, smallest first; the last rod is the goal.

    small: the number of small disks, 3 or more.
    """

    def __init__(self, disks: int, small: int) -> None:
        self.disks, self.small = disks, small
        self.size = arrangements(disks - small) << 2 * small
        self._named = lru_cache(REMEMBERED)(self._name)

    def rank(self, rods: tuple[int, ...]) -> int:
        """The rank of a position."""
        first, names = self._named(rods[self.small :])
        return first + int(bytes(rods[self.small - 1 :: -1]).translate(names), 4)

    def _name(self, large: tuple[int, ...]) -> tuple[int, bytes]:
        """The first rank of the block with these large disks, and a table of the names of the rods, as digits."""
        number = 0
        for rod in reversed(large):
            number = number << 2 | (rod + 1) & 3
        names = list(dict.fromkeys((3, *reversed(large), *range(4))))
        first = rank_of(number << 2 * self.small, self.disks, self.small) >> 2 * self.small << 2 * self.small
        return first, bytes.maketrans(bytes(names), b"0123")

    def unrank(self, number: int) -> tuple[int, ...]:
        """A position of this rank."""
        arrangement = arrangement_of(number, self.disks, self.small)
        return tuple((arrangement >> 2 * disk) - 1 & 3 for disk in range(self.disks))

    def kernel(self) -> Kernel:
        """The moves over ranks."""
        blocks = Blocks(1 << 2 * self.small, doors(self.small), within_block, 14, (self.small,))
        return Kernel(children, 42, (self.disks, self.small), parents=parents, alike=alike, blocks=blocks)


def arrangements(disks: int, rods_met: int = 0) -> int:
    """The number of arrangements of disks, up to renaming rods, when `rods_met` rods have been met.

    (4^n + 3 * 2^n + 2) / 6 if none has: by Burnside's lemma.
    """
    each = 1 << 2 * disks
    if rods_met == 0:
        each = (each + 3 * (1 << disks) + 2) // 6
    elif rods_met == 1:
        each = (each + (1 << disks)) // 2
    return each


def rank_of(number: int, disks: int, small: int) -> int:
    """The rank of an arrangement."""
    names, named, rods_met, rank = 0, 1, 0, 0  # the name of each rod, two bits; the rods that have one
    for disk in range(disks - 1, small - 1, -1):
        rod = number >> 2 * disk & 3
        if not named >> rod & 1:
            rods_met += 1
            named |= 1 << rod
            names |= rods_met << 2 * rod
            rank += rods_met * arrangements(disk - small, rods_met - 1)
        else:
            rank += (names >> 2 * rod & 3) * arrangements(disk - small, rods_met)
    for rod in range(4):
        if not named >> rod & 1:
            rods_met += 1
            names |= rods_met << 2 * rod
    for disk in range(small - 1, -1, -1):
        rank = rank << 2 | names >> 2 * (number >> 2 * disk & 3) & 3
    return rank


def large_disks(rank: int, disks: int, small: int) -> int:
    """The arrangement of the large disks of a rank, followed by the number of rods that they have met, in two bits."""
    remainder, number, rods_met = rank >> 2 * small, 0, 0
    for below in range(disks - small - 1, -1, -1):
        each, rod = arrangements(below, rods_met), 0
        while rod <= rods_met and rod < 3 and remainder >= each:
            remainder -= each
            rod += 1
        rods_met += rod > rods_met
        number = number << 2 | rod
    return number << 2 | rods_met


def arrangement_of(rank: int, disks: int, small: int) -> int:
    """An arrangement of this rank."""
    return large_disks(rank, disks, small) >> 2 << 2 * small | rank & (1 << 2 * small) - 1


def alike(rank: int, scratch: Room, disks: int, small: int) -> int:
    """The number of arrangements with this rank: the images of the large disks."""
    rods_met = large_disks(rank, disks, small) & 3
    return 1 if rods_met == 0 else 3 if rods_met == 1 else 6


def children(rank: int, out: Room, scratch: Room, disks: int, small: int) -> int:
    """The ranks that a move leads to."""
    number = arrangement_of(rank, disks, small)
    count = moves_of_four(number, out, scratch, disks)
    for i in range(count):
        if (out[i] ^ number) >> 2 * small:
            out[i] = rank_of(out[i], disks, small)
        else:
            out[i] += rank - number
    return count


def parents(rank: int, out: Room, scratch: Room, disks: int, small: int) -> int:
    """As `children`, backward: if large disks have met fewer than two rods, an arrangement's images differ in rank."""
    count = total = children(rank, out, scratch, disks, small)
    low = (1 << 2 * small) // 3  # the lower bit of every small disk
    stays = large_disks(rank, disks, small) & 3 > 1
    for i in range(count):
        first = out[i] >> 2 * small << 2 * small
        if stays and first == rank >> 2 * small << 2 * small:
            continue
        rods_met, rods = large_disks(out[i], disks, small) & 3, out[i] - first
        for _ in range(3 if rods_met == 0 else 1 if rods_met == 1 else 0):
            exchanged = rods ^ rods >> 1 & low  # rods 2 and 3
            out[total], out[total + 1] = first + rods, first + exchanged
            total += 2
            above = rods >> 1 & low
            rods = (above ^ rods & low) << 1 | above  # rod 2 for 1, 3 for 2, 1 for 3
    return total


def find_tops(number: int, tops: Room, disks: int) -> None:
    """Write the weight of the top disk of each rod to `tops`; for an empty rod, that of one disk beyond the last."""
    beyond_last = 1 << 2 * disks
    each_disk = beyond_last // 3
    for rod in range(4):
        other_rod = number ^ rod * each_disk  # two zero bits for every disk on this rod
        on_rod = ~(other_rod | other_rod >> 1) & each_disk | beyond_last
        tops[rod] = on_rod & -on_rod


def moves_of_four(number: int, out: Room, tops: Room, disks: int) -> int:
    """The arrangements that a move leads to."""
    find_tops(number, tops, disks)
    count = 0
    for rod in range(3):
        for second in range(rod + 1, 4):
            if tops[rod] != tops[second]:
                weight = tops[rod] if tops[rod] < tops[second] else -tops[second]
                out[count] = number + (second - rod) * weight
                count += 1
    return count


def doors(small: int) -> Sequence[int]:
    """The arrangements of the small disks that leave two rods free, ascending: there a large disk may move."""
    pairs = (product(pair, repeat=small) for pair in combinations(range(4), 2))
    numbers = {sum(rod << 2 * disk for disk, rod in enumerate(rods)) for pair in pairs for rods in pair}
    return sorted(numbers)


# --- 64 arrangements at once --------------------------------------------------------------------
# A word has a bit for every arrangement of the three smallest disks; the others' rods are its number.


def _mask_of(fits: Callable[[Sequence[int]], bool]) -> int:
    """The bits of the arrangements of the three smallest that fit, as a signed 64-bit number."""
    bits = sum(1 << a + 4 * b + 16 * c for a in range(4) for b in range(4) for c in range(4) if fits((a, b, c)))
    return bits - (bits >> 63 << 64)


SECOND_FREE = _mask_of(lambda rods: rods[1] != rods[0])
THIRD_FREE = _mask_of(lambda rods: rods[2] not in rods[:2])
TWO_RODS_FREE = tuple(_mask_of(set(pair).isdisjoint) for pair in combinations(range(4), 2))
"""Where the three smallest leave two rods free: 0 and 1, 0 and 2, ..."""


def within_block(index: int, bits: int, out: Room, tops: Room, small: int) -> int:
    """Where the moves of the small disks lead from the arrangements of a word: pairs of a word and its bits."""
    smallest = (bits | bits >> 1 | bits >> 2 | bits >> 3) & 0x1111111111111111
    result = smallest * 15
    second = bits & SECOND_FREE
    second = (second | second >> 4 | second >> 8 | second >> 12) & 0x000F000F000F000F
    result |= second * 0x1111 & SECOND_FREE
    third = bits & THIRD_FREE
    third = (third | third >> 16 | third >> 32 | third >> 48) & 0xFFFF
    result |= third * 0x0001000100010001 & THIRD_FREE
    out[0], out[1] = index, result
    find_tops(index, tops, small - 3)
    count, pair = 2, 0
    for rod in range(3):
        for target in range(rod + 1, 4):
            free = bits & TWO_RODS_FREE[pair]
            pair += 1
            if free and tops[rod] != tops[target]:
                weight = tops[rod] if tops[rod] < tops[target] else -tops[target]
                out[count], out[count + 1] = index + (target - rod) * weight, free
                count += 2
    return count
