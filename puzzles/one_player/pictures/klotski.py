"""The picture of Klotski: a block moves along an arrow through its middle.

The centers are the cells, then the middles of flat, of upright and of large blocks, then, for each kind of block and
direction, the middles of where the arrow starts and of where it ends, a little outside the block. An arrow of more than
one cell leads from the middle of the block to its new middle.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.one_player._klotski_blocks import COLS, DIRECTIONS, shape_at
from perfect_play.puzzles.one_player.klotski import end_of
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import Move as Arrow

ARROWS = {"U": "↑", "D": "↓", "L": "←", "R": "→"}


class Numbers(NamedTuple):
    """The numbers of centers by a block's top left cell: the first, and what each column and each row adds."""

    first: int
    col: int = 1
    row: int = COLS

    def number(self, cell: int) -> int:
        row, col = divmod(cell, COLS)
        return self.first + col * self.col + row * self.row


ENDS = {
    "o": {step: (Numbers(0), Numbers(down * COLS + right)) for step, (down, right) in DIRECTIONS.items()},
    "H": {
        "U": (Numbers(20, 5, 1), Numbers(63, 5, 1)),
        "D": (Numbers(20, 5, 1), Numbers(78, 5, 1)),
        "L": (Numbers(0), Numbers(93, 5, 1)),
        "R": (Numbers(108, 5, 1), Numbers(123, 5, 1)),
    },
    "V": {
        "U": (Numbers(0), Numbers(138, 4, 1)),
        "D": (Numbers(COLS), Numbers(154, 4, 1)),
        "L": (Numbers(35, 4, 1), Numbers(170, 4, 1)),
        "R": (Numbers(35, 4, 1), Numbers(186, 4, 1)),
    },
    "W": {
        "U": (Numbers(202, 4, 1), Numbers(214, 4, 1)),
        "D": (Numbers(226, 4, 1), Numbers(238, 4, 1)),
        "L": (Numbers(250, 4, 1), Numbers(262, 4, 1)),
        "R": (Numbers(274, 4, 1), Numbers(286, 4, 1)),
    },
}
"""The start and the end of the arrow of a one-cell move, by the block's shape and the direction."""
MIDDLES = {"o": Numbers(0), "H": Numbers(20, 5, 1), "V": Numbers(35, 4, 1), "W": Numbers(51, 4, 1)}
"""The ends of any longer arrow, by the block's shape."""
GOALS = {13: "donkey", 12: "pennant"}  # by the cell of the large block


class Tray(Picture):
    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, GOALS[self.rules.goal])

    def button(self, position: Position, move: Move) -> Arrow:
        cell, path = move
        shape = shape_at(position, cell)
        if path in DIRECTIONS:
            source, target = ENDS[shape][path]
            return Arrow(source.number(cell), target.number(cell))
        middle = MIDDLES[shape]
        return Arrow(middle.number(cell), middle.number(end_of(move)))

    def sound(self, position: Position, move: Move) -> str:
        return ARROWS[move[1][-1]]

    def description(self, position: Any, move: Any) -> str:
        """The top left cell of the block, and its steps: `a3 down`, `b2 right, down`."""
        cell, path = move
        steps = {"U": "up", "D": "down", "L": "left", "R": "right"}
        return f"{self.name_of(cell)} {', '.join(steps[step] for step in path)}"
