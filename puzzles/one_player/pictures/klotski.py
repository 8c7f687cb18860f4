"""The picture of Klotski: a block moves along an arrow through its middle.

The centers are the cells, then the middles of flat, of upright and of large blocks, then, for each kind of block and
direction, the middles of where the arrow starts and of where it ends, a little outside the block. An arrow of more than
one cell leads from the middle of the block to its new middle.
"""

from __future__ import annotations

from typing import Any

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.one_player._klotski_blocks import CELLS, COLS, DIRECTIONS, ROWS, SHAPES, shape_at
from perfect_play.puzzles.one_player.klotski import end_of
from perfect_play.puzzles.picture import Arrow, Picture

ARROWS = {"U": "↑", "D": "↓", "L": "←", "R": "→"}
ENDS = {
    "H": {"U": (20, 63), "D": (20, 78), "L": (0, 93), "R": (108, 123)},
    "V": {"U": (0, 138), "D": (COLS, 154), "L": (35, 170), "R": (35, 186)},
    "W": {"U": (202, 214), "D": (226, 238), "L": (250, 262), "R": (274, 286)},
}
"""The start and the end of the arrow of a one-cell move, by the block's shape and the direction: each the number of the
center for the block at the top left. From `CELLS` on, centers are numbered column by column."""
MIDDLES = {"o": 0, "H": 20, "V": 35, "W": 51}
"""The ends of any longer arrow, by the block's shape."""
GOALS = {13: "donkey", 12: "pennant"}  # by the cell of the large block


class Tray(Picture):
    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, GOALS[self.rules.goal])

    def button(self, position: Position, move: Move) -> Arrow:
        cell, path = move
        shape = shape_at(position, cell)
        if shape != "o" and path in DIRECTIONS:
            source, target = ENDS[shape][path]
            return Arrow(center_of(source, shape, cell), center_of(target, shape, cell))
        return Arrow(center_of(MIDDLES[shape], shape, cell), center_of(MIDDLES[shape], shape, end_of(move)))

    def sound(self, position: Position, move: Move) -> str:
        return ARROWS[move[1][-1]]

    def description(self, position: Any, move: Any) -> str:
        """The top left cell of the block, and its steps: `a3 down`, `b2 right, down`."""
        cell, path = move
        steps = {"U": "up", "D": "down", "L": "left", "R": "right"}
        return f"{self.name_of(cell)} {', '.join(steps[step] for step in path)}"


def center_of(first: int, shape: str, cell: int) -> int:
    """The number of a center, by that for a block at the top left, the block's shape and its top left cell."""
    row, col = divmod(cell, COLS)
    return first + (cell if first < CELLS else row + col * (ROWS + 1 - len(SHAPES[shape])))
