"""The picture of Tic-Tac-Chec, on a checkered board. Pawns that have turned around stand on their heads.

Within an empty cell, each piece that can be placed there has a button of its own.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.svg_shapes import INK, UNIT, Point, label
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player.tictacchec import OPENING
from perfect_play.puzzles.view import EMPTY, Board

LARGER = 1.3
"""How much larger cells are than usual, so that four buttons fit."""
QUARTER = UNIT * LARGER * 0.24
"""From the middle of a cell to those of its buttons."""


class Pieces(Picture):
    @cached_property
    def look(self) -> Look:
        """The cells, a line that says how many pieces are placed first, and the buttons."""
        plain, rows, cols = super().look, self.rules.rows, self.rules.cols
        pitch = UNIT * LARGER
        cells, high = grid(rows, cols, pitch=pitch), rows * pitch
        corners = [(right, down) for down in (-QUARTER, QUARTER) for right in (-QUARTER, QUARTER)]
        buttons = [Point(x + right, y + down) for right, down in corners[: len(self.rules.kinds)] for x, y in cells]
        below = [Point(cols * pitch / 2, high + UNIT / 3)] * cols
        pieces = dict(plain.pieces)
        for number in range(1, OPENING + 1):
            pieces[str(number)] = label(f"{number} to place first", 0, 0, INK, 13, 'class="say"')
        for pawn, turned in (("P", ("T", "aP")), ("p", ("t", "zp"))):
            pieces |= dict.fromkeys(turned, f'<g transform="rotate(180)">{pieces[pawn]}</g>')
        kinds = "a" * cols + "m" * (rows - 2) * cols + "z" * cols
        ground = checkered(Board(rows, cols, EMPTY * len(cells)), {}).under
        centers, size = (*cells, *below, *buttons), Point(cols * pitch, high + UNIT * 2 / 3)
        return replace(
            plain,
            pieces=pieces,
            kinds=kinds,
            centers=centers,
            size=size,
            under=f'<g transform="scale({LARGER})">{ground}</g>',
        )
