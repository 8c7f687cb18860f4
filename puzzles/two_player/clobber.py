"""Clobber: capture an adjacent enemy piece with every move; a player who cannot move loses.

A position is (player to move, cells): one character per cell, row by row from the top left, `x` a piece
of the first player, `o` one of the second, `-` an empty cell. At the start they fill the board like
the squares of a chessboard, with `x` top left. Every move removes one piece: if the first player
began, it is his turn exactly when the number of empty cells is even.

A board is legal if each player's pieces fill at most half the cells, rounded up, with either
player to move. (Play reaches few of these.)

UWAPI counts columns first: its `5x3` is the board of 3 rows here, another name of `3x5`.

Its text is the cells alone if the first player can have begun, so the start of 2 x 3 is `xoxoxo`; otherwise
the player to move comes first: `2_xoxoxo`. A rank has two bits per cell, from the top left: 1 for a
piece of the player to move, 2 for an enemy's, and above them a bit that is 1 if the second
player began; the rank is the least among a board and its images.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence

from puzzles.base import LOST, ONGOING, IllegalPosition, Kernel, Turn, Value, Variant
from puzzles.grid import board_variant, four_images, neighbours, step_name
from puzzles.turns import NEXT, OWN_AND_OTHER, Position, UsualTurnGame, check_pieces, moved
from puzzles.view import Board, Move

Room = MutableSequence[int]
Step = tuple[int, int]  # from cell, to cell


class Clobber(UsualTurnGame):
    id = "clobber"
    name = "Clobber"
    opens = "4x4"
    description = "Capture a neighboring enemy piece with every move; whoever cannot loses."
    instructions = (
        "On your turn, move a piece of yours, `x` or `o`, one step across or upright **onto an enemy piece**, which is "
        "removed. There are no other moves. Whoever **cannot move** loses."
    )
    author = "Michael Albert, J. P. Grossman and Richard Nowakowski"
    date_created = "2001"
    variants = (
        board_variant(2, 2, 6, testing=True),
        board_variant(2, 3, 23, testing=True),
        board_variant(3, 3, 199, testing=True),
        board_variant(2, 5, 955, testing=True),
        board_variant(2, 6, 4592, testing=True),
        board_variant(3, 4, 5311, testing=True),
        board_variant(3, 5, 51_971, aliases=("5x3",)),
        board_variant(4, 4, 300_184),
        board_variant(3, 6, 1_494_984, presolve=False),
        board_variant(4, 5, 13_396_258, presolve=False, aliases=("5x4",)),
    )
    dense = False

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.rows: int
        self.cols: int
        self.rows, self.cols = variant.options
        self.size = 2 << 2 * self.rows * self.cols
        self._start = "".join("xo"[(row + col) % 2] for row in range(self.rows) for col in range(self.cols))
        cells = range(len(self._start))
        self._steps = [(cell, near) for cell in cells for near in neighbours(cell, self.rows, self.cols)]

    def start(self) -> Position:
        return (1, self._start)

    def usual(self, cells: str) -> Turn:
        return 2 if cells.count("-") % 2 else 1

    def moves(self, position: Position) -> Iterable[Step]:
        """(from cell, to cell), in order of the cells left."""
        turn, cells = position
        mover, other = OWN_AND_OTHER[turn]
        return [step for step in self._steps if cells[step[0]] == mover and cells[step[1]] == other]

    def do_move(self, position: Position, move: Step) -> Position:
        turn, cells = position
        return (NEXT[turn], moved(cells, *move))

    def primitive(self, position: Position) -> Value | None:
        return None if self.moves(position) else Value.LOSE

    def from_board(self, cells: str, turn: Turn) -> Position:
        check_pieces(cells, len(self._start), "characters")
        most = (len(self._start) + 1) // 2
        if max(cells.count("x"), cells.count("o")) > most:
            raise IllegalPosition(f"{cells!r}: expected at most {most} 'x', and at most {most} 'o'.")
        return (turn, cells)

    def format_move(self, position: Position, move: Step) -> str:
        return step_name(move, self.rows, self.cols)

    def images(self, position: Position) -> Iterable[Position]:
        """The four symmetries of a rectangle."""
        return [(position[0], cells) for cells in four_images(position[1], self.cols)]

    def rank(self, position: Position) -> int:
        turn, cells = position
        mover, other = OWN_AND_OTHER[turn]
        digits = str.maketrans(f"-{mover}{other}", "012")
        second_began = (turn != self.usual(cells)) << 2 * len(cells)
        return second_began | min(int(image.translate(digits), 4) for image in four_images(cells, self.cols))

    def unrank(self, number: int) -> Position:
        digits = [number >> shift & 3 for shift in range(2 * len(self._start) - 2, -1, -2)]
        second_began = number >> 2 * len(digits)
        turn: Turn = 1 if digits.count(0) % 2 == second_began else 2
        pieces = ("-", *OWN_AND_OTHER[turn])
        return (turn, "".join([pieces[digit] for digit in digits]))

    def kernel(self) -> Kernel:
        every = sum(1 << 2 * cell for cell in range(len(self._start)))
        inner = sum(1 << 2 * cell for cell in range(len(self._start)) if cell % self.cols < self.cols - 1)
        return Kernel(_children, len(self._steps) // 2, (self.rows, self.cols, every, inner), primitive=_primitive)

    def board(self, position: Position) -> Board:
        return Board(self.rows, self.cols, position[1])

    def button(self, position: Position, move: Step) -> Move:
        return Move(*move)


def _reversed(number: int, groups: int, bits: int) -> int:
    """Reverses the order of `groups` groups of `bits` bits."""
    backward = 0
    for _ in range(groups):
        backward = backward << bits | number & ((1 << bits) - 1)
        number >>= bits
    return backward


def _least(number: int, rows: int, cols: int) -> int:
    """The least among a board and its images."""
    upside_down = _reversed(number, rows, 2 * cols)
    turned = _reversed(number, rows * cols, 2)
    return min(min(number, upside_down), min(turned, _reversed(turned, rows, 2 * cols)))


def _children(number: int, out: Room, work: Room, rows: int, cols: int, every: int, inner: int) -> int:
    """`moves` and `do_move` over ranks: the turn changes, so 1 and 2 change places."""
    own, other = number & every, number >> 1 & every
    exchanged = own << 1 | other
    second_began = number >> 2 * rows * cols << 2 * rows * cols
    count = 0
    for step in (2, 2 * cols):  # to the next cell, and to the next row, counted from the lowest bits
        inside = inner if step == 2 else every
        for forward in (1, 0):
            lower = own & other >> step & inside if forward else other & own >> step & inside
            while lower:
                cell = lower & -lower
                source, target = (cell, cell << step) if forward else (cell << step, cell)
                out[count] = second_began | _least(exchanged ^ source << 1 ^ target * 3, rows, cols)
                count += 1
                lower ^= cell
    return count


def _primitive(number: int, work: Room, rows: int, cols: int, every: int, inner: int) -> int:
    """`primitive` over ranks: where two enemies are adjacent, either could capture the other."""
    own, other = number & every, number >> 1 & every
    beside = (own & other >> 2 | other & own >> 2) & inner
    below = own & other >> 2 * cols | other & own >> 2 * cols
    return ONGOING if beside | below else LOST
