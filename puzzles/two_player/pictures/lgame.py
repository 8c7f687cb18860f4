"""The picture of the L-game, on the page's board; moves of a neutral piece have names."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from puzzles.boards.game import Position
from puzzles.boards.moves import parts_of
from puzzles.drawing.blocks import merged
from puzzles.drawing.look import First, Look, grid
from puzzles.drawing.men import disc
from puzzles.drawing.shapes import BLUE, CARD, CREAM, GRAY, LINE, RED, UNIT, Point, filled, rect
from puzzles.picture import Drawn, Image, Pieces, Theme, grid_centers
from puzzles.two_player.lgame import CELLS, ENDS, SHAPES, SIDE
from puzzles.view import VOID
from puzzles.view import Move as Arrow


class Cells(Pieces):
    images: ClassVar = {
        "B": Image("general/bluepiece.svg", 0.9),
        "R": Image("general/redpiece.svg", 0.9),
        "W": Image("lgame/W.svg", 0.7),
        "G": Image("lgame/G.svg", 0.7),
    }
    order = range(CELLS)

    @cached_property
    def look(self) -> Look:
        """The first touch places the L; then a neutral piece may move, by its mark in a cell."""
        neutral = {"W": disc(CREAM), "G": disc(GRAY)}
        board = merged(self.board, {"B": BLUE, "R": RED}, {VOID: "", **neutral})
        cells = grid(SIDE, SIDE)
        style = 'class="cell" ' + filled(CARD, LINE)
        marks = [Point(x + aside, y + aside) for aside in (-9.5, 9.5) for x, y in cells]
        return replace(
            board,
            boxes=False,
            centers=(*cells, *marks, *([cells[0]] * (2 * (len(SHAPES) - CELLS)))),
            size=Point(SIDE * UNIT, SIDE * UNIT),
            under="".join(rect(x, y, UNIT - 2, UNIT - 2, 8, style) for x, y in cells),
            first={
                CELLS + 2 * number + gray: First(Arrow(*ENDS[shape]), CELLS * (1 + gray), 2 * "WG"[gray])
                for number, shape in enumerate(SHAPES)
                for gray in (0, 1)
            },
        )

    def own_board(self) -> Theme:
        background = "lgame/grid.svg"
        return Theme((SIDE, SIDE), grid_centers(SIDE, SIDE), self.images, background=background, arrow_width=0.1)

    def button(self, position: Position, move: int) -> Drawn | None:
        return super().button(position, move) if parts_of(move)[1] < 0 else None
