"""The picture of Tic-Tac-Two, on the page's board; the window's arrows lie a little beside those of the stones."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from puzzles.boards.game import Position
from puzzles.boards.moves import source_of
from puzzles.drawing.grids import field
from puzzles.drawing.look import Look, grid
from puzzles.drawing.men import cross, nought
from puzzles.drawing.shapes import ORANGE, UNIT, Point, circle, filled, rect
from puzzles.picture import PLACE, SLIDE, Drawn, Image, Pieces, Theme, grid_centers, moved_on
from puzzles.two_player.tictactwo import MIDDLE
from puzzles.view import EMPTY, VOID, Board

ASIDE = 12
"""The offset of the window's handle from the middle of a cell."""


class Stones(Pieces):
    images: ClassVar = {
        "X": Image("tictactwo/X.svg", 16),
        "O": Image("tictactwo/O.svg", 16),
        "G": Image("tictactwo/tttgrid.svg", 56),
    }

    @cached_property
    def look(self) -> Look:
        """The board with its window, a frame around nine cells, with the mark in its middle as its handle."""
        side, cells = self.rules.side, grid(self.rules.side, self.rules.side)
        frame = rect(-ASIDE, -ASIDE, 3 * UNIT, 3 * UNIT, 4, f'fill="none" stroke="{ORANGE}" stroke-width="5"')
        grip = circle(0, 0, 6, filled(ORANGE))
        pieces = {"X": cross(), "O": nought(), "G": frame + grip}
        ground = field(Board(side, side, EMPTY * side * side), pieces, "#f3ead6")
        middles = [cells[window[MIDDLE]] for window in self.rules.windows]
        aside = tuple(Point(x + ASIDE, y + ASIDE) for x, y in middles)
        rest = len(self.board.cells) - len(cells) - len(aside)
        return replace(
            ground,
            pieces={**ground.pieces, VOID: ""},
            centers=(*cells, *aside, *([cells[0]] * rest)),
            size=Point(side * UNIT, side * UNIT),
        )

    @cached_property
    def order(self) -> range:
        return range(self.rules.cols)

    def own_board(self) -> Theme:
        side: int = self.rules.side
        cells = grid_centers(side, side, 20, 2)
        windows = tuple(cells[window[MIDDLE]] for window in self.rules.windows)
        return Theme(
            (20 * side + 4, 20 * side + 24),
            (*cells, *windows, *((x + 5, y + 5) for x, y in windows)),
            self.images,
            {"x": PLACE, "z": SLIDE},
            background="tictactwo/background.svg" if side == 5 else "",
            arrow_width=2,
        )

    def cells(self, position: Position) -> str:
        places: int = self.rules.places
        return super().cells(position) + "-" * places

    def button(self, position: Position, move: int) -> Drawn | None:
        button = super().button(position, move)
        slides = source_of(move) >= self.rules.board_cells
        return moved_on(button, self.rules.places) if slides else button

    def sound(self, position: Position, move: int) -> str:
        return "x" if source_of(move) < 0 else "z"
