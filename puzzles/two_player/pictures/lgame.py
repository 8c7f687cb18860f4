"""The picture of the L-game, on the page's board; moves of a neutral piece have names."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.boards.game import Position
from puzzles.drawing.blocks import merged
from puzzles.drawing.look import Look
from puzzles.drawing.men import disc
from puzzles.drawing.shapes import BLUE, CREAM, GRAY, RED
from puzzles.picture import Drawn, Image, Pieces, Theme, grid_centers
from puzzles.two_player.lgame import CELLS, SIDE, parts_of


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
        return merged(self.board, {"B": BLUE, "R": RED}, {"W": disc(CREAM), "G": disc(GRAY)})

    def own_board(self) -> Theme:
        background = "lgame/grid.svg"
        return Theme((SIDE, SIDE), grid_centers(SIDE, SIDE), self.images, background=background, arrow_width=0.1)

    def button(self, position: Position, move: int) -> Drawn | None:
        return super().button(position, move) if parts_of(move)[1] < 0 else None
