"""Towers of Hanoi: move a tower of disks to the last rod, never a disk onto a smaller one.

A position is a tuple with the rod of each disk, smallest first: (0, 0, 2) has disks A and B on
the first rod and C on the third. Every such tuple is legal.

Its text is a grid of disks x rods, row by row from the top: `A` is the smallest disk, `-` is
empty, stacks stand at the bottom. The start of three disks on three rods is `A--B--C--`.

With many disks on four rods, positions that differ only in the names of rods share a rank: see `_hanoi_blocks.py`.

Three rods take 2^disks - 1 moves, which is also the most from any position; for four, T. Bousch
proved in 2014 that the Frame-Stewart algorithm is optimal: 1 3 5 9 13 17 25 33 41 49 ...
"""

import re
from itertools import permutations
from math import factorial
from string import ascii_uppercase

from perfect_play.puzzles import IllegalPosition, Kernel, Notation, Room, Searchable, Value, Variant, check_text
from perfect_play.puzzles.one_player._hanoi_blocks import InBlocks, moves_of_four

Rods = tuple[int, ...]

PRESOLVE_LIMIT = 4**10
ONE_BY_ONE = 200_000  # up to here, a table counts classes of symmetry; above, a kernel solves every position
IN_BLOCKS = 16  # disks on four rods; from here on, a kernel solves classes again
SMALL = 11  # of them, within a block


def _variant(rods: int, disks: int) -> Variant:
    positions = rods**disks
    by_classes = positions <= ONE_BY_ONE or (rods == 4 and disks >= IN_BLOCKS)
    return Variant(
        f"{rods}_{disks}",
        f"{rods} Rods & {disks} Disk{'s' if disks > 1 else ''}",
        (rods, disks),
        presolve=positions <= PRESOLVE_LIMIT,
        testing=positions <= 7000,
        positions=-(-positions // factorial(rods - 1)) if by_classes else positions,
    )


def read_older(rules: "TowersOfHanoi", text: str) -> Rods | None:
    """`7-0-0`: the disks on each rod as the sum of their weights, 1 for disk A, 2 for B, 4 for C."""
    if not re.fullmatch(r"(0|[1-9][0-9]{0,2})(-(0|[1-9][0-9]{0,2}))+", text):
        return None
    rods = list(map(int, text.split("-")))
    if len(rods) != rules.rods or sum(rods) != (1 << rules.disks) - 1:
        return None
    holders = [[rod for rod, disks in enumerate(rods) if disks >> disk & 1] for disk in range(rules.disks)]
    if any(len(rod) != 1 for rod in holders):
        raise IllegalPosition(f"{text!r}: a disk is on several rods, or on none.")
    return tuple(rod[0] for rod in holders)


class TowersOfHanoi(Searchable):
    name = "Towers of Hanoi"
    aliases = ("hanoi",)
    opens = "3_3"
    also_called = ("Tower of Hanoi", "Tower of Brahma")
    description = "Move the whole tower to the last rod, never putting a disk on a smaller one."
    instructions = """Move one disk at a time: the top disk of a rod goes to a rod that is empty or whose top disk is
        larger. The puzzle is solved when all disks stand on the **last** rod."""
    author = "Édouard Lucas"
    date_created = "1883"
    variants = (
        _variant(2, 1),
        *(_variant(rods, disks) for rods, limit in ((3, 15), (4, 19), (5, 8)) for disks in range(1, limit + 1)),
    )
    notations = (Notation("the older form", "7-0-0", read_older),)
    reversible = True
    _in_blocks: InBlocks | None = None

    def prepare(self, rods: int, disks: int) -> None:
        self.rods = self.cols = rods
        self.disks = disks
        self.size = rods**disks
        if rods == 4 and disks >= IN_BLOCKS:
            self.number_in_blocks(SMALL)
        # All rods but the last are interchangeable.
        self._relabelings = [(*p, rods - 1) for p in permutations(range(rods - 1))]

    def number_in_blocks(self, small: int) -> None:
        """Number positions on four rods in blocks, in which this many small disks move."""
        self._in_blocks = InBlocks(self.disks, small)
        self.size = self._in_blocks.size

    def start(self) -> Rods:
        return (0,) * self.disks

    def moves(self, position: Rods) -> list[tuple[int, int]]:
        """(from rod, to rod), in order of rods."""
        tops = [position.index(rod) if rod in position else self.disks for rod in range(self.rods)]
        return [(a, b) for a, top in enumerate(tops) for b, second in enumerate(tops) if top < second]

    def do_move(self, position: Rods, move: tuple[int, int]) -> Rods:
        disk = position.index(move[0])
        return (*position[:disk], move[1], *position[disk + 1 :])

    def primitive(self, position: Rods) -> Value | None:
        last = self.rods - 1
        return Value.WIN if position == (last,) * self.disks else None

    def solutions(self) -> list[Rods]:
        return [(self.rods - 1,) * self.disks]

    def heuristic(self, position: Rods) -> int:
        """Exact on three rods; on more, no known heuristic beats searching from both ends.

        A disk that is not where it must go waits until all smaller ones stand on the third rod, and then goes there.
        So it counts for that one move and for those that bring the smaller ones, as a tower, back on top of it.
        """
        if self.rods != 3:
            return 0
        moves, target = 0, 2
        for disk in reversed(range(self.disks)):
            if position[disk] != target:
                moves += 1 << disk
                target = 3 - position[disk] - target
        return moves

    def format(self, position: Rods) -> str:
        rows = [["-"] * self.rods for _ in range(self.disks)]
        free = [self.disks - 1] * self.rods
        for disk in reversed(range(self.disks)):
            rod = position[disk]
            rows[free[rod]][rod] = ascii_uppercase[disk]
            free[rod] -= 1
        return "".join(map("".join, rows))

    def parse(self, text: str) -> Rods:
        disks = ascii_uppercase[: self.disks]
        form = f"{self.disks} rows of {self.rods} characters, disks {disks} or '-'"
        check_text(text, self.disks * self.rods, disks + "-", form)
        if any(text.count(disk) != 1 for disk in disks):
            raise IllegalPosition(f"{text!r}: expected each of the disks {disks} exactly once.")
        position = tuple(text.index(disk) % self.rods for disk in disks)
        if self.format(position) != text:
            raise IllegalPosition(f"{text!r}: a disk floats or lies on a smaller one.")
        return position

    def format_move(self, position: Rods, move: tuple[int, int]) -> str:
        return f"{move[0] + 1} → {move[1] + 1}"

    def images(self, position: Rods) -> set[Rods]:
        return {tuple(names[rod] for rod in position) for names in self._relabelings} | {position}

    def canonical(self, position: Rods) -> Rods:
        """Numbers the rods other than the last in the order in which the disks, smallest first, meet them."""
        names = {self.rods - 1: self.rods - 1}
        for rod in position:
            names.setdefault(rod, len(names) - 1)
        return tuple(names[rod] for rod in position)

    def rank(self, position: Rods) -> int:
        if self._in_blocks:
            return self._in_blocks.rank(position)
        number = 0
        for rod in reversed(position):
            number = number * self.rods + rod
        return number

    def unrank(self, number: int) -> Rods:
        if self._in_blocks:
            return self._in_blocks.unrank(number)
        rods = []
        for _ in range(self.disks):
            number, rod = divmod(number, self.rods)
            rods.append(rod)
        return tuple(rods)

    def kernel(self) -> Kernel:
        if self._in_blocks:
            return self._in_blocks.kernel()
        if self.rods == 4:
            return Kernel(moves_of_four, 6, (self.disks,))
        return Kernel(_children, self.rods * (self.rods - 1) // 2, (self.rods, self.disks))


def _children(number: int, out: Room, scratch: Room, rods: int, disks: int) -> int:
    """`moves` and `do_move` over ranks; a rank has a digit for every disk, the smallest first.

    The top disk of a rod can go to the rods on which no smaller disk has been met.
    """
    free = (1 << rods) - 1  # the rods on which no disk has been met yet
    remainder, weight = number, 1
    count = 0
    for _ in range(disks):
        rod = remainder % rods
        if free >> rod & 1:
            free ^= 1 << rod
            if free == 0:
                break
            for target in range(rods):
                if free >> target & 1:
                    out[count] = number + (target - rod) * weight
                    count += 1
        remainder //= rods
        weight *= rods
    return count
