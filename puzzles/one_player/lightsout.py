"""Lights Out: press lamps until all are off; a press also switches the lamp's neighbours.

A position is an int with one bit for each lamp, 1 = on; the first lamp, top left, is the highest
bit. Every pattern is legal. Of the 4x4 patterns only 4,096 of 65,536 can be switched off; the
others are lost.

Its text is the same number in binary, row by row: `1` on, `0` off. The start is all on: `1111`.
Its board has `-` for a lamp that is on and `*` for one that is off, as older clients draw it.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence

from puzzles.base import Kernel, MalformedPosition, Puzzle, Turn, Value, Variant, short
from puzzles.view import Add, Board

ON_BOARD = str.maketrans("10", "-*")
FROM_BOARD = str.maketrans("-*", "10")


class LightsOut(Puzzle):
    id = "lightsout"
    name = "Lights Out"
    aliases = ("lights",)
    description = "Switch all the lamps off; every press also switches the neighbouring lamps."
    instructions = (
        "Pressing a lamp switches it **and** its neighbours above, below, left and right: what was on goes off, "
        "what was off goes on. The puzzle is solved when **every** lamp is off. "
        "The order of the presses does not matter, and pressing a lamp twice changes nothing."
    )
    author = "Tiger Electronics"
    date_created = "1995"
    variants = (
        Variant("2", "2x2", (2,), testing=True, positions=6),
        Variant("3", "3x3", (3,), testing=True, positions=102),
        Variant("4", "4x4", (4,), positions=602),
        Variant("5", "5x5", (5,), presolve=False, positions=8_388_608),
    )
    reversible = True

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.side: int = variant.options[0]
        self.lamps: int = self.side**2
        self.size = 1 << self.lamps
        self._presses = [self._press(cell) for cell in range(self.lamps)]

    def _press(self, cell: int) -> int:
        """The lamps that a press of `cell` switches."""
        row, col = divmod(cell, self.side)
        cross = ((row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
        return sum(
            1 << (self.lamps - 1 - (r * self.side + c)) for r, c in cross if 0 <= r < self.side and 0 <= c < self.side
        )

    def start(self) -> int:
        return (1 << self.lamps) - 1

    def moves(self, position: int) -> Iterable[int]:
        """The cells to press, row by row."""
        return range(self.lamps)

    def do_move(self, position: int, move: int) -> int:
        return position ^ self._presses[move]

    def primitive(self, position: int) -> Value | None:
        return Value.WIN if position == 0 else None

    def solutions(self) -> Iterable[int]:
        return [0]

    def format(self, position: int) -> str:
        return f"{position:0{self.lamps}b}"

    def parse(self, text: str) -> int:
        if len(text) != self.lamps or set(text) - set("01"):
            raise MalformedPosition(f"{short(text)}: expected {self.lamps} characters, each '1' (on) or '0' (off).")
        return int(text, 2)

    def format_move(self, position: int, move: int) -> str:
        row, col = divmod(move, self.side)
        return f"{chr(ord('a') + col)}{self.side - row}"

    def images(self, position: int) -> Iterable[int]:
        """The eight symmetries of the square."""
        text, side = self.format(position), self.side
        boards = []
        for board in (text, "".join(text[col::side] for col in range(side))):  # as it is, and its diagonal mirror
            upside_down = "".join(board[row : row + side] for row in range(self.lamps - side, -1, -side))
            boards += [board, board[::-1], upside_down, upside_down[::-1]]  # backwards is a half turn
        return [int(board, 2) for board in boards]

    def rank(self, position: int) -> int:
        return position

    def unrank(self, number: int) -> int:
        return number

    def board(self, position: int) -> Board:
        return Board(self.side, self.side, self.format(position).translate(ON_BOARD))

    def from_board(self, cells: str, turn: Turn) -> int:
        if len(cells) != self.lamps or set(cells) - set("-*"):
            raise MalformedPosition(f"{short(cells)}: expected {self.lamps} characters, each '-' (on) or '*' (off).")
        return self.parse(cells.translate(FROM_BOARD))

    def button(self, position: int, move: int) -> Add:
        return Add("1", move)

    def kernel(self) -> Kernel:
        return Kernel(_children, self.lamps, (tuple(self._presses),))


def _children(number: int, out: MutableSequence[int], work: MutableSequence[int], presses: Sequence[int]) -> int:
    """As `do_move` for every cell: a rank is the position itself."""
    for cell in range(len(presses)):
        out[cell] = number ^ presses[cell]
    return len(presses)
