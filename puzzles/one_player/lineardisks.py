"""Linear disks: move the disks of a row from one end to the other, by steps and jumps.

A position is an int of four bits per cell, the first cell highest: 0 for an empty cell, else the disk. Identical
disks are all 1, distinct ones are 1, 2, 3 and so on. Every placement of the variant's disks is legal.

Its text has one character per cell, `-` for an empty one, and `a` to `f` for disks from 10 on: four distinct disks
start on seven cells as `1234---` and end as `---4321`. Identical disks only have to reach the last cells.

The puzzle is from an assignment of the course CMPSC 442 at Penn State, which asks for the shortest solution. On seven
cells, 1 to 6 distinct disks take 6 5 9 10 16 25 moves, and disks that fill the row can never be reversed; on
eight cells, 1 to 8 identical ones take 7 6 10 8 9 6 4 0. A search on demand answers everything; there are no ranks.
"""

from functools import lru_cache
from math import comb, perm

from perfect_play.puzzles import (
    EMPTY,
    CustomVariant,
    IllegalPosition,
    KeptStart,
    Move,
    OneGoal,
    Searchable,
    Variant,
    check_text,
)
from perfect_play.puzzles.on_demand import Motion, OnDemandPuzzle

BITS = 4
NAMES = EMPTY + "123456789abcdef"
MOST_CELLS = 16
MOST_DISKS = len(NAMES) - 1
MOST_POSITIONS = 700_000
CUSTOM = r"(identical|distinct)_([2-9]|1[0-6])_([1-9]|1[0-6])"


def _options(text: str) -> tuple[bool, int, int]:
    """Whether the disks are distinct, and the numbers of cells and disks, from a variant's id, which matches CUSTOM."""
    kind, length, disks = text.split("_")
    distinct, cells, count = kind == "distinct", int(length), int(disks)
    if count > min(cells, MOST_DISKS):
        raise ValueError(f"{count} disks are too many for {cells} cells, of which {MOST_DISKS} at most have disks.")
    positions = perm(cells, count) if distinct else comb(cells, count)
    if positions > MOST_POSITIONS:
        raise ValueError(f"That has {positions:,} positions, more than {MOST_POSITIONS:,}.")
    return distinct, cells, count


def _variant(id: str) -> Variant:
    distinct, cells, disks = options = _options(id)
    name = f"{disks} disks, {'reversed' if distinct else 'all alike'}, on {cells} cells"
    return Variant(id, name, options, testing=True, positions=perm(cells, disks) if distinct else comb(cells, disks))


class LinearDisks(KeptStart, OneGoal, Searchable, OnDemandPuzzle):
    name = "Linear Disks"
    description = "Move the disks from the left end of a row to the right end, in reversed order if they differ."
    instructions = """Move a disk by **one cell**, left or right, into an empty cell; or by **two cells** over
        exactly one other disk into an empty cell. Disks that are alike only have to reach the last cells of the row;
        numbered disks have to end up there in **reversed** order."""
    author = "An assignment of CMPSC 442, Penn State"
    date_created = "2010s"
    variants = tuple(
        map(
            _variant, ("identical_8_4", "identical_8_3", "distinct_5_4", "distinct_7_4", "distinct_7_5", "distinct_7_6")
        )
    )
    custom = CustomVariant(
        pattern=CUSTOM,
        options=_options,
        help=(
            f"Type identical or distinct, the number of cells, from 2 to {MOST_CELLS}, and the number of disks, from 1 "
            f"to {MOST_DISKS}, with _ between them; it may have {MOST_POSITIONS:,} positions."
        ),
        example="distinct_6_4",
    )

    def prepare(self, distinct: bool, cells: int, disks: int) -> None:
        self.distinct, self.cells, self.disks = distinct, cells, disks
        row = NAMES[1 : disks + 1] if distinct else NAMES[1] * disks
        gap = EMPTY * (cells - disks)
        self._row = row
        self._start, self._goal = _coded(row + gap), _coded(gap + row[::-1])

    def moves(self, position: int) -> list[tuple[int, int]]:
        """(cell, target cell), by disks from the left."""
        return [(cell, target) for cell, target, _, _ in _steps(_occupied(position), self.cells)]

    def do_move(self, position: int, move: tuple[int, int]) -> int:
        source, target = (BITS * (self.cells - 1 - cell) for cell in move)
        disk = position >> source & 15
        return position + disk * (1 << target) - (disk << source)

    def children(self, position: int) -> list[int]:
        return [position + (position >> shift & 15) * by for _, _, shift, by in _steps(_occupied(position), self.cells)]

    def heuristic(self, position: int) -> int:
        """Half of the remaining distance, rounded up for each disk; or a count of jumps and unavoidable steps.

        A jump moves one disk two cells and swaps two neighbors. A step moves it one cell, and a disk with an odd
        distance needs at least one. Among identical disks, the first is taken to end as the first, since a
        jump brings both disks one cell nearer; there, odd-numbered cells to be left or taken count instead.
        """
        disks = [(cell, name) for cell, name in enumerate(self.format(position)) if name != EMPTY]
        if not self.distinct:
            first = self.cells - self.disks
            distance = sum(abs(first + place - cell) for place, (cell, _) in enumerate(disks))
            odd = sum(cell & 1 for cell, _ in disks) - sum(cell & 1 for cell in range(first, self.cells))
            return (distance + abs(odd)) // 2
        to_go = [abs(self.cells - NAMES.index(name) - cell) for cell, name in disks]
        steps = sum(cells & 1 for cells in to_go)
        jumps = sum(name < later for i, (_, name) in enumerate(disks) for _, later in disks[i + 1 :])
        return max((sum(to_go) + steps) // 2, jumps + steps)

    def format(self, position: int) -> str:
        return "".join(NAMES[position >> BITS * place & 15] for place in reversed(range(self.cells)))

    def parse(self, text: str) -> int:
        chars = [EMPTY, *sorted(set(self._row))]
        check_text(text, self.cells, chars, f"{self.cells} cells, each {' or '.join(map(repr, chars))}")
        if sorted(text.replace(EMPTY, "")) != sorted(self._row):
            raise IllegalPosition(f"{text!r}: expected the disks {self._row}, each as often as here.")
        return _coded(text)

    def format_move(self, position: int, move: tuple[int, int]) -> str:
        """The numbers of the two cells, from 1."""
        return f"{move[0] + 1}-{move[1] + 1}"

    def button(self, position: int, move: tuple[int, int]) -> Move:
        return Move(*move)

    def family(self, position: int) -> tuple[bool, int, int]:
        return self.distinct, self.cells, self.disks

    def motion(self, position: int) -> Motion:
        return Motion(self.children, self._goal.__eq__)


def _coded(text: str) -> int:
    """The position with this text."""
    position = 0
    for name in text:
        position = position << BITS | NAMES.index(name)
    return position


def _occupied(position: int) -> int:
    """A 1 in the four bits of each cell that holds a disk."""
    return (position | position >> 1 | position >> 2 | position >> 3) & 0x1111111111111111


@lru_cache(maxsize=1 << MOST_CELLS)
def _steps(occupied: int, cells: int) -> tuple[tuple[int, int, int, int], ...]:
    """Moves by the cells that are occupied: (cell, target cell, bit place of the disk, what moving a disk 1 adds)."""
    free = [not occupied >> BITS * (cells - 1 - cell) & 1 for cell in range(cells)]
    steps = []
    for cell in range(cells):
        for direction in () if free[cell] else (-1, 1):
            step, jump = cell + direction, cell + 2 * direction
            target = step if 0 <= step < cells and free[step] else jump
            if 0 <= target < cells and free[target]:
                source, target_place = BITS * (cells - 1 - cell), BITS * (cells - 1 - target)
                steps.append((cell, target, source, (1 << target_place) - (1 << source)))
    return tuple(steps)
