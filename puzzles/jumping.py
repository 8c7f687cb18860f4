"""Puzzles in which pegs jump over pegs and remove them: the base class of Peg Solitaire and Clock Solitaire.

A board is a number of cells and its lines of three cells, along which a peg can jump either way. A
position is an int with one bit for each cell, 1 = a peg; cell 0 is the highest bit. Every board with at
least one peg is legal. Its rank is the position minus one, so every rank below `size` belongs to a position.

The text has one character per cell, in the order of cells: `x` a peg, `-` a hole.
"""

from collections.abc import Iterable, Sequence

from perfect_play.puzzles.base import IllegalPosition, Kernel, MalformedPosition, Puzzle, Turn, short
from perfect_play.puzzles.values import Room, Table
from perfect_play.puzzles.view import VOID, Board, Move

Point = tuple[int, int]  # row and column
Jump = tuple[int, int]  # from cell, to cell
Line = tuple[int, int, int]  # an end, the middle, the other end

TO_TEXT = str.maketrans("10", "x-")
FROM_TEXT = str.maketrans("x-", "10")
FIT, PIECE = 8, 6  # bits: the kernel looks a position up in parts small enough for the tables to stay in cache
MODULUS = 53  # the powers of two 1 << 0 to 1 << 51 all differ modulo 53, so the remainder identifies a single bit
PLACES = tuple((1 << bit) % MODULUS for bit in range(MODULUS - 1))


class Jumping(Puzzle):
    """A puzzle of jumping pegs. A subclass gives cells and lines, and says which positions are solved."""

    def lay_out(self, points: Sequence[Point], lines: Iterable[Line]) -> None:
        """Set the board. points: where each cell is drawn; lines: each listed in both directions."""
        self.cells = len(points)
        self.size = (1 << self.cells) - 1
        self._rows, self._cols = (1 + max(along) for along in zip(*points, strict=True))
        self._places = [row * self._cols + col for row, col in points]
        # Each jump with the three cells it changes, and the two of them that must hold a peg.
        self._jumps: list[tuple[Jump, int, int]] = []
        for source, over, target in sorted(lines):
            pegs = self._bit(source) | self._bit(over)
            self._jumps.append(((source, target), pegs | self._bit(target), pegs))
        self._changes = {jump: change for jump, change, _ in self._jumps}

    def _bit(self, cell: int) -> int:
        return 1 << (self.cells - 1 - cell)

    def moves(self, position: int) -> Iterable[Jump]:
        """(from cell, to cell), in the order of cells."""
        return [jump for jump, change, pegs in self._jumps if position & change == pegs]

    def do_move(self, position: int, move: Jump) -> int:
        """Changes the three cells of the line."""
        return position ^ self._changes[move]

    def parents(self, position: int) -> Iterable[int]:
        """Undone jumps: there is a peg on the target, and the other two cells are holes."""
        return [position ^ change for _, change, pegs in self._jumps if position & change == change ^ pegs]

    def format(self, position: int) -> str:
        """One character per cell."""
        return f"{position:0{self.cells}b}".translate(TO_TEXT)

    def parse(self, text: str) -> int:
        """Raises MalformedPosition, or IllegalPosition if there is no peg."""
        if len(text) != self.cells or set(text) - set("x-"):
            raise MalformedPosition(f"{short(text)}: expected {self.cells} characters, each 'x' (peg) or '-' (hole).")
        if "x" not in text:
            raise IllegalPosition(f"{text!r}: expected at least one peg 'x'; the last peg never leaves the board.")
        return int(text.translate(FROM_TEXT), 2)

    def format_move(self, position: int, move: Jump) -> str:
        """The two cells: `1 → 18`."""
        return f"{move[0]} → {move[1]}"

    def rank(self, position: int) -> int:
        """The position minus one, as the empty board is not legal."""
        return position - 1

    def unrank(self, number: int) -> int:
        """The inverse of `rank`."""
        return number + 1

    def board(self, position: int) -> Board:
        """Each cell at its point."""
        cells = [VOID] * (self._rows * self._cols)
        for place, char in zip(self._places, self.format(position), strict=True):
            cells[place] = char
        return Board(self._rows, self._cols, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> int:
        """Reads the cells at their points, as `parse` does."""
        if len(cells) != self._rows * self._cols:
            raise MalformedPosition(f"{short(cells)}: expected {self._rows} rows of {self._cols} characters.")
        return self.parse("".join(cells[place] for place in self._places))

    def button(self, position: int, move: Jump) -> Move:
        """An arrow."""
        return Move(self._places[move[0]], self._places[move[1]])

    def kernel(self) -> Kernel | None:
        """Jumps as changes of lines; see below. None if there are too many lines."""
        if len(self._jumps) // 2 > len(PLACES):
            return None
        return Kernel(_children, len(self._jumps) // 2, (self._fitting(), self._by_place()), parents=_parents)

    def _one_way(self) -> list[tuple[int, Jump]]:
        """Every line once: a mask of its three cells, and its two ends."""
        return [(change, (a, b)) for (a, b), change, _ in self._jumps if a < b]

    def _by_place(self) -> tuple[int, ...]:
        """The mask of each line, at the index by which `_changed` identifies the line's bit."""
        by_bit = dict(zip(PLACES, [change for change, _ in self._one_way()], strict=False))
        return tuple(by_bit.get(place, 0) for place in range(MODULUS))

    def _parts(self, bits: int) -> list[int]:
        """Every possible content of every part of `bits` bits of a position."""
        return [value << first for first in range(0, self.cells, bits) for value in range(1 << bits)]

    def _fitting(self) -> tuple[int, ...]:
        """For every content of every part, the lines it allows to be changed, by either end."""
        masks = [((1 << FIT) - 1) << first for first in range(0, self.cells, FIT) for _ in range(1 << FIT)]
        lines = [(change, [self._bit(end) for end in ends]) for change, ends in self._one_way()]
        return tuple(
            sum(1 << i for i, (change, ends) in enumerate(lines) if part & change == ends[end] & mask)
            for part, mask in zip(self._parts(FIT), masks, strict=True)
            for end in (0, 1)
        )


# A jump, and its reversal, flips the three cells of a line of which exactly one, at an end, is a hole (for a jump)
# or a peg (for a reversal). A position is looked up in parts of a few cells: fitting[2 * v] has one bit for every
# line that a part, whose number and content are v, allows with its first end alone; fitting[2 * v + 1] with the other.


def _children(number: int, out: Room, scratch: Room, fitting: Table, changes: Table) -> int:
    """`moves` and `do_move` over ranks: changes each line whose only hole is at an end."""
    return _changed(number + 1, ~(number + 1), out, fitting, changes)


def _parents(number: int, out: Room, scratch: Room, fitting: Table, changes: Table) -> int:
    """`parents` over ranks: changes each line whose only peg is at an end."""
    return _changed(number + 1, number + 1, out, fitting, changes)


def _changed(position: int, single: int, out: Room, fitting: Table, changes: Table) -> int:
    lines = lines_to_change(single, fitting)
    count = 0
    while lines != 0:
        lowest = lines & -lines
        out[count] = (position ^ changes[lowest % MODULUS]) - 1
        lines ^= lowest
        count += 1
    return count


def lines_to_change(single: int, fitting: Table) -> int:
    """One bit for every line that has one end, and nothing else, in `single`."""
    first = -1
    second = -1
    for piece in range(len(fitting) // (2 << FIT)):
        value = (piece << FIT) + (single >> piece * FIT & (1 << FIT) - 1)
        first &= fitting[2 * value]
        second &= fitting[2 * value + 1]
    return first | second
