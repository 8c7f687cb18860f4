"""Dots and Boxes: draw lines between dots; whoever draws the fourth side of a box owns it and moves again.

A position is (player to move, cells): a grid of dots, `*`, with lines between them, `h` horizontal and
`v` vertical, and boxes, which show their owner: `x` is the first player, `o` the second. Anything not yet drawn or
closed is `-`. Every set of lines is legal, with either player to move, if exactly the boxes with four sides have an
owner.

Its text is the player, `_` and the cells row by row: the start of 1x1 is `1_*-*---*-*`. The rest of the play
depends on how many boxes each player owns, but not on which: positions that differ only in
that are equal by symmetry, as are mirror images and positions with the players exchanged. A rank has
the lines in binary, the least among all mirror images, and above them the number of boxes of the player to move.
"""

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations

from perfect_play.puzzles import EMPTY, NEXT, OWN_AND_OTHER, VOID, Add, Board, CellsGame, Scored
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, short
from perfect_play.puzzles.grid import board_variant, four_images, symmetries, transposed
from perfect_play.puzzles.turns import Position
from perfect_play.puzzles.two_player import _chains
from perfect_play.puzzles.values import LOST, ONGOING, TIED, WON, Kernel, Room, Table, Value, Variant, value_by_points

CLOSED = "#"  # a box with any owner
OWNERLESS = str.maketrans("xo", CLOSED * 2)
BITS = str.maketrans("-hv", "011")
TRANSPOSED = str.maketrans("hv", "vh")


def _variant(rows: int, cols: int, positions: int, presolve: bool = True, testing: bool = False) -> Variant:
    name = f"{rows} row{'s' if rows > 1 else ''} of {cols} box{'es' if cols > 1 else ''}"
    return board_variant(rows, cols, positions, presolve, testing, name)


class DotsAndBoxes(Scored, CellsGame):
    name = "Dots and Boxes"
    aliases = ("dnb",)
    opens = "2x2"
    also_called = ("Pigs in a Pen", "Paddocks")
    description = "Draw lines between dots and close more boxes than the other player."
    instructions = """On your turn, draw a line between two neighboring dots. Each box whose **fourth side** you draw
        is yours, and you must **move again** unless all lines are drawn. Then whoever owns more boxes wins. Player
        1's boxes are marked `x`, player 2's `o`."""
    author = "Édouard Lucas"
    date_created = "1889"
    variants = (
        _variant(1, 1, 6, testing=True),
        _variant(1, 2, 53, testing=True),
        _variant(1, 3, 374, testing=True),
        _variant(2, 2, 714, testing=True),
        _variant(1, 4, 2823, testing=True),
        _variant(2, 3, 45_945),
        _variant(2, 4, 1_578_165, presolve=False),
        _variant(3, 3, 3_286_977, presolve=False),
        _variant(2, 5, 54_573_281, presolve=False),
    )

    dense = False
    images_share_rank = True

    def prepare(self, rows: int, cols: int) -> None:
        self.rows: int = 2 * rows + 1
        self.cols: int = 2 * cols + 1
        self.lines = range(1, self.rows * self.cols, 2)  # every other cell, as the number of columns is odd
        self.boxes = [row * self.cols + col for row in range(1, self.rows, 2) for col in range(1, self.cols, 2)]
        self.size = (len(self.boxes) + 1) << len(self.lines)
        self._drawn = {line: "v" if line // self.cols % 2 else "h" for line in self.lines}
        self._sides = {box: (box - self.cols, box - 1, box + 1, box + self.cols) for box in self.boxes}
        self._boxes_at = {line: [box for box, sides in self._sides.items() if line in sides] for line in self.lines}

    def start(self) -> Position:
        return (1, self._drawing(0))

    def _drawing(self, lines: int) -> str:
        """A grid with these lines, and its boxes closed: bit i is the i-th line."""
        cells = [VOID] * (self.rows * self.cols)
        for i, line in enumerate(self.lines):
            cells[line] = self._drawn[line] if lines >> i & 1 else EMPTY
        for box, sides in self._sides.items():
            cells[box] = EMPTY if EMPTY in [cells[line] for line in sides] else CLOSED
        return "".join(cells)

    def moves(self, position: Position) -> list[int]:
        """The lines that are not drawn, row by row."""
        cells = position[1]
        return [line for line in self.lines if cells[line] == EMPTY]

    def do_move(self, position: Position, move: int) -> Position:
        turn, before = position
        cells = [*before]
        cells[move] = self._drawn[move]
        closed = [box for box in self._boxes_at[move] if all(cells[line] != EMPTY for line in self._sides[box])]
        for box in closed:
            cells[box] = OWN_AND_OTHER[turn][0]
        return (turn if closed else NEXT[turn], "".join(cells))

    def primitive(self, position: Position) -> Value | None:
        return None if EMPTY in position[1] else value_by_points(self.margin(position))

    def margin(self, position: Position) -> int:
        """The number of boxes of the player to move, minus the opponent's."""
        turn, cells = position
        own_boxes, opponent_boxes = map(cells.count, OWN_AND_OTHER[turn])
        return own_boxes - opponent_boxes

    def remarks(self, position: Position) -> Iterable[str]:
        """Remarks on its chains."""
        cells = position[1]
        sides = {box: [line for line in self._sides[box] if cells[line] == EMPTY] for box in self.boxes}
        open_sides = {box: lines for box, lines in sides.items() if lines}
        return _chains.remarks(open_sides, {line: self._boxes_at[line] for line in self.moves(position)})

    def from_board(self, cells: str, turn: Turn) -> Position:
        if len(cells) != self.rows * self.cols:
            raise MalformedPosition(f"{short(cells)}: expected {self.rows * self.cols} cells.")
        for cell, char in enumerate(cells):
            fits = EMPTY + self._drawn[cell] if cell in self._drawn else "xo-" if cell in self._sides else VOID
            if char not in fits:
                raise MalformedPosition(f"{short(cells)}: cell {cell}: expected {' or '.join(map(repr, fits))}.")
        if cells.translate(OWNERLESS) != self._drawing(self._line_bits(cells)):
            raise IllegalPosition(f"{cells!r}: expected an owner, 'x' or 'o', in just the boxes with four sides.")
        return (turn, cells)

    def _line_bits(self, cells: str) -> int:
        return int(cells[-2:0:-2].translate(BITS), 2)

    def format_move(self, position: Position, move: int) -> str:
        row, col = divmod(move, self.cols)
        return f"{self._drawn[move]}{chr(ord('a') + col // 2)}{(self.rows - row + 1) // 2}"

    def _mirrored(self, cells: str) -> list[str]:
        """A grid and its mirror images; for a square, also those of its transpose."""
        images = four_images(cells, self.cols)
        if self.rows == self.cols:
            images += four_images(transposed(cells, self.cols).translate(TRANSPOSED), self.cols)
        return images

    def images(self, position: Position) -> Iterable[Position]:
        """Mirror images, with the owned boxes in any places, and all with the players exchanged."""
        turn, cells = position
        owned_count = cells.count(OWN_AND_OTHER[turn][0])
        for bare in dict.fromkeys(self._mirrored(cells.translate(OWNERLESS))):
            boxes = [box for box in self.boxes if bare[box] == CLOSED]
            for owned in combinations(boxes, owned_count):
                grid = list(bare)
                for box in owned:
                    grid[box] = "x"
                first = "".join(grid)
                yield (1, first.replace(CLOSED, "o"))
                yield (2, first.replace("x", "o").replace(CLOSED, "x"))

    def canonical(self, position: Position) -> Position:
        """With the player to move as player 1, whose boxes come before the opponent's."""
        turn, cells = position
        return self._first_own(min(self._mirrored(cells.translate(OWNERLESS))), cells.count(OWN_AND_OTHER[turn][0]))

    def _first_own(self, bare: str, owned_count: int) -> Position:
        return (1, bare.replace(CLOSED, "x", owned_count).replace(CLOSED, "o"))

    @cached_property
    def _images_of_bytes(self) -> tuple[int, ...]:
        """For every mirror image and every eight lines: the image of each of their 256 sets."""
        table: list[int] = []
        for image in symmetries(self.rows, self.cols):
            target = {cell >> 1: 1 << i for i, cell in enumerate(image[1::2])}
            for first in range(0, len(self.lines), 8):
                sums = [0]
                for line in range(first, first + 8):
                    sums += [below + target.get(line, 0) for below in sums]
                table += sums
        return tuple(table)

    def rank(self, position: Position) -> int:
        turn, cells = position
        owned_count = cells.count(OWN_AND_OTHER[turn][0])
        return owned_count << len(self.lines) | _folded(self._line_bits(cells), len(self.lines), self._images_of_bytes)

    def unrank(self, number: int) -> Position:
        lines = len(self.lines)
        return self._first_own(self._drawing(number & (1 << lines) - 1), number >> lines)

    def kernel(self) -> Kernel:
        boxes = {box: sum(1 << (line >> 1) for line in sides) for box, sides in self._sides.items()}
        adjacent = [boxes[box] for line in self.lines for box in (self._boxes_at[line] * 2)[:2]]
        constants = (len(self.lines), tuple(boxes.values()), tuple(adjacent), self._images_of_bytes)
        return Kernel(_children, len(self.lines), constants, primitive=_primitive, margin=_margin)

    def board(self, position: Position) -> Board:
        return Board(self.rows, self.cols, position[1])

    def button(self, position: Position, move: int) -> Add:
        return Add(self._drawn[move], move)


def _folded(number: int, lines: int, images: Table) -> int:
    """The least mirror image of a set of lines."""
    minimum, start = number, 0
    while start < len(images):
        image = 0
        for shift in range(0, lines, 8):
            image |= images[start + (number >> shift & 255)]
            start += 256
        minimum = min(minimum, image)
    return minimum


def _children(number: int, out: Room, scratch: Room, lines: int, boxes: Table, adjacent: Table, images: Table) -> int:
    """`moves` and `do_move` over ranks.

    boxes: the sides of each box. adjacent: the sides of the two boxes beside each line; if there is only
    one, it appears twice.
    """
    own_boxes, lines_drawn = number >> lines, number & ((1 << lines) - 1)
    opponent_boxes, count = -own_boxes, 0
    for sides in boxes:
        opponent_boxes += lines_drawn & sides == sides
    for line in range(lines):
        if lines_drawn >> line & 1 == 0:
            after = lines_drawn | 1 << line
            first, second = adjacent[2 * line], adjacent[2 * line + 1]
            closed = 1 if after & first == first else 0
            if second != first and after & second == second:
                closed += 1
            child = _folded(after, lines, images)
            out[count] = ~((own_boxes + closed) << lines | child) if closed else opponent_boxes << lines | child
            count += 1
    return count


def _primitive(number: int, scratch: Room, lines: int, boxes: Table, adjacent: Table, images: Table) -> int:
    """`primitive` over ranks."""
    if number & ((1 << lines) - 1) != (1 << lines) - 1:
        return ONGOING
    margin = _margin(number, scratch, lines, boxes, adjacent, images)
    return WON if margin > 0 else LOST if margin < 0 else TIED


def _margin(number: int, scratch: Room, lines: int, boxes: Table, adjacent: Table, images: Table) -> int:
    """`margin` over ranks, once all boxes are closed."""
    return 2 * (number >> lines) - len(boxes)
