"""The picture of Klotski: a block moves along an arrow through its middle.

The centers are the cells, then the middles of flat, of upright and of large blocks, then, for each kind of block and
direction, the middles of where the arrow starts and of where it ends, a little outside the block. An arrow of more than
one cell leads from the middle of the block to its new middle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.blocks import tray
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import RED
from perfect_play.puzzles.one_player._klotski_blocks import COLS, DIRECTIONS, GAP, ROWS, shape_at
from perfect_play.puzzles.one_player.klotski import end_of
from perfect_play.puzzles.picture import HITBOX, SLIDE, Image, Picture, Point, Theme, grid_centers
from perfect_play.puzzles.view import Move as Arrow

TILES = dict(zip("oHhVvWXYZ", ["11", "12L", "12R", "21T", "21B", "22TL", "22TR", "22BL", "22BR"], strict=True))
THEMES = {"default": "rounded", "sharp": "sharp", "wood": "rounded", "woodSharp": "sharp"}  # and the edge of the goal
ARROWS = {"U": "↑", "D": "↓", "L": "←", "R": "→"}


SMALL, LONG = "#e3a857", "#c98f4a"
BLOCKS = {
    "o": (SMALL, ""),
    "H": (LONG, "r"),
    "h": (LONG, "l"),
    "V": (LONG, "d"),
    "v": (LONG, "u"),
    **dict(zip("WXYZ", [(RED, "rd"), (RED, "ld"), (RED, "ru"), (RED, "lu")], strict=True)),
}
"""By character, the color and the sides on which the block goes on."""


class Group(NamedTuple):
    """The centers of `cols` columns and `rows` rows, column by column; the first is at `left`, `top`."""

    cols: int
    rows: int
    left: float
    top: float

    def centers(self) -> Iterator[Point]:
        return ((self.left + col, self.top + row) for col in range(self.cols) for row in range(self.rows))


class Numbers(NamedTuple):
    """The numbers of centers by a block's top left cell: the first, and what each column and each row adds."""

    first: int
    col: int = 1
    row: int = COLS

    def number(self, cell: int) -> int:
        row, col = divmod(cell, COLS)
        return self.first + col * self.col + row * self.row


FLAT, UPRIGHT, LARGE = (3, 5), (4, 4), (3, 4)  # columns and rows in which a block can begin
GROUPS = (
    Group(*FLAT, 1, 0.5),
    Group(*UPRIGHT, 0.5, 1),
    Group(*LARGE, 1, 1),
    *(Group(*FLAT, *first) for first in ((1, -0.5), (1, 1.5), (-0.5, 0.5), (1.5, 0.5), (2.5, 0.5))),
    *(Group(*UPRIGHT, *first) for first in ((0.5, -0.5), (0.5, 2.5), (-0.5, 1), (1.5, 1))),
    *(Group(*LARGE, *first) for first in ((1, 0.5), (1, -0.5), (1, 1.5), (1, 2.5))),
    *(Group(*LARGE, *first) for first in ((0.5, 1), (-0.5, 1), (1.5, 1), (2.5, 1))),
)
CENTERS = (*grid_centers(ROWS, COLS), *chain.from_iterable(group.centers() for group in GROUPS))
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
    @cached_property
    def look(self) -> Look:
        return tray(self.board, BLOCKS)

    def themes(self) -> Sequence[Theme]:
        return [self._picture(theme, edge) for theme, edge in THEMES.items()]

    def _picture(self, theme: str, edge: str) -> Theme:
        goal = GOALS[self.rules.goal]
        tiles = {char: Image(f"klotski/{theme}/tile_{name}.svg", 1.05) for char, name in TILES.items()}
        return Theme(
            (COLS, ROWS),
            CENTERS,
            tiles | {char: Image(HITBOX, 0.01) for char in (GAP, *ARROWS.values())},
            sounds={"x": SLIDE, **dict.fromkeys(ARROWS.values(), SLIDE)},
            background=f"klotski/goal_{goal}_{edge}.svg",
            arrow_width=0.1,
            name=theme,
        )

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
