"""Peg solitaire: jump pegs over pegs until one is left.

A position is an int with one bit for each cell, 1 = a peg; cell 0 is the highest bit. Every board
with at least one peg is legal; a board that cannot be brought down to one peg is lost.

Its text is one character a cell, in order of the cells: `x` a peg, `-` a hole. The start of the
triangle is `-xxxxxxxxxxxxxx`.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from operator import itemgetter

from puzzles.base import IllegalPosition, Kernel, MalformedPosition, Puzzle, Turn, Value, Variant, short
from puzzles.view import Board, Move

Point = tuple[int, int]
Jump = tuple[int, int]  # from cell, to cell

SHAPES = {
    "triangle": "****o****/***o*o***/**o*o*o**/*o*o*o*o*/o*o*o*o*o",
    "star": "***o***/o*o*o*o/*o*o*o*/o*o*o*o/***o***",
}
"""Rows of the boards. The cells `o` are numbered row by row; neighbours in a row are two columns apart,
neighbours in different rows one row and one column, so every cell has up to six at equal distance."""

DIRECTIONS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
TO_TEXT = str.maketrans("10", "x-")
FROM_TEXT = str.maketrans("x-", "10")


class PegSolitaire(Puzzle):
    id = "pegsolitaire"
    name = "Peg Solitaire"
    aliases = ("pegSolitaire",)
    description = "Jump pegs over their neighbours and take these away until a single peg is left."
    instructions = (
        "A peg jumps in a straight line over a neighbouring peg into the hole right behind it; the peg that was "
        "jumped over is taken away. The puzzle is solved when **one** peg is left, wherever it stands. "
        "Jumps cannot be taken back."
    )
    author = "Unknown, first described in France"
    date_created = "1697"
    variants = (
        Variant("triangle", "Triangle", ("triangle",), aliases=("Triangle",), testing=True, positions=2383),
        Variant("star", "Star", ("star",), testing=True, positions=447),
    )

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.rows = SHAPES[variant.options[0]].split("/")
        points = [(r, c) for r, row in enumerate(self.rows) for c, here in enumerate(row) if here == "o"]
        self.cells = len(points)
        self.size = (1 << self.cells) - 1
        self._places = [r * len(self.rows[0]) + c for r, c in points]  # where each cell stands on the board
        # Each jump with the three cells that it changes, and the two of them that must hold a peg.
        self._jumps: list[tuple[Jump, int, int]] = []
        for source, over, target in sorted(_lines(points)):
            pegs = self._bit(source) | self._bit(over)
            self._jumps.append(((source, target), pegs | self._bit(target), pegs))
        self._changes = {jump: change for jump, change, _ in self._jumps}
        self._symmetries = [itemgetter(*image) for image in _symmetries(points)]

    def _bit(self, cell: int) -> int:
        return 1 << (self.cells - 1 - cell)

    def start(self) -> int:
        """All cells but the first hold a peg."""
        return (1 << self.cells) - 1 - self._bit(0)

    def moves(self, position: int) -> Iterable[Jump]:
        """(from cell, to cell), in order of cells."""
        return [jump for jump, change, pegs in self._jumps if position & change == pegs]

    def do_move(self, position: int, move: Jump) -> int:
        return position ^ self._changes[move]

    def parents(self, position: int) -> Iterable[int]:
        """Jumps taken back: a peg stands on the target, the other two cells are holes."""
        return [position ^ change for _, change, pegs in self._jumps if position & change == change ^ pegs]

    def primitive(self, position: int) -> Value | None:
        return Value.WIN if position.bit_count() == 1 else None

    def solutions(self) -> Iterable[int]:
        return [self._bit(cell) for cell in range(self.cells)]

    def format(self, position: int) -> str:
        return f"{position:0{self.cells}b}".translate(TO_TEXT)

    def parse(self, text: str) -> int:
        if len(text) != self.cells or set(text) - set("x-"):
            raise MalformedPosition(f"{short(text)}: expected {self.cells} characters, each 'x' (peg) or '-' (hole).")
        if "x" not in text:
            raise IllegalPosition(f"{text!r}: expected at least one peg 'x'; the last peg never leaves the board.")
        return int(text.translate(FROM_TEXT), 2)

    def format_move(self, position: int, move: Jump) -> str:
        return f"{move[0]} → {move[1]}"

    def images(self, position: int) -> Iterable[int]:
        """The board turned and mirrored in every way that keeps its shape."""
        bits = f"{position:0{self.cells}b}"
        return [int("".join(image(bits)), 2) for image in self._symmetries]

    def rank(self, position: int) -> int:
        return position - 1

    def unrank(self, number: int) -> int:
        return number + 1

    def kernel(self) -> Kernel:
        changes = tuple(change for _, change, _ in self._jumps)
        pegs = tuple(pegs for _, _, pegs in self._jumps)
        return Kernel(_children, len(self._jumps), (changes, pegs), parents=_parents)

    def board(self, position: int) -> Board:
        text = iter(self.format(position))
        cells = "".join(next(text) if here == "o" else "*" for row in self.rows for here in row)
        return Board(len(self.rows), len(self.rows[0]), cells)

    def from_board(self, cells: str, turn: Turn) -> int:
        if len(cells) != len("".join(self.rows)):
            raise MalformedPosition(
                f"{short(cells)}: expected {len(self.rows)} rows of {len(self.rows[0])} characters."
            )
        return self.parse("".join(cells[place] for place in self._places))

    def button(self, position: int, move: Jump) -> Move:
        return Move(self._places[move[0]], self._places[move[1]])


def _lines(points: list[Point]) -> Iterable[tuple[int, int, int]]:
    """Every three cells in a line: from, over, to."""
    number = {point: cell for cell, point in enumerate(points)}
    for (r, c), cell in number.items():
        for down, right in DIRECTIONS:
            over, to = (r + down, c + right), (r + 2 * down, c + 2 * right)
            if over in number and to in number:
                yield cell, number[over], number[to]


def _symmetries(points: list[Point]) -> Iterable[list[int]]:
    """For each symmetry, the cell whose content comes to cell 0, to cell 1, ...

    The points are turned by sixths, as they are and mirrored, and pushed back to the top left:
    it is a symmetry if they then cover the same points.
    """
    for mirror in (1, -1):
        turned = [(r - points[0][0], mirror * (c - points[0][1])) for r, c in points]
        for _ in range(6):
            turned = [((r + c) // 2, (c - 3 * r) // 2) for r, c in turned]
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            pushed = [(r - top, c - left) for r, c in turned]
            if set(pushed) == set(points):
                yield [pushed.index(point) for point in points]


def _children(
    number: int, out: MutableSequence[int], work: MutableSequence[int], changes: Sequence[int], pegs: Sequence[int]
) -> int:
    """As `moves` and `do_move`, over ranks: a rank is the position less 1."""
    count = 0
    for jump in range(len(changes)):
        if (number + 1) & changes[jump] == pegs[jump]:
            out[count] = ((number + 1) ^ changes[jump]) - 1
            count += 1
    return count


def _parents(
    number: int, out: MutableSequence[int], work: MutableSequence[int], changes: Sequence[int], pegs: Sequence[int]
) -> int:
    """As `parents`, over ranks."""
    count = 0
    for jump in range(len(changes)):
        if (number + 1) & changes[jump] == changes[jump] ^ pegs[jump]:
            out[count] = ((number + 1) ^ changes[jump]) - 1
            count += 1
    return count
